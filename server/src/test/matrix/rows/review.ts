import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const subjects = (kind: string, subject_id: string) => JSON.stringify([{ kind, subject_id }])
const verified = { version: '1', until: '0', note: '' }

/** In the pages of the scoped roles, in the rest, and in the recycle bin. */
const byPage = (who: Case['who'], fields: (page_id: string, world: World) => Record<string, string>): Case[] => [
  { who, at: 'own', fields: (world) => fields(world.pages.own, world) },
  { who, at: 'rest', fields: (world) => fields(world.pages.other, world) },
  { who: 'none', fields: (world) => fields(world.binned, world) },
]
const listed = { state: '', uid: '0', team_id: '0', cat_id: '0', page: '1', count: '100' }

export const reviewRows: { review: Rows<Contract['review']> } = {
  review: {
    info: [
      ...byPage('visit', (subject_id) => ({ kind: 'page', subject_id })),
      { who: 'editorsSee', fields: ({ cats }) => ({ kind: 'catalog', subject_id: cats.own }) },
      { who: 'editorsSee', at: 'rest', fields: ({ cats }) => ({ kind: 'catalog', subject_id: cats.other }) },
      { who: 'editorsSee', fields: ({ item_id }) => ({ kind: 'item', subject_id: item_id }) },
    ],
    set: [
      { who: 'change', fields: ({ item_id, pages }) => ({ item_id, subjects: subjects('page', pages.own), days: '90' }) },
      { who: 'change', fields: ({ item_id, cats }) => ({ item_id, subjects: subjects('catalog', cats.own), days: '90' }) },
      { who: 'change', fields: ({ item_id }) => ({ item_id, subjects: subjects('item', item_id), days: '90' }) },
      { who: 'none', fields: ({ elsewhere, pages }) => ({ item_id: elsewhere, subjects: subjects('page', pages.own), days: '90' }) },
      { who: 'none', fields: ({ item_id, elsewhere }) => ({ item_id, subjects: subjects('item', elsewhere), days: '90' }) },
    ],
    people: [
      { who: 'editorsSee', reveals: ['team'], fields: ({ item_id, pages }) => ({ item_id, cat_id: '0', page_id: pages.own, text: '' }) },
      {
        who: 'editorsSee',
        at: 'rest',
        reveals: ['team'],
        fields: ({ item_id, pages }) => ({ item_id, cat_id: '0', page_id: pages.other, text: '' }),
      },
      { who: 'none', fields: ({ elsewhere, pages }) => ({ item_id: elsewhere, cat_id: '0', page_id: pages.own, text: '' }) },
    ],
    verify: byPage('edit', (page_id) => ({ ...verified, page_id })),
    flag: byPage('edit', (page_id) => ({ page_id, content: 'Needs work', request_id: '' })),
    getList: [
      { who: 'editorsSee', fields: ({ item_id }) => ({ ...listed, item_id }) },
      { who: 'users', once: true, fields: () => ({ ...listed, item_id: '0' }) },
    ],
    report: [
      { who: 'manage', fields: ({ item_id }) => ({ item_id, csv: '0' }) },
      { who: 'users', once: true, fields: () => ({ item_id: '0', csv: '0' }) },
    ],
    trail: [
      ...(['own', 'rest'] as const).map(
        (at): Case => ({
          who: 'editorsSee',
          at,
          fields: ({ pages }) => ({ page_id: at === 'own' ? pages.own : pages.other, page: '1', count: '10' }),
        }),
      ),
      { who: 'none', fields: ({ binned }) => ({ page_id: binned, page: '1', count: '10' }) },
    ],
    // The owner is responsible for all pages of a world.
    handOn: [
      { who: 'ownersChange', fields: ({ item_id, pages, people }) => ({ item_id, page_ids: `[${pages.own}]`, uid: String(people.E.uid) }) },
    ],
    offers: [{ who: 'users', fields: () => ({}) }],
    answerOffer: [{ who: 'none', fields: () => ({ offer_id: '2147483647', yes: '1' }) }],
    settings: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    saveSettings: [{ who: 'change', fields: ({ item_id }) => ({ item_id, review_show: '1' }) }],
  },
}
