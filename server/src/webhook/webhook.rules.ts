import { randomBytes } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { BOT_HOSTS, WEBHOOK_EVENTS, WEBHOOK_KINDS, type WebhookEvent, type WebhookKind } from '@sheaf/contract/webhooks'
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
