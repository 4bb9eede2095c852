/* Test data for the screens of comments. */
import type { Comment, Listed, Thread } from './thread.ts'

export const aComment = (comment_id: string, more: Partial<Comment> = {}): Comment => ({
  comment_id,
  uid: '2',
  name: 'Liam Chen',
  username: 'liam',
  via: '',
  content: 'Since the March release it is 45 minutes',
  html: '<p>Since the March release it is 45 minutes</p>',
  addtime: '1795106400',
  edited_time: '0',
  is_deleted: '0',
  is_own: false,
  may_delete: false,
  ...more,
})

export const aThread = (thread_id: string, more: Partial<Thread> = {}): Thread => ({
  thread_id,
  page_id: '1',
  kind: 'passage',
  heading: '',
  quote: 'Text of Overview',
  quote_length: '16',
  version: '3',
  place: 'fixed',
  place_at: '0',
  place_length: '16',
  place_version: '3',
  state: 'open',
  resolved_name: '',
  resolved_time: '0',
  resolved_version: '0',
  addtime: '1795106400',
  last_time: '1795106400',
  history_id: '0',
  may_resolve: true,
  comments: [aComment(`${thread_id}1`)],
  ...more,
})

export const aList = (threads: Thread[], more: Partial<Listed> = {}): Listed => ({
  threads,
  version: '3',
  may: { see: true, write: true, manage: false, places: true },
  refused: '',
  comment_see: '1',
  figures: { open: String(threads.length), resolved: '0', lost: '0' },
  now: '1795110000',
  ...more,
})
