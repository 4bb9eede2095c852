import { type State, states } from './day-count.store.ts'

interface Count {
  day: string
  name: string
  value: number
}

/**
 * The figures of each day from the first one that was counted. A day on which no server ran has those of the day before; today has
 * those of this moment. What was fetched on a day is the growth of all that was ever fetched.
 */
export function daysFrom(counts: Count[], days: string[], today: string, now: Record<State, number>) {
  const byDay = new Map<string, Map<string, number>>()
  for (const { day, name, value } of counts) byDay.set(day, (byDay.get(day) ?? new Map<string, number>()).set(name, value))
  const first = counts.find(({ name }) => name === 'users')?.day ?? today
  let last = Object.fromEntries(states.map((name) => [name, byDay.get(first)?.get(name) ?? now[name]])) as Record<State, number>
  for (const [day, found] of byDay) if (day < (days[0] ?? today)) last = stateOf(found, last)
  return days
    .filter((day) => day >= first)
    .map((day) => {
      const before = last
      last = day === today ? now : stateOf(byDay.get(day), last)
      const { users, items, pages, stored } = last
      const fetched = Math.max(0, last.fetched - before.fetched)
      return { day, users, items, pages, stored, fetched, views: byDay.get(day)?.get('views') ?? 0 }
    })
}

const stateOf = (found: Map<string, number> | undefined, last: Record<State, number>) =>
  Object.fromEntries(states.map((name) => [name, found?.get(name) ?? last[name]])) as Record<State, number>
