import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Notices, what people watch, and mail. */

export interface Notice {
  notice_id: Id
  uid: number
  kind: string
  notice_title: string
  notice_content: string
  from_uid: number | null
  from_name: string
  item_id: number
  page_id: number
  is_read: Generated<number>
  notice_time: number
  /** 0: whether it is mailed has not been decided yet. */
  is_planned: Generated<number>
}

/** What a person, or a team of an item, watches (watch/watch.rules.ts). */
export interface Watch {
  watch_id: Id
  /** 0: a team watches. */
  uid: number
  team_id: Generated<number>
  kind: 'thread' | 'page' | 'catalog' | 'item'
  subject_id: number
  item_id: number
  /** Of a page or a thread, otherwise 0. */
  page_id: Generated<number>
  level: 'all' | 'changes' | 'muted'
  source: 'own' | 'team' | 'showdoc'
  addtime: number
}

/** What happened and is in no log of changes: it waits until it has become news (watch/news). */
export interface NewsEvent {
  event_id: Id
  kind: 'comment.created' | 'comment.resolved' | 'feedback.note' | 'access.asked'
  item_id: number
  page_id: number
  thread_id: Generated<number>
  /** Of a note, its feedback_id; of a request for access, its ask_id. */
  comment_id: Generated<number>
  /** 0 for a visitor. */
  uid: number
  username: string
  via: Generated<string>
  addtime: number
  /** Whether those who watch were informed, and whether webhooks were; then the row goes. */
  is_told: Generated<number>
  is_hooked: Generated<number>
}

/** A piece of news for one person, until it has been mailed (docs/decisions/0104). It holds no title and no text. */
export interface Tell {
  tell_id: Id
  uid: number
  news_group: string
  kind: string
  /** Kind and subject: further events of the same kind join the row. */
  news_key: string
  item_id: number
  page_id: Generated<number>
  thread_id: Generated<number>
  /** JSON: numbers of changes and comments, and who acted. */
  about: string
  notice_id: Generated<number>
  mail: 'soon' | 'daily' | 'weekly'
  state: Generated<'waiting' | 'mailed' | 'dropped'>
  mail_id: Generated<number>
  addtime: number
  last_time: number
}

/** A mail about news. Its text is made when it is sent, and not kept. */
export interface Mail {
  mail_id: Id
  uid: number
  kind: 'soon' | 'daily' | 'weekly'
  /** The day of the person, and the number of a mail within it: one digest a day. */
  day: string
  message_id: string
  state: 'waiting' | 'sent' | 'empty' | 'failed'
  tries: Generated<number>
  next_time: number
  claimed_until: Generated<number>
  problem: Generated<string>
  addtime: number
  sent_time: Generated<number>
}

/** When a person gets mail. Without a row, the first settings count. */
export interface TellSetting {
  uid: number
  zone: Generated<string>
  language: Generated<string>
  /** JSON by group; '' the first settings. */
  news_rows: Generated<string>
  quiet: Generated<string>
  digest_hour: Generated<number>
  digest_day: Generated<number>
  /** Grows to make the links of all older mails invalid. */
  counter: Generated<number>
  /** Mails in a row that the mailbox refused for good. */
  bounced: Generated<number>
  /** JSON: subjects and groups whose mail the person has ended by a link. */
  ended: Generated<string>
  /** When a digest was last planned. */
  looked_time: Generated<number>
}

/** The last change that became news; changes before `since` become none. */
export interface NewsCursor {
  last: number
  since: number
  /** The server that makes news, and until when. */
  owner: Generated<string>
  claimed_until: Generated<number>
}
