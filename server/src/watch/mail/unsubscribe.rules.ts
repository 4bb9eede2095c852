import { createHmac } from 'node:crypto'
import type { NewsGroup, UnsubscribeScope, WatchKind } from '@sheaf/contract'
import { keyOf, sameSecret } from '../../auth/secrets.ts'

type KeyServices = Parameters<typeof keyOf>[0]

/** What a link ends: mail about one subject, about a group of events, or all mail about news. */
export type Ending = { scope: 'subject'; kind: WatchKind; subject_id: number } | { scope: 'group'; group: NewsGroup } | { scope: 'all' }

/** An ending as `tell_setting.ended` and the tokens have it: `page:17`, `watched`, `all`. */
export const nameOf = (ending: Ending): string =>
  ending.scope === 'subject' ? `${ending.kind}:${ending.subject_id}` : ending.scope === 'group' ? ending.group : 'all'

const SUBJECT = /^(thread|page|catalog|item):([1-9]\d{0,8})$/
const GROUP = /^(to_me|watched|due|feedback)$/

function endingOf(name: string): Ending | undefined {
  if (name === 'all') return { scope: 'all' }
  if (GROUP.test(name)) return { scope: 'group', group: name as NewsGroup }
  const subject = SUBJECT.exec(name)
  return subject ? { scope: 'subject', kind: subject[1] as WatchKind, subject_id: Number(subject[2]) } : undefined
}

const macOf = (services: KeyServices, content: string) =>
  createHmac('sha256', keyOf(services)).update(`unsubscribe ${content}`).digest('base64url')

interface Holder {
  uid: number
  /** Of the settings of the person; a link with another number is old. */
  counter: number
}

/** The token of a link (W46). It contains numbers only, does not sign in and can only end mail. */
export function tokenFor(services: KeyServices, { uid, counter }: Holder, ending: Ending): string {
  const content = `${uid}.${counter}.${nameOf(ending).replace(':', '-')}`
  return `${content}.${macOf(services, content)}`
}

/** Undefined for a token that is not ours. Whether its counter is the current one is for the caller to see. */
export function openToken(services: KeyServices, token: string): (Holder & { ending: Ending }) | undefined {
  const parts = /^((\d{1,9})\.(\d{1,9})\.([a-z_]{1,10}(?:-\d{1,9})?))\.([\w-]{43})$/.exec(token)
  if (!parts) return undefined
  const [, content = '', uid, counter, name = '', mac = ''] = parts
  const ending = endingOf(name.replace('-', ':'))
  return ending && sameSecret(mac, macOf(services, content)) ? { uid: Number(uid), counter: Number(counter), ending } : undefined
}

/** An address that its owner recognizes and that shows others little. */
const masked = (email: string) => email.replace(/^(.)[^@]*@/u, '$1***@')

export const shownScope = (ending: Ending, email: string): UnsubscribeScope => ({
  scope: ending.scope,
  group: ending.scope === 'group' ? ending.group : '',
  kind: ending.scope === 'subject' ? ending.kind : '',
  address: masked(email),
})

interface Subject {
  news_group: string
  item_id: number
  page_id: number
  thread_id: number
}

/** Whether mail about a piece of news has been ended by a link. */
export const isEnded = (ended: readonly string[], { news_group, item_id, page_id, thread_id }: Subject) =>
  ended.some(
    (one) => one === 'all' || one === news_group || one === `thread:${thread_id}` || one === `page:${page_id}` || one === `item:${item_id}`,
  )
