import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'
import type { Role } from '../people.ts'

/** Other worlds of the same people are found too: those of them whose rights there no call changes. search.test.ts has the others. */
export const searchers: Role[] = ['V', 'Vk', 'CR', 'TO', 'O', 'A', 'X', 'D']

/** What is found is told apart by the secrets in it: nobody is told more than they may read, whatever they search. */
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
