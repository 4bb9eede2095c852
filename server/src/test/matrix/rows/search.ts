import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'
import type { Role } from '../users.ts'

/** A search also finds other worlds of the same users. These are the roles whose rights no call changes; search.test.ts covers the rest. */
export const searchers: Role[] = ['V', 'Vk', 'CR', 'TO', 'O', 'A', 'X', 'D']

/** The secrets in an answer identify what was found. No search reveals more than the role can read. */
export const searchRows: { search: Rows<Contract['search']> } = {
  search: {
    all: [
      { who: 'users', once: true, roles: searchers, fields: () => ({ keyword: 'word' }) },
      { who: 'users', once: true, roles: searchers, fields: () => ({ keyword: 'CNRYrest' }) },
      { who: 'users', once: true, roles: searchers, fields: () => ({ keyword: 'CNRYitem' }) },
    ],
    item: [
      { who: 'visit', fields: ({ item_id }) => ({ item_id, keyword: 'word' }) },
      { who: 'visit', fields: ({ domain }) => ({ item_id: domain, keyword: 'CNRYrest' }) },
    ],
    pages: [{ who: 'anyone', fields: ({ pages, binned }) => ({ page_ids: JSON.stringify([...Object.values(pages), binned]) }) }],
  },
}
