import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'

const whole = { cat_id: '0', page_id: '0', request_id: '' }

/** G9: the whole item, a catalog, a page; and parts of another item or of the recycle bin. */
const parts: Case[] = [
  { who: 'editorsSee', fields: ({ item_id }) => ({ ...whole, item_id }) },
  { who: 'editorsSee', fields: ({ item_id, cats }) => ({ ...whole, item_id, cat_id: cats.below }) },
  { who: 'editorsSee', at: 'rest', fields: ({ item_id, cats }) => ({ ...whole, item_id, cat_id: cats.other }) },
  { who: 'editorsSee', fields: ({ item_id, pages }) => ({ ...whole, item_id, page_id: pages.own }) },
  { who: 'editorsSee', at: 'rest', fields: ({ item_id, pages }) => ({ ...whole, item_id, page_id: pages.root }) },
  { who: 'none', fields: ({ elsewhere, pages }) => ({ ...whole, item_id: elsewhere, page_id: pages.own }) },
  { who: 'none', fields: ({ elsewhere, cats }) => ({ ...whole, item_id: elsewhere, cat_id: cats.own }) },
  { who: 'none', fields: ({ item_id, binned }) => ({ ...whole, item_id, page_id: binned }) },
]

const inThread = (cases: Case[]): Case[] => cases.map((one) => ({ ...one, needsThread: true }))
/** An item, a part of it and a page of another item show that a format checks the same rights as the outline, in every world. */
const isCheckedEverywhere = (n: number) => [0, 2, 5].includes(n)
const sameChecks = inThread(parts.filter((_, n) => isCheckedEverywhere(n))).map(
  (one): Case => ({ ...one, roles: ['V', 'R', 'CR', 'CE', 'E', 'O', 'X'] }),
)
/** The outline runs every part for every role; each export takes a thread, so here few roles run the parts that are left. */
const allChecks = inThread(parts).map((one, n): Case => (isCheckedEverywhere(n) ? one : { ...one, once: true, roles: ['CR', 'CE', 'E'] }))
const without = (cases: Case[]): Case[] =>
  cases.map(({ fields, ...one }) => ({
    ...one,
    fields: (world, who) => {
      const { request_id: _none, ...rest } = fields?.(world, who) ?? {}
      return rest
    },
  }))

export const exportRows: { export: Rows<Contract['export']> } = {
  export: {
    markdown: allChecks,
    word: sameChecks,
    html: sameChecks,
    outline: without(parts),
    pages: [
      {
        who: 'editorsSee',
        fields: ({ item_id, pages, binned }) => ({ item_id, page_ids: JSON.stringify([...Object.values(pages), binned]) }),
      },
    ],
    progress: [{ who: 'users', once: true, fields: () => ({ request_id: 'export-01' }) }],
    cancel: [{ who: 'users', once: true, fields: () => ({ request_id: 'export-01' }) }],
  },
}
