import { type LdapForm, Refusal } from '@sheaf/contract'
import { ldapSettings, siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { type GroupSource, knownOf, setMemberships } from '../group/group.service.ts'
import { notify, SHEAF } from '../notice/notice.store.ts'
import { disableUser } from '../user/user.disable.service.ts'
import { lockUsers, rowOfUser } from '../user/user.store.ts'
import { areTooMany, areTooManyToName, Gone, isDue, type LookReport, nothingYet } from './look.rules.ts'
import { administrators, claimLook, endClaim, keepLook, type Linked, lastLook, linkedAccounts, markGone, markThere } from './look.store.ts'

interface Looked {
  linked: Linked[]
  /** Ids of entries that are nowhere in the directory. */
  missing: string[]
  mode: 'tell' | 'disable'
}

const nameOf = ({ username, name }: Linked) => (name ? `${name} (${username})` : username)

/** Accounts whose entries are all gone, and for which nothing was done yet. */
function goneOf({ linked, missing, mode }: Looked): Linked[] {
  const absent = new Set(missing)
  const present = new Set(linked.filter(({ subject }) => !absent.has(subject)).map(({ uid }) => uid))
  const done = ({ groupid }: Linked) => (mode === 'disable' && groupid !== 1 ? Gone.disabled : Gone.shown)
  return linked.filter((one) => absent.has(one.subject) && !present.has(one.uid) && one.gone_state < done(one))
}

/**
 * Names people whose entries are gone to the administrators, once for each person, or disables their accounts, never those of
 * administrators. When they are too many, no account changes, and the administrators are alarmed.
 */
async function settleGone(services: Services, looked: Looked, report: LookReport) {
  const gone = goneOf(looked)
  report.gone = new Set(gone.map(({ uid }) => uid)).size
  const isTooMuch = looked.mode === 'disable' ? areTooMany : areTooManyToName
  if (report.gone > 0 && isTooMuch(report.gone, report.linked)) return alarm(services, report)
  const { named, disabled } = await settle(services, gone, looked.mode)
  report.disabled = disabled.length
  await inform(services, 'ldapGone', named)
  await inform(services, 'ldapDisabled', disabled)
}

async function settle({ store, now }: Services, gone: Linked[], mode: Looked['mode']) {
  const [named, disabled]: [Set<string>, Set<string>] = [new Set(), new Set()]
  for (const one of gone)
    await store.db.transaction().execute(async (trx) => {
      // The person can have become an administrator since the look began.
      await lockUsers(store, trx)
      const row = await rowOfUser(trx, one.uid)
      if (!row || row.is_disabled) return
      const isDisabling = mode === 'disable' && row.groupid !== 1
      if (!(await markGone(trx, one.id, isDisabling ? Gone.disabled : Gone.shown, now()))) return
      if (isDisabling) await disableUser(trx, one, { user: null, address: '', now }, { by: SHEAF, detail: 'ldap' })
      ;(isDisabling ? disabled : named).add(nameOf(one))
    })
  return { named: [...named], disabled: [...disabled] }
}

async function inform({ store, now }: Services, kind: 'ldapGone' | 'ldapDisabled', people: string[]) {
  if (people.length === 0) return
  await store.write(async (trx) => notify(trx, SHEAF, { uids: await administrators(trx), kind, about: { people } }, now()))
}

/** One alarm, until a look finds otherwise. */
async function alarm(services: Services, report: LookReport) {
  report.state = 'many'
  const { store, now } = services
  if ((await lastLook(services))?.state === 'many') return
  const about = { count: report.gone, total: report.linked }
  await store.write(async (trx) => notify(trx, SHEAF, { uids: await administrators(trx), kind: 'ldapAlarm', about }, now()))
}

/** Seconds after which another server may look although a look has not ended: longer than one can take. */
const CLAIM_SECONDS = 900

/** Missing entries that are searched elsewhere in the directory, one after another. */
const SEARCHED_MAX = 200

/** Once a night, on one of the servers. */
export async function lookEachNight(services: Services, signal?: AbortSignal) {
  const { open } = await ldapSettings(services)
  if (!open || !isDue((await lastLook(services))?.at ?? 0, services.now(), services.config)) return
  await (await beginLook(services, signal))?.done
}

/**
 * Looks into the directory for all linked accounts: memberships by its groups, and entries that are no more. Returns undefined while
 * another look goes on.
 */
export async function beginLook(services: Services, signal?: AbortSignal): Promise<{ done: Promise<void> } | undefined> {
  const { open, form } = await ldapSettings(services)
  if (!open || !form) throw new Refusal('directoryOff')
  if (!(await claimLook(services.store.db, services.now(), CLAIM_SECONDS))) return undefined
  return { done: keepReport(services, form, signal).finally(() => endClaim(services.store.db)) }
}

async function keepReport(services: Services, form: LdapForm, signal?: AbortSignal) {
  const report = nothingYet(services.now())
  try {
    await look(services, form, report, signal)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ problem: error.error, ...error.fill }, 'the directory could not be looked at')
    Object.assign(report, { state: 'failed', problem: { error: error.error, fill: error.fill } })
  }
  await keepLook(services.store.db, report)
}

/** Changes nothing unless the directory answered everything. */
async function look(services: Services, form: LdapForm, report: LookReport, signal?: AbortSignal) {
  const { store } = services
  const linked = await linkedAccounts(store.db)
  report.linked = new Set(linked.map(({ uid }) => uid)).size
  const bySubject = new Map(linked.map((one) => [one.subject, one]))
  const source: GroupSource = { ...services, db: store.db, user: null, address: '' }
  const known = await knownOf(store.db, 0, [...new Set(linked.map(({ uid }) => uid))])
  // The library is loaded only when a directory is used.
  const { lookAt } = await import('../ldap/look.ts')
  const { isWhole, found, missing } = await lookAt(form, {
    subjects: new Set(bySubject.keys()),
    bound: [...new Set(known.rules.map(({ group_value }) => group_value))],
    signal,
    searchedMax: SEARCHED_MAX,
    async onPerson(subject, reported) {
      const person = bySubject.get(subject)
      if (!person) return
      const { joined, left } = await setMemberships(source, person, { ...reported, provider_id: 0 }, known)
      report.joined += joined
      report.left += left
      if (!reported.groups || reported.unknown?.length) report.unread += 1
    },
  })
  report.found = found
  if (!isWhole) {
    report.state = 'half'
    return
  }
  await store.write((trx) => markThere(trx, missing))
  const { ldap_gone } = await siteSettings(services)
  await settleGone(services, { linked, missing, mode: ldap_gone === 'disable' ? 'disable' : 'tell' }, report)
}
