import type { Maker } from './random-basic.ts'
import { identityNumber } from './random-places.ts'

const two = (number: number) => String(number).padStart(2, '0')
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** Letters of a pattern, the longer ones first. The clock of the site is shown in the fields of UTC. */
const parts: Record<string, (clock: Date) => string | number> = {
  yyyy: (clock) => clock.getUTCFullYear(),
  yy: (clock) => two(clock.getUTCFullYear() % 100),
  y: (clock) => two(clock.getUTCFullYear() % 100),
  MM: (clock) => two(clock.getUTCMonth() + 1),
  M: (clock) => clock.getUTCMonth() + 1,
  dd: (clock) => two(clock.getUTCDate()),
  d: (clock) => clock.getUTCDate(),
  HH: (clock) => two(clock.getUTCHours()),
  H: (clock) => clock.getUTCHours(),
  hh: (clock) => two(clock.getUTCHours() % 12),
  h: (clock) => clock.getUTCHours() % 12,
  mm: (clock) => two(clock.getUTCMinutes()),
  m: (clock) => clock.getUTCMinutes(),
  ss: (clock) => two(clock.getUTCSeconds()),
  s: (clock) => clock.getUTCSeconds(),
  SS: (clock) => String(clock.getUTCMilliseconds()).padStart(3, '0'),
  S: (clock) => clock.getUTCMilliseconds(),
  A: (clock) => (clock.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (clock) => (clock.getUTCHours() < 12 ? 'am' : 'pm'),
  T: (clock) => clock.getTime(),
}

/** A T between date and time is that letter; alone it is the time in milliseconds. */
const shown = (clock: Date, pattern: unknown) =>
  String(pattern).replace(/^T$|yyyy|yy|y|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|SS|S|A|a/g, (letters) => String(parts[letters]?.(clock)))

/** The beginning of the year, the day … that now is in. */
function startOf(unit: string, now: Date) {
  const [y, mo, d, h, mi, s] = [
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ]
  const starts: Record<string, number[]> = {
    year: [y, 0, 1],
    month: [y, mo, 1],
    week: [y, mo, d - now.getUTCDay()],
    day: [y, mo, d],
    hour: [y, mo, d, h],
    minute: [y, mo, d, h, mi],
    second: [y, mo, d, h, mi, s],
  }
  const [year, month, ...rest] = starts[unit] as [number, number, ...number[]]
  return new Date(Date.UTC(year, month, ...rest))
}

/** What the clock on the wall of the site shows, as if that were UTC. */
function wallClock(timeZone: string) {
  const now = new Date()
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now)
  return new Date(Date.parse(`${there.replace(' ', 'T')}Z`) + now.getMilliseconds())
}

export function dates(timeZone: string): Record<string, Maker> {
  const past = () => new Date(Math.floor(Math.random() * Date.now()))
  return {
    date: ([pattern]) => shown(past(), pattern ?? 'yyyy-MM-dd'),
    time: ([pattern]) => shown(past(), pattern ?? 'HH:mm:ss'),
    datetime: ([pattern]) => shown(past(), pattern ?? 'yyyy-MM-dd HH:mm:ss'),
    now: ([first, second]) => {
      const unit = UNITS.includes(String(first).toLowerCase()) ? String(first).toLowerCase() : ''
      const pattern = second ?? (unit ? undefined : first) ?? 'yyyy-MM-dd HH:mm:ss'
      const clock = wallClock(timeZone)
      return shown(unit ? startOf(unit, clock) : clock, pattern)
    },
    id: () => identityNumber(shown(past(), 'yyyyMMdd')),
  }
}
