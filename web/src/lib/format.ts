import type { Language } from '@sheaf/contract/errors'
import { dateText, factsOf } from '@sheaf/contract/languages'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** "5 B", "86 KB", "1.8 MB", "4 MB" of a size in bytes; one decimal digit where it is significant. */
export function sizeOf(bytes: number): string {
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))))
  const value = bytes / 1024 ** at
  return `${at < 2 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[at]}`
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu

/** Number of words; every Chinese or Japanese character counts as one. */
export function countWords(text: string) {
  let han = 0
  const rest = text.replace(HAN, () => {
    han++
    return ' '
  })
  return han + (rest.match(WORD)?.length ?? 0)
}

const two = (n: number) => String(n).padStart(2, '0')

/** "18 Nov 2026, 16:40" / "2026-11-18 16:40", from Unix seconds. */
export function longDate(seconds: number, language: Language, timeZone?: string) {
  const at = new Date(seconds * 1000)
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const number = (type: string) => Number(part(type))
  const name = new Intl.DateTimeFormat(factsOf(language).dates, { month: 'short', timeZone }).format(at)
  const clock = `${part('hour')}:${part('minute')}`
  return dateText('moment', { year: number('year'), month: number('month'), day: number('day'), clock, name }, language)
}

const makeFormatters = (language: Language) => ({
  relative: new Intl.RelativeTimeFormat(factsOf(language).dates, { numeric: 'auto' }),
  month: new Intl.DateTimeFormat(factsOf(language).dates, { month: 'short' }),
})
/* A list has hundreds of dates, and making a formatter costs more than using it. */
const made = new Map<Language, ReturnType<typeof makeFormatters>>()
function formattersOf(language: Language) {
  const formatters = made.get(language) ?? makeFormatters(language)
  made.set(language, formatters)
  return formatters
}

/** Relative up to six days, then the day: "2 hours ago", "9 Nov" / "11 月 9 日". */
export function shortDate(seconds: number, language: Language, now = Date.now() / 1000) {
  const { relative } = formattersOf(language)
  const passed = Math.max(0, now - seconds)
  /* The product writes a space between digits and Chinese. */
  const ago = (n: number, unit: 'second' | 'minute' | 'hour' | 'day') => relative.format(-n, unit).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
  if (passed < 60) return ago(0, 'second')
  if (passed < 3600) return ago(Math.floor(passed / 60), 'minute')
  if (passed < 86_400) return ago(Math.floor(passed / 3600), 'hour')
  if (passed < 6 * 86_400) return ago(Math.floor(passed / 86_400), 'day')
  return shortDay(seconds, language, now)
}

/** The day: "9 Nov" / "11 月 9 日", with the year if it is another one. */
export function shortDay(seconds: number, language: Language, now = Date.now() / 1000) {
  const { month } = formattersOf(language)
  const at = new Date(seconds * 1000)
  const sameYear = at.getFullYear() === new Date(now * 1000).getFullYear()
  const name = month.format(at)
  const parts = { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate(), name }
  return dateText(sameYear ? 'dayInYear' : 'day', parts, language)
}

/** "16:42" in the time zone of the browser. */
export const clock = (at = new Date()) => `${two(at.getHours())}:${two(at.getMinutes())}`

/** "2026-11-18 16:40:05" in the time zone of the site as "18 Nov 2026, 16:40" / "2026-11-18 16:40". */
export function siteTime(date: string, language: Language) {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(date) ?? []
  if (!year) return date
  return dateText('moment', { year: Number(year), month: Number(month), day: Number(day), clock: clock ?? '' }, language)
}

/** "2026-11-20" as "20 Nov" / "11-20". */
export function chartDay(date: string, language: Language) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return day ? dateText('dayInChart', { year, month, day }, language) : ''
}

/** Without the time: "18 Nov 2026" / "2026-11-18". */
export const siteDay = (date: string, language: Language) => siteTime(date, language).replace(/,? \d\d:\d\d$/, '')
