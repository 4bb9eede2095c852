import { Readable } from 'node:stream'
import { ID_MAX, Refusal } from '@sheaf/contract'
import { type AuditKind, auditKinds } from '@sheaf/contract/audit-actions'
import { writeAudit } from '../auth/audit.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts'
import { RawResponse } from '../http/encode.ts'
import { dayOf, startOf } from '../runtime/days.ts'
import { type AuditFilter, auditBefore, countAudit, listAudit } from './audit.store.ts'

type Row = Record<'username' | 'action' | 'subject' | 'detail' | 'address', string> & { id: number; addtime: number; uid: number | null }

/** Rows that one query reads and one chunk of the CSV holds. */
const CSV_BATCH_ROWS = 500
/** Streams the log as CSV. `next` returns up to `count` rows with an id below `id`, newest first. */
function csvStream(timeZone: string, next: (id: number, count: number) => Promise<Row[]>, newest: number): Readable {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' })
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(['time', 'user', 'action', 'subject', 'detail', 'address'])
    for (let rows = await next(newest, CSV_BATCH_ROWS); rows.length; rows = await next(rows.at(-1)?.id ?? 0, CSV_BATCH_ROWS))
      yield rows
        .map((row) => {
          const at = `${dayOf(row.addtime, timeZone)} ${time.format(row.addtime * 1000)}`
          return csvLine([at, row.username, row.action, row.subject, row.detail, row.address])
        })
        .join('')
  }
  return Readable.from(lines())
}

/** Rows per page when the request names no count. */
const ROWS = 20
const DAY = 86_400

type FilterInput = Parameters<AllHandlers['adminLog']['export']>[0]

function parseDay(ctx: Ctx, field: 'from' | 'until', given: string) {
  if (given.trim() === '') return undefined
  const at = startOf(given.trim(), ctx.config.SITE_TZ)
  if (at === undefined) throw new Refusal('badInput', { field })
  return at
}

function actionsOf(given: string): readonly string[] | undefined {
  if (given === '') return undefined
  return Object.hasOwn(auditKinds, given) ? auditKinds[given as AuditKind] : [given]
}

function filterOf({ username, action, subject, from, until }: FilterInput, ctx: Ctx): AuditFilter {
  const last = parseDay(ctx, 'until', until)
  return {
    username: username.trim(),
    actions: actionsOf(action),
    subject: subject.trim(),
    from: parseDay(ctx, 'from', from),
    // The filter includes the whole last day. The next day is found 27 hours on, because a day with a clock change has 25 hours.
    until: last === undefined ? undefined : (startOf(dayOf(last + DAY + DAY / 8, ctx.config.SITE_TZ), ctx.config.SITE_TZ) ?? last + DAY),
  }
}

export const adminLog: AllHandlers['adminLog'] = {
  async getList({ page, count, ...wanted }, ctx) {
    const filter = filterOf(wanted, ctx)
    const [list, total] = await Promise.all([listAudit(ctx.db, filter, count || ROWS, page || 1), countAudit(ctx.db, filter)])
    return { list: list.map((row) => ({ ...row, uid: row.uid ?? 0 })), total }
  },

  async export(wanted, ctx) {
    const filter = filterOf(wanted, ctx)
    await writeAudit(ctx.db, ctx, 'logExported')
    const table = csvStream(ctx.config.SITE_TZ, (id, count) => auditBefore(ctx.db, filter, id, count), ID_MAX)
    return new RawResponse(table, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="sheaf-log-${dayOf(ctx.now(), ctx.config.SITE_TZ)}.csv"`,
      'cache-control': 'no-store',
    })
  },
}
