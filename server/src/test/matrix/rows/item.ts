import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import { VISIT_PASSWORD, type World } from '../world.ts'
import { editRows, insertRows, pushRows, readBy } from './open.ts'
import { searchers } from './search.ts'

const it = ({ item_id }: World) => ({ item_id })
const once: { once: true } = { once: true }
const open = (item_id: string, page_id = '0', password = VISIT_PASSWORD) => ({ item_id, page_id, password, v_code: '', refer_url: '' })
const change = { item_name: 'Renamed', item_description: '', item_domain: '' }
const member = { cat_id: '0', member_group_id: '1' }

export const itemRows: { [G in 'item' | 'member' | 'publish']: Rows<Contract[G]> } = {
  item: {
    myList: [
      { who: 'users', ...once, fields: () => ({ original: '0', item_group_id: '0' }) },
      { who: 'users', ...once, fields: ({ groups }, { role }) => ({ original: '0', item_group_id: groups[role] ?? '1' }) },
    ],
    info: [
      { who: 'visit', fields: ({ item_id, pages }) => ({ item_id, default_page_id: pages.other }) },
      ...readBy('own', it, ['item', 'own', 'rest']),
      { who: 'visit', fields: ({ domain }) => ({ item_id: domain }) },
      { who: 'visit', fields: ({ domain }) => ({ item_id: '', item_domain: domain.toUpperCase() }) },
      { who: 'visit', fields: ({ item_id }) => ({ item_id, keyword: 'word' }) },
    ],
    detail: [{ who: 'manage', fields: it }],
    search: [
      { who: 'visitAsUser', fields: ({ item_id }) => ({ item_id, keyword: 'word' }) },
      { who: 'visitAsUser', fields: ({ item_id }) => ({ item_id, keyword: 'CNRYrest' }) },
    ],
    searchMine: [
      { who: 'users', ...once, roles: searchers, fields: () => ({ keyword: 'word', item_group_id: '0' }) },
      { who: 'users', ...once, roles: searchers, fields: () => ({ keyword: 'CNRYrest', item_group_id: '0' }) },
      { who: 'users', ...once, fields: ({ groups }, { role }) => ({ keyword: 'word', item_group_id: groups[role] ?? '1' }) },
    ],
    add: [
      { who: 'users', ...once, fields: () => ({ item_type: '1', ...change }) },
      { who: 'copy', fields: ({ item_id }) => ({ copy_item_id: item_id, ...change }) },
    ],
    update: [{ who: 'change', fields: ({ item_id }) => ({ item_id, ...change }) }],
    sort: [{ who: 'users', ...once, fields: ({ item_id }) => ({ data: JSON.stringify({ [item_id]: 1 }), item_group_id: '0' }) }],
    top: [
      { who: 'visitAsUser', fields: ({ item_id }) => ({ item_id, action: 'top' }) },
      { who: 'users', ...once, fields: ({ item_id }) => ({ item_id, action: 'cancel' }) },
    ],
    latest: [{ who: 'users', ...once, roles: searchers }],
    visit: [{ who: 'visitAsUser', fields: it }],
    itemList: [{ who: 'users', ...once }],
    getPage: [
      ...readBy('own', ({ item_id, pages }) => ({ item_id, page_id: pages.own })),
      ...readBy('rest', ({ pages }) => ({ page_id: pages.other })),
      { who: 'none', fields: ({ elsewhere, pages }) => ({ item_id: elsewhere, page_id: pages.own }) },
    ],
    exitItem: [{ who: 'leave', fields: it }],
    delete: [{ who: 'manage', fields: ({ item_id }, { password }) => ({ item_id, password }) }],
    archive: [{ who: 'manage', fields: ({ item_id }, { password }) => ({ item_id, password }) }],
    attorn: [{ who: 'manage', fields: ({ item_id, people: { U } }, { password }) => ({ item_id, username: U.username, password }) }],
    getKey: [{ who: 'manage', reveals: ['key'], fields: it }],
    resetKey: [{ who: 'change', fields: it }],
    updateByApi: pushRows,
    insertCatalog: insertRows,
    editPage: editRows,
    pwd: [
      { who: 'everybodyOfAPrivate', roles: ['V', 'Vk', 'U', 'CR', 'X'], counts: ['throttle'], fields: ({ item_id }) => open(item_id) },
      { who: 'everybodyOfAPrivate', roles: ['V', 'U'], counts: ['throttle'], fields: ({ domain }) => open(domain) },
      { who: 'everybodyOfAPrivate', roles: ['V', 'U'], counts: ['throttle'], fields: ({ pages }) => open('0', pages.other) },
      { who: 'none', roles: ['V', 'U'], counts: ['throttle'], fields: ({ item_id }) => open(item_id, '0', '') },
    ],
  },
  member: {
    getList: [{ who: 'manage', fields: it }],
    getAllList: [{ who: 'editorsSee', fields: it }],
    save: [{ who: 'change', fields: ({ item_id, people: { U } }) => ({ item_id, username: U.username, ...member }) }],
    update: [
      { who: 'change', fields: ({ item_id, members }) => ({ item_id, item_member_id: members.R, ...member }) },
      { who: 'change', fields: ({ item_id, members }) => ({ item_id, item_member_id: members.CE, ...member }) },
    ],
    delete: [{ who: 'change', fields: ({ item_id, members }) => ({ item_id, item_member_id: members.R }) }],
  },
  publish: {
    info: [{ who: 'manage', fields: it }],
    tokens: [{ who: 'manage', fields: it }],
    save: [{ who: 'change', fields: ({ item_id }) => ({ item_id, is_indexed: '0', agent_note: 'Ask first.' }) }],
  },
} satisfies Record<string, Record<string, Case[]>>
