import { isId, type LdapForm, PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { TOKEN_DAYS_MAX } from '@sheaf/contract/limits'
import { linesOf } from '../runtime/lines.ts'
import { type State, states } from './day-count.store.ts'

interface Count {
  day: string
  name: string
  value: number
}

/**
 * Returns the figures of each day since the first count. A day without a count repeats the previous day, and today has the current
 * figures. `fetched` is the daily growth of the running total.
 */
export function daysFrom(counts: Count[], days: string[], today: string, now: Record<State, number>) {
  const byDay = new Map<string, Map<string, number>>()
  for (const { day, name, value } of counts) byDay.set(day, (byDay.get(day) ?? new Map<string, number>()).set(name, value))
  const first = counts.find(({ name }) => name === 'users')?.day ?? today
  let last = Object.fromEntries(states.map((name) => [name, byDay.get(first)?.get(name) ?? now[name]])) as Record<State, number>
  for (const [day, values] of byDay) if (day < (days[0] ?? today)) last = stateOf(values, last)
  return days
    .filter((day) => day >= first)
    .map((day) => {
      const previous = last
      last = day === today ? now : stateOf(byDay.get(day), last)
      const { users, items, pages, stored } = last
      const fetched = Math.max(0, last.fetched - previous.fetched)
      return { day, users, items, pages, stored, fetched, views: byDay.get(day)?.get('views') ?? 0 }
    })
}

const stateOf = (values: Map<string, number> | undefined, last: Record<State, number>) =>
  Object.fromEntries(states.map((name) => [name, values?.get(name) ?? last[name]])) as Record<State, number>

/** Allowed range of each numeric site setting: [minimum, maximum]. */
const ranges = {
  home_page: [1, 3],
  history_version_count: [1, 1000],
  draft_seconds: [10, 600],
  attachment_page_size: [1, 100],
  audit_days: [1, 3650],
  mail_per_minute: [1, 1000],
  token_days_max: [1, TOKEN_DAYS_MAX],
  token_log_days: [1, 3650],
  change_days: [1, 3650],
  truth_days: [1, 3650],
  source_versions: [2, 1000],
} as const

type Given = Record<string, string | number | undefined>

/** Lines that an administrator adds to robots.txt. Sitemap is ours, and other directives would be read by no engine. */
const ROBOTS_LINE = /^(?:#.*|(?:User-agent|Allow|Disallow|Crawl-delay|Content-Signal)[ \t]*:.*|[ \t]*)$/i

const robotsLines = (given: string) => {
  const text = linesOf(given)
  return text?.split('\n').every((line) => ROBOTS_LINE.test(line)) ? text : undefined
}

/** The settings that are texts with rules: how each is stored, undefined when it is refused. */
const readers = {
  index_default: (given: string) => (given === 'kind' || given === 'none' ? given : undefined),
  robots_more: robotsLines,
  site_agent_note: linesOf,
  site_description: (given: string) => linesOf(given)?.replaceAll('\n', ' '),
}

/** Returns the given fields as stored text. Refuses a number outside its range. */
export function plainSettings(given: Given): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const [from, to] = name in ranges ? ranges[name as keyof typeof ranges] : [0, Number.MAX_SAFE_INTEGER]
    if (typeof value === 'number' && (value < from || value > to)) throw new Refusal('badInput', { field: name })
    const text = name in readers ? readers[name as keyof typeof readers](String(value)) : String(value)
    if (text === undefined) throw new Refusal('badInput', { field: name })
    kept[name] = text
  }
  return kept
}

/**
 * The fields that decide where the server sends a secret. When one changes, the secret must be typed again. Otherwise an administrator
 * could redirect a stored secret to another host.
 */
const places: Record<string, string[]> = {
  ldap_form: ['host', 'port', 'encryption'],
  provider: ['protocol', 'host', 'token_path', 'issuer'],
}

type Form = Record<string, string>

/** The form after a save. Absent fields and masked secrets keep their stored value. */
export function mergedForm(
  name: string,
  fields: readonly string[],
  secrets: readonly string[],
  previous: Form | undefined,
  given: Record<string, string | undefined>,
): Form {
  const sent = (field: string) => (secrets.includes(field) && given[field] === PASSWORD_KEPT ? undefined : given[field]?.trim())
  const after = Object.fromEntries(fields.map((field) => [field, sent(field) ?? previous?.[field] ?? '']))
  const isMoved = (places[name] ?? []).some((field) => (previous?.[field] ?? '') !== after[field])
  if (previous && isMoved && secrets.some((field) => previous[field] && sent(field) === undefined)) throw new Refusal('secretAgain')
  return after
}

/** Fills empty fields with defaults and refuses invalid values. */
export function completeLdap(form: LdapForm): LdapForm {
  const [port, version] = [form.port || '389', form.version || '3']
  if (!isId(port) || Number(port) < 1 || Number(port) > 65_535) throw new Refusal('badInput', { field: 'port' })
  if (version !== '2' && version !== '3') throw new Refusal('badInput', { field: 'version' })
  if (!['', 'starttls', 'ldaps'].includes(form.encryption)) throw new Refusal('badInput', { field: 'encryption' })
  return { ...form, port, version, user_field: form.user_field || 'cn' }
}
