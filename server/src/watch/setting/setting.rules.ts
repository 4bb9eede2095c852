import { Refusal, type WatchSettings } from '@sheaf/contract'
import { type Language, languages } from '@sheaf/contract/languages'
import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export type Rows = WatchSettings['rows']
export type Quiet = WatchSettings['quiet']

/** What a new account gets. `to_me` is always in the list. */
const FIRST: Rows = {
  to_me: { list: true, mail: 'soon' },
  watched: { list: true, mail: 'daily' },
  due: { list: true, mail: 'weekly' },
  feedback: { list: false, mail: 'weekly' },
}
const NO_QUIET: Quiet = { from: 0, to: 0, days: [] }

export interface Setting {
  uid: number
  zone: string
  language: Language
  rows: Rows
  quiet: Quiet
  digest_hour: number
  digest_day: number
  counter: number
  bounced: number
  /** Subjects and groups whose mail a link has ended: `page:17`, `watched`, `all`. */
  ended: string[]
}

type Row = Selectable<Schema['tell_setting']>

const opened = <T>(json: string, first: T): T => (json === '' ? first : { ...first, ...(JSON.parse(json) as T) })
const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

/** The setting of a person; without a row the first settings. */
export function settingFrom(uid: number, row: Row | undefined): Setting {
  const ended = row?.ended ? (JSON.parse(row.ended) as string[]) : []
  const rows = withoutEnded(opened(row?.news_rows ?? '', FIRST), ended)
  return {
    uid,
    zone: row?.zone ?? '',
    language: row && isLanguage(row.language) ? row.language : 'en',
    rows: { ...rows, to_me: { ...rows.to_me, list: true } },
    quiet: opened(row?.quiet ?? '', NO_QUIET),
    digest_hour: row?.digest_hour ?? 8,
    digest_day: row?.digest_day ?? 1,
    counter: row?.counter ?? 0,
    bounced: row?.bounced ?? 0,
    ended,
  }
}

/** A group whose mail a link has ended has none, as the settings show it. */
const withoutEnded = (rows: Rows, ended: readonly string[]): Rows => {
  const shown = (group: keyof Rows): Rows[typeof group] =>
    ended.includes(group) || ended.includes('all') ? { ...rows[group], mail: 'none' } : rows[group]
  return { to_me: shown('to_me'), watched: shown('watched'), due: shown('due'), feedback: shown('feedback') }
}

/** The most mails about news of a day of the person, digests included. */
export const MAILS_MAX = 12

/** Mails in a row that a mailbox refused for good, after which nothing more is sent to it. */
export const BOUNCED_FROM = 3

export function mustBeZone(zone: string): string {
  if (zone === '') return ''
  try {
    // Names alone: an offset such as +08:00 has no daylight saving.
    if (!/^[A-Za-z]/.test(zone)) throw new RangeError()
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone ? zone : ''
  } catch {
    throw new Refusal('zoneUnknown')
  }
}

export function mustBeLanguage(language: string): string {
  if (language === '' || isLanguage(language)) return language
  throw new Refusal('badInput', { field: 'language' })
}

export function mustBeWithin(field: string, value: number, from: number, to: number): number {
  if (value < from || value > to) throw new Refusal('badInput', { field })
  return value
}
