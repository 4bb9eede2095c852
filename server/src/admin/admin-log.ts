import { Readable } from 'node:stream'
import { ID_MAX, Refusal } from '@sheaf/contract'
import { type AuditKind, auditKinds } from '@sheaf/contract/audit-actions'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx, Rooms } from '../context.ts'
import { Sent } from '../http/encode.ts'
import { dayOf, startOf } from '../runtime/days.ts'
import { type AuditFilter, auditBefore, countAudit, listAudit } from './audit.store.ts'

type Row = Record<'username' | 'action' | 'subject' | 'detail' | 'address', string> & { id: number; addtime: number; uid: number | null }

/** Rows that are read and written at once. */
const CSV_BATCH_ROWS = 500
/** So that Excel takes the file for what it is. */
const MARK = '\uFEFF'

/** Nothing in a cell is ever taken for a formula (S73). */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const line = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`

/** The log as a table, read from the database while it is sent. `next` gives the rows below an id, newest first. */
function asTable(timeZone: string, next: (id: number, count: number) => Promise<Row[]>, newest: number): Readable {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' })
  async function* lines() {
    yield MARK + line(['time', 'user', 'action', 'subject', 'detail', 'address'])
    for (let rows = await next(newest, CSV_BATCH_ROWS); rows.length; rows = await next(rows.at(-1)?.id ?? 0, CSV_BATCH_ROWS))
      yield rows
        .map((row) => {
          const at = `${dayOf(row.addtime, timeZone)} ${time.format(row.addtime * 1000)}`
          return line([at, row.username, row.action, row.subject, row.detail, row.address])
        })
        .join('')
  }
  return Readable.from(lines())
}

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
    await writeAudit(ctx.db, ctx, 'logExported')
    const table = asTable(ctx.config.SITE_TZ, (id, count) => auditBefore(ctx.db, filter, id, count), ID_MAX)
    return new Sent(table, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="sheaf-log-${dayOf(ctx.now(), ctx.config.SITE_TZ)}.csv"`,
      'cache-control': 'no-store',
    })
  },
}
