import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from './matrix.case.ts'
import type { At } from './matrix.rules.ts'
import type { World } from './matrix.world.ts'

const it = ({ item_id }: World) => ({ item_id })
const text = { page_title: 'Title', page_content: 'Text', page_comments: '', s_number: '', base_version: '', request_id: '' }
const name = { cat_name: 'Name', s_number: '', request_id: '' }

type PageName = keyof World['pages']
const at: Record<PageName, At> = {
  ...{ own: 'own', below: 'own', ownOfCE: 'own' },
  ...{ other: 'rest', root: 'rest', rootOfE: 'rest', otherOfCE: 'rest' },
}
/** The same case for each of these pages. */
const each = (names: PageName[], one: Omit<Case, 'fields' | 'at'>, more: Record<string, string> = {}): Case[] =>
  names.map((page) => ({ ...one, at: at[page], fields: ({ pages }) => ({ page_id: pages[page], ...more }) }))

const save = (place: At, fields: (world: World) => Record<string, string>): Case => ({
  ...{ who: 'edit', at: place },
  fields: (world) => ({ ...text, item_id: '0', page_id: '0', ...fields(world) }),
})
const catalog = (place: At, fields: (world: World) => Record<string, string>): Case => ({
  ...{ who: 'edit', at: place },
  fields: (world) => ({ ...name, item_id: world.item_id, cat_id: '0', parent_cat_id: '0', ...fields(world) }),
})

export const pageRows: { [G in 'page' | 'catalog' | 'attachment']: Rows<Contract[G]> } = {
  page: {
    info: each(['own', 'below', 'other', 'root'], { who: 'visit' }),
    infoByKey: [{ who: 'linked', tells: ['own'], fields: ({ unique_key }) => ({ page_id: '0', unique_key }) }],
    view: [
      ...each(['own', 'other', 'root'], { who: 'visit' }, { unique_key: '', language: 'en' }),
      { who: 'linked', tells: ['own'], fields: ({ unique_key }) => ({ page_id: '0', unique_key, language: 'zh' }) },
    ],
    save: [
      save('own', ({ item_id, cats }) => ({ item_id, cat_id: cats.below })),
      save('rest', ({ item_id, cats }) => ({ item_id, cat_id: cats.other })),
      save('rest', ({ item_id }) => ({ item_id, cat_id: '0' })),
      save('own', ({ pages, item_id }) => ({ page_id: pages.own, item_id })),
      save('rest', ({ pages }) => ({ page_id: pages.other })),
      // Moved out of the scope, and into it.
      save('rest', ({ pages, cats }) => ({ page_id: pages.own, cat_id: cats.other })),
      save('rest', ({ pages, cats }) => ({ page_id: pages.root, cat_id: cats.own })),
      // D5: never to another item.
      { ...save('own', ({ pages, elsewhere }) => ({ page_id: pages.own, item_id: elsewhere })), who: 'nobody' },
    ],
    delete: [
      ...each(['own', 'other', 'root', 'otherOfCE'], { who: 'change' }),
      ...each(['rootOfE'], { who: 'editAsE' }),
      ...each(['ownOfCE'], { who: 'editAsCE' }),
    ],
    createSinglePage: [
      ...each(['own', 'other'], { who: 'edit' }, { isCreateSiglePage: 'true' }),
      ...each(['own', 'root'], { who: 'edit' }, { isCreateSiglePage: 'false' }),
    ],
    uploadList: each(['own', 'other', 'root'], { who: 'visit' }),
  },
  catalog: {
    save: [
      catalog('own', ({ cats }) => ({ parent_cat_id: cats.own })),
      catalog('rest', () => ({ parent_cat_id: '0' })),
      catalog('rest', ({ cats }) => ({ parent_cat_id: cats.other })),
      catalog('own', ({ cats }) => ({ cat_id: cats.below, parent_cat_id: cats.own })),
      catalog('rest', ({ cats }) => ({ cat_id: cats.other })),
      // Moved out of the scope, and into it.
      catalog('rest', ({ cats }) => ({ cat_id: cats.below })),
      catalog('rest', ({ cats }) => ({ cat_id: cats.other, parent_cat_id: cats.own })),
    ],
    catListName: [{ who: 'visitAsUser', fields: it }],
    catListGroup: [{ who: 'visitAsUser', fields: it }],
    getPagesBycat: [
      { who: 'editorsSee', at: 'own', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.below }) },
      { who: 'editorsSee', at: 'rest', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.other }) },
      { who: 'editorsSee', at: 'rest', fields: ({ item_id }) => ({ item_id, cat_id: '0' }) },
    ],
    delete: [
      { who: 'edit', at: 'own', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.empty }) },
      // Pages of others are inside (D4).
      { who: 'change', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.own }) },
      { who: 'change', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.other }) },
    ],
  },
  attachment: {
    visitFile: [
      { who: 'visit', at: 'own', fields: ({ signs }) => ({ sign: signs.own }) },
      { who: 'visit', at: 'rest', fields: ({ signs }) => ({ sign: signs.other }) },
    ],
  },
}
