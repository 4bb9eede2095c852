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
  /** The rows without what links have ended. */
  chosen: Rows
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
  const stored = opened(row?.news_rows ?? '', FIRST)
  const chosen = { ...stored, to_me: { ...stored.to_me, list: true } }
  return {
    uid,
    zone: row?.zone ?? '',
    language: row && isLanguage(row.language) ? row.language : 'en',
    rows: withoutEnded(chosen, ended),
    chosen,
    quiet: opened(row?.quiet ?? '', NO_QUIET),
    digest_hour: row?.digest_hour ?? 8,
    digest_day: row?.digest_day ?? 1,
    counter: row?.counter ?? 0,
    bounced: row?.bounced ?? 0,
    ended,
  }
}

const isGroupEnded = (ended: readonly string[], group: string) => ended.includes(group) || ended.includes('all')

/** A group whose mail a link has ended has none, as the settings show it. */
const withoutEnded = (rows: Rows, ended: readonly string[]): Rows => {
  const shown = (group: keyof Rows): Rows[typeof group] => (isGroupEnded(ended, group) ? { ...rows[group], mail: 'none' } : rows[group])
  return { to_me: shown('to_me'), watched: shown('watched'), due: shown('due'), feedback: shown('feedback') }
}

const GROUPS = ['to_me', 'watched', 'due', 'feedback'] as const

/**
 * The rows after a choice, and what stays ended. A group that the choice gives mail gets it even if a link had ended it. Of the others, what
 * a link has ended stays ended and keeps its row, so that the link can still be taken back.
 */
export function rowsAfter({ chosen, ended }: Pick<Setting, 'chosen' | 'ended'>, given: { [G in keyof Rows]?: Rows[G] | undefined }) {
  const mailed = GROUPS.filter((group) => given[group] !== undefined && given[group].mail !== 'none')
  const rowOf = (group: keyof Rows): Rows[typeof group] => {
    const { list, mail } = given[group] ?? chosen[group]
    return { list: group === 'to_me' || list, mail: mail === 'none' && isGroupEnded(ended, group) ? chosen[group].mail : mail }
  }
  const rows: Rows = { to_me: rowOf('to_me'), watched: rowOf('watched'), due: rowOf('due'), feedback: rowOf('feedback') }
  const single = ended.includes('all') && mailed.length > 0 ? [...ended.filter((one) => one !== 'all'), ...GROUPS] : ended
  return { rows, ended: [...new Set(single)].filter((one) => !mailed.some((group) => group === one)) }
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
