/*
 * Times of people (W56). A day of a person begins at midnight of their zone; with daylight saving it has 23 or 25 hours, so no hour is
 * found by adding seconds.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string) {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone || 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  return format
}

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface LocalTime {
  /** YYYY-MM-DD */
  day: string
  hour: number
  minute: number
  /** 1 Monday to 7 Sunday. */
  weekday: number
}

/** What a clock in the zone shows at a time; UTC for an empty zone. */
export function localTime(zone: string, at: number): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at * 1000)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    hour: Number(of('hour')),
    minute: Number(of('minute')),
    weekday: WEEK.indexOf(of('weekday')) + 1,
  }
}

interface Quiet {
  from: number
  to: number
  days: number[]
}

/** Whether a time is within the quiet hours; they can pass midnight. */
export function isQuiet({ from, to, days }: Quiet, { hour, weekday }: Pick<LocalTime, 'hour' | 'weekday'>): boolean {
  if (days.includes(weekday)) return true
  if (from === to) return false
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}
