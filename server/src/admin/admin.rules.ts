import { isId, type LdapForm, PASSWORD_KEPT, Refusal } from '@sheaf/contract'
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

/** Numbers of the site settings: from, to. */
const ranges = {
  home_page: [1, 3],
  history_version_count: [1, 1000],
  draft_seconds: [10, 600],
  attachment_page_size: [1, 100],
  audit_days: [1, 3650],
} as const

type Given = Record<string, string | number | undefined>

/** What of these fields was given, as it is kept; a number out of its range is refused. */
export function plainSettings(given: Given): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const [from, to] = name in ranges ? ranges[name as keyof typeof ranges] : [0, Number.MAX_SAFE_INTEGER]
    if (typeof value === 'number' && (value < from || value > to)) throw new Refusal('badInput', { field: name })
    kept[name] = String(value)
  }
  return kept
}

/** Where a secret is sent to: with another address it has to be typed anew, or it could be drawn to a place of somebody's choice. */
const places: Record<string, string[]> = {
  ldap_form: ['host', 'port', 'encryption'],
  oauth2_form: ['protocol', 'host', 'token_path', 'issuer'],
}

type Form = Record<string, string>

/** The form after a save: what is absent stays, and so does a secret that comes back masked. */
export function mergedForm(
  name: string,
  fields: readonly string[],
  secrets: readonly string[],
  before: Form | undefined,
  given: Record<string, string | undefined>,
): Form {
  const sent = (field: string) => (secrets.includes(field) && given[field] === PASSWORD_KEPT ? undefined : given[field]?.trim())
  const after = Object.fromEntries(fields.map((field) => [field, sent(field) ?? before?.[field] ?? '']))
  const isMoved = (places[name] ?? []).some((field) => (before?.[field] ?? '') !== after[field])
  if (before && isMoved && secrets.some((field) => before[field] && sent(field) === undefined)) throw new Refusal('secretAgain')
  return after
}

/** What nobody filled in is the usual; what cannot be is refused. */
export function completeLdap(form: LdapForm): LdapForm {
  const [port, version] = [form.port || '389', form.version || '3']
  if (!isId(port) || Number(port) < 1 || Number(port) > 65_535) throw new Refusal('badInput', { field: 'port' })
  if (version !== '2' && version !== '3') throw new Refusal('badInput', { field: 'version' })
  if (!['', 'starttls', 'ldaps'].includes(form.encryption)) throw new Refusal('badInput', { field: 'encryption' })
  return { ...form, port, version, user_field: form.user_field || 'cn' }
}
