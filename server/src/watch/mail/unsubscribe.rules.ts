import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, type UnsubscribeScope, type WatchKind } from '@sheaf/contract'
import { keyOf } from '../../auth/secrets.ts'
import type { Services } from '../../context.ts'

/*
 * The token of an unsubscribe link (W46): person, scope, counter of the person, and an HMAC over them. It can only end mail, so it needs
 * no session, and it stays valid until the counter of the person grows.
 */
type Keys = Pick<Services, 'config'>

/** What a link ends: `page:17` and the like, a group of events, or `all`. */
export type Ends = `${WatchKind}:${number}` | 'to_me' | 'watched' | 'due' | 'feedback' | 'all'

interface Named {
  uid: number
  ends: Ends
  counter: number
}

const PURPOSE = 'link that ends mail'

const macOf = (services: Keys, text: string) => createHmac('sha256', keyOf(services)).update(`${PURPOSE}:${text}`).digest('base64url')

export function unsubscribeToken(services: Keys, { uid, ends, counter }: Named): string {
  const text = `${uid}.${ends}.${counter}`
  return `${Buffer.from(text).toString('base64url')}.${macOf(services, text)}`
}

const FORM = /^(\d{1,10})\.((?:thread|page|catalog|item):\d{1,10}|to_me|watched|due|feedback|all)\.(\d{1,9})$/

/** What a token names; each one that this server did not make gives the same refusal. */
export function namedIn(services: Keys, token: string): Named {
  const [body = '', mac = '', ...more] = token.split('.')
  const text = Buffer.from(body, 'base64url').toString('utf8')
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(services, text))]
  const [, uid, ends, counter] = FORM.exec(text) ?? []
  // The same bytes have several forms in base64url; only the one that was sent is taken.
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted) && Buffer.from(text).toString('base64url') === body
  if (!isOurs || more.length > 0 || !uid || !ends || !counter) throw new Refusal('linkInvalid')
  return { uid: Number(uid), ends: ends as Ends, counter: Number(counter) }
}

/** An address with most of its characters replaced. */
export const maskedAddress = (email: string) => {
  const [name = '', host = ''] = email.split('@')
  return host === '' ? '' : `${name.slice(0, 1)}***@${host}`
}

/** What a link ends, without the name of anything. */
export const scopeOf = (ends: Ends, email: string): UnsubscribeScope => {
  const address = maskedAddress(email)
  if (ends === 'all') return { scope: 'all', group: '', kind: '', address }
  const kind = /^(thread|page|catalog|item):/.exec(ends)?.[1] as WatchKind | undefined
  return kind
    ? { scope: 'subject', group: '', kind, address }
    : { scope: 'group', group: ends as Exclude<UnsubscribeScope['group'], ''>, kind: '', address }
}
