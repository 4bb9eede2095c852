import type { Services } from '../context.ts'
import { notify, SHEAF } from '../notice/notice.store.ts'
import { disableUser } from '../user/user.disable.service.ts'
import { lockUsers, rowOfUser } from '../user/user.store.ts'
import { areTooMany, areTooManyToName, Gone, type LookReport } from './look.rules.ts'
import { administrators, type Linked, lastLook, markGone } from './look.store.ts'

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
export async function settleGone(services: Services, looked: Looked, report: LookReport) {
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
