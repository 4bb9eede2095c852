import { randomBytes } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import {
  BOT_HOSTS,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  type WebhookEvent,
  type WebhookKind,
} from '@sheaf/contract/webhooks'
import { seal, unseal } from '../auth/secrets.ts'
import type { Services } from '../context.ts'

type Keys = { config: Pick<Services['config'], 'SECRET_KEY' | 'DATA_DIR'> }

const HINT_CHARS = 4
const SECRET_BYTES = 32

export const isKind = (kind: string): kind is WebhookKind => WEBHOOK_KINDS.some((known) => known === kind)
export const isBot = (kind: WebhookKind) => kind !== 'json'

export const mustBeKind = (kind: string): WebhookKind => {
  if (!isKind(kind)) throw new Refusal('badInput', { field: 'kind' })
  return kind
}

export function mustBeEvents(events: string[]): WebhookEvent[] {
  const known = WEBHOOK_EVENTS.filter((event) => events.includes(event))
  if (known.length === 0 || known.length < new Set(events).size) throw new Refusal('badInput', { field: 'events' })
  return known
}

export const mustBeLanguage = (language: string) => {
  if (!isLanguage(language)) throw new Refusal('badInput', { field: 'language' })
  return language
}

/** A bot has the host of its chat. One inside, which the operator allowed, can have any: it can pass messages on. */
export function mustMatchKind(kind: WebhookKind, { host, isInside }: { host: string; isInside: boolean }) {
  if (kind === 'json' || isInside) return
  const hosts = BOT_HOSTS[kind]
  if (!hosts.includes(host)) throw new Refusal('urlKind', { host: hosts[0] ?? '' })
}

/** In the form of Standard Webhooks. */
export const makeSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** The end of an address or path, by which a user recognizes it. Short ones, which it would reveal, have none. */
export const hintOf = (url: URL) => {
  const end = `${url.pathname}${url.search}`
  return end.length >= 4 * HINT_CHARS ? end.slice(-HINT_CHARS) : ''
}

/*
 * Addresses contain the keys of bots, so they are encrypted like the secrets. Each is bound to its purpose; a row cannot be bound to its
 * id, which does not exist before the row.
 */
const names = { url: 'webhook.url', secret: 'webhook.secret' } as const
type Sealed = keyof typeof names

export const sealed = (services: Keys, name: Sealed, text: string) => (text === '' ? '' : seal(services, names[name], text))
/** Undefined when another SECRET_KEY encrypted it. */
export const unsealed = (services: Keys, name: Sealed, text: string) => (text === '' ? '' : unseal(services, names[name], text))

interface Former {
  secret_sealed: string
  secret_before_sealed: string
  secret_before_until: number
}

/** Replaced secrets that sign: each is followed by its end, for which an earlier version has stored none. */
const formerIn = ({ secret_before_sealed, secret_before_until }: Former) =>
  secret_before_sealed.split(' ').map((one) => {
    const [secret = '', until = secret_before_until] = one.split('@')
    return { secret, until: Number(until) }
  })

/** The encrypted secrets that sign together with the present one at this time. */
export const validFormer = (row: Former, at: number) =>
  row.secret_before_until > at
    ? formerIn(row)
        .filter(({ secret, until }) => secret !== '' && until > at)
        .map(({ secret }) => secret)
    : []

/** Requests with more signatures could be too large for receivers. */
const FORMER_MAX = 5

/** What is stored of replaced secrets when the present one becomes one of them. Those that still sign keep their time. */
export function formerSecrets(now: Former, at: number) {
  const secret_before_until = at + SECRET_OVERLAP_HOURS * 3600
  const valid = formerIn(now).filter(({ secret, until }) => secret !== '' && until > at)
  const all = [{ secret: now.secret_sealed, until: secret_before_until }, ...valid].slice(0, FORMER_MAX)
  return { secret_before_sealed: all.map(({ secret, until }) => `${secret}@${until}`).join(' '), secret_before_until }
}
