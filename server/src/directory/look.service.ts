import { type LdapForm, Refusal } from '@sheaf/contract'
import { ldapSettings, siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { type GroupSource, knownOf, setMemberships } from '../group/group.service.ts'
import { settleGone } from './gone.service.ts'
import { isDue, type LookReport, nothingYet } from './look.rules.ts'
import { claimLook, endClaim, keepLook, lastLook, linkedAccounts, markThere } from './look.store.ts'

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
    async onPerson(subject, said) {
      const person = bySubject.get(subject)
      if (!person) return
      const { joined, left } = await setMemberships(source, person, { ...said, provider_id: 0 }, known)
      report.joined += joined
      report.left += left
      if (!said.groups || said.unknown?.length) report.unread += 1
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
