import { Readable } from 'node:stream'
import { dayOf } from '../runtime/days.ts'

type Row = Record<'username' | 'action' | 'subject' | 'detail' | 'address', string> & { id: number; addtime: number; uid: number | null }

/** Rows that are read and written at once. */
const SOME = 500
/** So that Excel takes the file for what it is. */
const MARK = '\uFEFF'

/** Nothing in a cell is ever taken for a formula (S73). */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const line = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`

/** The log as a table, read from the database while it is sent. `next` gives the rows below an id, newest first. */
export function asTable(timeZone: string, next: (id: number, count: number) => Promise<Row[]>, newest: number): Readable {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' })
  async function* lines() {
    yield MARK + line(['time', 'user', 'action', 'subject', 'detail', 'address'])
    for (let rows = await next(newest, SOME); rows.length; rows = await next(rows.at(-1)?.id ?? 0, SOME))
      yield rows
        .map((row) => {
          const at = `${dayOf(row.addtime, timeZone)} ${time.format(row.addtime * 1000)}`
          return line([at, row.username, row.action, row.subject, row.detail, row.address])
        })
        .join('')
  }
  return Readable.from(lines())
}
