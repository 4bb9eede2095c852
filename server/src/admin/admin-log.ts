import { ID_MAX, Refusal } from '@sheaf/contract'
import { type AuditKind, auditKinds } from '@sheaf/contract/audit-actions'
import { note } from '../auth/audit.ts'
import type { Ctx, Rooms } from '../http/context.ts'
import { Sent } from '../http/encode.ts'
import { dayOf, startOf } from '../runtime/days.ts'
import { asTable } from './audit.csv.ts'
import { type AuditFilter, auditBefore, countAudit, listAudit } from './audit.store.ts'

/** Rows of a list where the caller does not say. */
const ROWS = 20
const DAY = 86_400

type Wanted = Parameters<Rooms['adminLog']['export']>[0]

function dayGiven(ctx: Ctx, field: 'from' | 'until', given: string) {
  if (given.trim() === '') return undefined
  const at = startOf(given.trim(), ctx.config.SITE_TZ)
  if (at === undefined) throw new Refusal('badInput', { field })
  return at
}

function actionsOf(given: string): readonly string[] | undefined {
  if (given === '') return undefined
  return Object.hasOwn(auditKinds, given) ? auditKinds[given as AuditKind] : [given]
}

function filterOf({ username, action, subject, from, until }: Wanted, ctx: Ctx): AuditFilter {
  const last = dayGiven(ctx, 'until', until)
  return {
    username: username.trim(),
    actions: actionsOf(action),
    subject: subject.trim(),
    from: dayGiven(ctx, 'from', from),
    // The whole of the last day: an hour more than it has may belong to the next only where clocks are changed.
    until: last === undefined ? undefined : (startOf(dayOf(last + DAY + DAY / 8, ctx.config.SITE_TZ), ctx.config.SITE_TZ) ?? last + DAY),
  }
}

export const adminLog: Rooms['adminLog'] = {
  async getList({ page, count, ...wanted }, ctx) {
    const filter = filterOf(wanted, ctx)
    const [list, total] = await Promise.all([listAudit(ctx.db, filter, count || ROWS, page || 1), countAudit(ctx.db, filter)])
    return { list: list.map((row) => ({ ...row, uid: row.uid ?? 0 })), total }
  },

  async export(wanted, ctx) {
    const filter = filterOf(wanted, ctx)
    await note(ctx.db, ctx, 'logExported')
    const table = asTable(ctx.config.SITE_TZ, (id, count) => auditBefore(ctx.db, filter, id, count), ID_MAX)
    return new Sent(table, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="sheaf-log-${dayOf(ctx.now(), ctx.config.SITE_TZ)}.csv"`,
      'cache-control': 'no-store',
    })
  },
}
