import type { Answer } from '@sheaf/contract/client'
import type { Account } from '../lib/boot.ts'

type Info = Answer<'suggestion', 'info'>
type Row = Answer<'suggestion', 'getList'>['list'][number]

const NOW = 1_795_000_000

export const emma: Account = {
  uid: '1',
  username: 'emma',
  name: '',
  email: '',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
}

export const suggestionRow = (suggestion_id: string, more: Partial<Row> = {}): Row => ({
  suggestion_id,
  item_id: '7',
  item_name: 'Orders',
  page_id: '12',
  cat_id: '0',
  title: 'Create an order',
  page_title: 'Create an order',
  reason: 'The limit is wrong',
  uid: '2',
  username: 'liam',
  name: 'liam',
  via: 'Cursor',
  state: 'open',
  is_partial: '0',
  revision: '1',
  base_version: '3',
  added: '2',
  removed: '2',
  decided_username: '',
  decided_name: '',
  decided_note: '',
  decided_time: '0',
  result_version: '0',
  addtime: String(NOW),
  last_update_time: String(NOW),
  decidable: true,
  readable: true,
  ...more,
})

export const LINES = Array.from({ length: 30 }, (_, at) => `line ${at}`)
export const BASE = LINES.join('\n')
/** Changes lines 3 and 20. */
export const PROPOSED = LINES.with(3, 'line three').with(20, 'line twenty').join('\n')

export const current = (more: Partial<NonNullable<Info['current']>> = {}): NonNullable<Info['current']> => ({
  version: '3',
  page_title: 'Create an order',
  page_content: BASE,
  author_username: 'noah',
  author_name: 'noah',
  addtime: String(NOW),
  is_del: '0',
  lock_username: '',
  lock_name: '',
  meanwhile: [],
  base_history_id: '0',
  ...more,
})

export const suggestionInfo = (more: Partial<Info> = {}): Info => ({
  ...suggestionRow('5'),
  base_title: 'Create an order',
  base_content: BASE,
  page_content: PROPOSED,
  current: current(),
  conflicts: '0',
  hidden: '0',
  others: [],
  is_own: false,
  refused: '',
  ...more,
})
