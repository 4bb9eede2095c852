import type { Contract } from '@sheaf/contract'
import { description } from '../../../source/test/orders.ts'
import type { Case, Rows } from '../case.ts'
import type { At } from '../rules.ts'
import type { World } from '../world.ts'

type Fields = (world: World) => Record<string, string>

const wrong = ({ keys }: World) => ({ ...keys, api_token: 'x'.repeat(32) })

/** Allowed with the key pair. Refused with another token, which is counted, and without a pair, which is not. */
const by = (who: Case['who'], fields: Fields, more: Partial<Case> = {}): Case[] => [
  { who, ...more, fields: (world) => ({ ...fields(world), ...world.keys }) },
  { who: 'none', roles: ['O'], counts: ['throttle'], ...more, fields: (world) => ({ ...fields(world), ...wrong(world) }) },
  { who: 'none', roles: ['U', 'A'], ...more, fields },
]
const keyed = (fields: Fields, more: Partial<Case> = {}) => by('keyed', fields, more)

/** Allowed for readers and with the key pair. With another token, a caller without the right to read gets 10306. */
export const readBy = (place: At, fields: Fields, reveals: Case['reveals'] = ['item', place]): Case[] => [
  { who: 'visit', at: place, fields },
  { who: 'linked', at: place, reveals, fields: (world) => ({ ...fields(world), ...world.keys }) },
  {
    who: 'visit',
    at: place,
    once: true,
    roles: ['V', 'CR', 'O'],
    counts: ['throttle'],
    code: 10306,
    fields: (world) => ({ ...fields(world), ...wrong(world) }),
  },
]

/** Refused although the pair is right, because the target is not in its item. */
const unknown = (fields: Fields): Case[] => [
  { who: 'none', once: true, roles: ['V', 'O'], counts: ['item_key'], fields: (world) => ({ ...fields(world), ...world.keys }) },
]

/** A run of an example that the page does not have; a later text can have changed it too. */
const aRun = (page_id: string) =>
  JSON.stringify([{ page_id, name: 'GET /orders', env: 'staging', seal: 'a', state: 'passing', status: 200, ms: 12 }])

/** These calls also refuse in plain text, so the matrix sees success; the tests of open/ cover their effects. */
const inWords: Case[] = [{ who: 'anyone', once: true, fields: () => ({}) }]

export const pushRows = keyed(() => ({ cat_name: 'Guides', page_title: 'Start', page_content: 'Pushed' }))

const text = { page_title: 'Start', page_content: 'Pushed' }
export const insertRows = [
  ...keyed(({ item_id, cats }) => ({ item_id, cat_name: 'Name', parent_cat_id: cats.own })),
  ...unknown(({ elsewhere }) => ({ item_id: elsewhere, cat_name: 'Name' })),
]
export const editRows = [
  ...keyed(({ item_id, pages, cats }) => ({ ...text, item_id, page_id: pages.other, cat_id: cats.own }), { reveals: ['rest'] }),
  ...keyed(({ cats }) => ({ ...text, page_id: '', cat_id: cats.own })),
  ...unknown(({ binned }) => ({ ...text, page_id: binned })),
  ...unknown(({ elsewhere, pages }) => ({ ...text, item_id: elsewhere, page_id: pages.own })),
]

export const openRows: { [G in 'open' | 'fromComments']: Rows<Contract[G]> } = {
  open: {
    updatePage: pushRows,
    updateItem: pushRows,
    getPage: [
      ...by('linked', ({ pages }) => ({ page_id: pages.other }), { reveals: ['rest'] }),
      ...unknown(({ binned }) => ({ page_id: binned })),
    ],
    deletePage: [...keyed(({ pages }) => ({ page_id: pages.other })), ...unknown(({ binned }) => ({ page_id: binned }))],
    getCatalogTree: by('linked', () => ({}), { reveals: ['own', 'rest'] }),
    createCatalog: [
      ...keyed(({ cats }) => ({ cat_name: 'Name', parent_cat_id: cats.own })),
      ...unknown(({ pages }) => ({ cat_name: 'Name', parent_cat_id: pages.own })),
    ],
    updateCatalog: keyed(({ cats }) => ({ cat_id: cats.own, cat_name: 'Name' })),
    deleteCatalog: [...keyed(({ cats }) => ({ cat_id: cats.own })), ...unknown(({ pages }) => ({ cat_id: pages.own }))],
    uploadAttachment: keyed(({ pages }) => ({ page_id: pages.own }), { file: Buffer.from('text'), fileName: 'a.txt' }),
    deleteAttachment: keyed(({ files }) => ({ file_id: files.own })),
    pushSource: keyed(() => ({ name: 'orders', title: '', cat_name: '', mode: '' }), {
      file: description(),
      fileName: 'orders.json',
      needsThread: true,
    }),
    getSources: by('linked', () => ({}), { reveals: ['own'] }),
    getProofs: by('linked', () => ({ repo: 'shop' })),
    reportProofs: keyed(() => ({ repo: 'shop', ref: 'abc', results: JSON.stringify([{ proof_id: 1, target: 'shop:a.ts', seal: 'a' }]) })),
    getExamples: by('linked', () => ({ env: 'staging', cat_name: '' })),
    reportExamples: keyed(({ pages }) => ({ env: 'staging', ref: 'abc', results: aRun(pages.own) })),
    getTruth: by('linked', () => ({ cat_name: '' })),
    updateDbItem: inWords,
    fromComments: inWords,
  },
  fromComments: { generate: inWords },
}
