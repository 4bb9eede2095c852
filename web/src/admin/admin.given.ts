import type { Account } from '../lib/boot.ts'
import type { SiteFigures, User } from './list.tsx'

export const root: Account = {
  uid: '1',
  username: 'root',
  name: '',
  email: '',
  email_verify: '0',
  groupid: '1',
  avatar: '',
  avatar_small: '',
}

export const user = (n: number, username: string, more: Partial<User> = {}): User => ({
  uid: String(n),
  username,
  name: '',
  email: '',
  email_verify: '0',
  groupid: '2',
  is_disabled: '0',
  sessions: '0',
  items: '0',
  reg_time: '2026-11-03 09:00:00',
  last_login_time: '2026-11-20 16:31:00',
  ...more,
})

const day = (at: string, pages: string, views: string) => ({
  day: at,
  users: '3',
  items: '2',
  pages,
  stored: '2048',
  views,
  fetched: '0',
})
export const figures: SiteFigures = {
  now: {
    users: '128',
    users_new: '6',
    items: '64',
    items_archived: '9',
    pages: '3917',
    pages_more: '212',
    files: '41',
    stored: String(1.8 * 1024 ** 3),
  },
  days: [day('2026-11-18', '3700', '200'), day('2026-11-19', '3800', '350'), day('2026-11-20', '3917', '120')],
  most_read: [{ item_id: '7', item_name: 'Order Service API', views: '3120' }],
}
