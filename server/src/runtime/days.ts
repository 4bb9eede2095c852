import { dateText, type Language } from '@sheaf/contract/languages'
import type { Config } from './config.ts'

const DAY = 86_400
const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, made)
  return made
}

/** The calendar day of a moment in a time zone: 2026-11-20. */
export const dayOf = (seconds: number, timeZone: string) =>
  format(timeZone)
    .format(seconds * 1000)
    .slice(0, 10)

/** The same for people: "20 Nov 2026" / "2026 年 11 月 20 日". */
export function writtenDay(seconds: number, timeZone: string, language: Language): string {
  const [year = 0, month = 0, day = 0] = dayOf(seconds, timeZone).split('-').map(Number)
  return dateText('day', { year, month, day }, language)
}

/** A moment for people: "20 Nov 2026, 09:12" / "2026-11-20 09:12". */
export function writtenMoment(seconds: number, timeZone: string, language: Language): string {
  const [date = '', clock = ''] = minuteOf(seconds, timeZone).split(' ')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return dateText('moment', { year, month, day, clock }, language)
}

/** A moment in a time zone to the minute: 2026-11-20 09:12. */
export const minuteOf = (seconds: number, timeZone: string) =>
  format(timeZone)
    .format(seconds * 1000)
    .slice(0, 16)

/** The days up to this one, oldest first. */
export const daysUntil = (day: string, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(day) - (count - 1 - at) * DAY * 1000).toISOString().slice(0, 10))

/** The start of a day in a time zone, in Unix seconds; undefined for an invalid day. */
export function startOf(day: string, timeZone: string): number | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN
  if (Number.isNaN(midnight)) return undefined
  const ahead = (at: number) =>
    Date.parse(
      `${format(timeZone)
        .format(at * 1000)
        .replace(' ', 'T')}Z`,
    ) /
      1000 -
    at
  // A clock change can occur between the two midnights.
  const guess = midnight - ahead(midnight)
  return midnight - ahead(guess)
}

/** Unix seconds by the server's clock, or by APP_NOW in tests. */
export const clockOf = (config: Pick<Config, 'APP_NOW'>) => {
  const shift = config.APP_NOW === undefined ? 0 : config.APP_NOW - Math.floor(Date.now() / 1000)
  return () => Math.floor(Date.now() / 1000) + shift
}
