import { isSecretName } from '@sheaf/description/secret-names'
import { MASK, maskedJson } from '@sheaf/description/secrets'
import { stored } from '../../lib/stored.ts'
import { consoleKey } from '../../session/console-keys.ts'
import { isValues } from './keep.ts'
import type { Row, Values } from './values.ts'

/** A request that was sent from this browser, without its secrets. */
export interface Recent {
  /** Unix milliseconds. */
  at: number
  page_id: string
  method: string
  path: string
  env_name: string
  /** 0 without an answer. */
  status: number
  ms: number
  values: Values
}

const RECENT_MAX = 20
const TEXT_CHARS_MAX = 20_000

const keyOf = (uid: string, item_id: string) => consoleKey(uid, `${item_id}.recent`)

const isRecent = (value: unknown): value is Recent => {
  const one = value as Partial<Record<keyof Recent, unknown>> | null
  return (
    typeof one === 'object' &&
    one !== null &&
    [one.page_id, one.method, one.path, one.env_name].every((text) => typeof text === 'string') &&
    [one.at, one.status, one.ms].every(Number.isFinite) &&
    isValues(one.values)
  )
}

/** The newest first. */
export function readRecent(uid: string, item_id: string): Recent[] {
  const found = stored.readJson(keyOf(uid, item_id))
  return Array.isArray(found) ? found.filter(isRecent).slice(0, RECENT_MAX) : []
}

const SECRET_CHARS_MIN = 4

/** Secrets as a text can contain them: as they are, and in JSON. Shorter ones would be found in any text. */
export const writtenSecrets = (secrets: string[]) =>
  secrets.filter((secret) => secret.length >= SECRET_CHARS_MIN).flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])

/** The values without secrets: fields with the name of a secret, and fields that contain one of these texts. */
export function withoutSecrets(values: Values, secrets: string[]): Values {
  const hidden = writtenSecrets(secrets)
  const isOpen = (text: string) => !hidden.some((secret) => text.includes(secret))
  const clean = (rows: Row[]) =>
    rows.map(({ name, value }) => ({ name, value: (isSecretName(name) && !/^\{\{[^{}]*\}\}$/.test(value)) || !isOpen(value) ? '' : value }))
  return {
    path: clean(values.path),
    query: clean(values.query),
    headers: clean(values.headers),
    cookies: values.cookies.map(({ name }) => ({ name, value: '' })),
    rows: clean(values.rows),
    type: values.type,
    text: cleanText(values.text, isOpen),
  }
}

/** A text that is no JSON can have a secret anywhere, so it is not stored. */
function cleanText(text: string, isOpen: (text: string) => boolean): string {
  if (text.length > TEXT_CHARS_MAX || !isOpen(text)) return ''
  try {
    JSON.parse(text)
  } catch {
    return ''
  }
  return maskedJson(text).replaceAll(MASK, '')
}

/** Remembers a request in this browser, as the newest one. */
export function remember(uid: string, item_id: string, recent: Recent) {
  stored.write(keyOf(uid, item_id), JSON.stringify([recent, ...readRecent(uid, item_id)].slice(0, RECENT_MAX)))
}

export const forgetRecent = (uid: string, item_id: string) => stored.remove(keyOf(uid, item_id))
