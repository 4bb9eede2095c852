import { type Contract, everyCall } from '@sheaf/contract'
import type { Case, Rows } from './matrix.case.ts'
import { accountRows } from './matrix.rows.account.ts'
import { adminRows } from './matrix.rows.admin.ts'
import { clientRows } from './matrix.rows.clients.ts'
import { exportRows } from './matrix.rows.export.ts'
import { importRows } from './matrix.rows.import.ts'
import { itemRows } from './matrix.rows.item.ts'
import { mockRows } from './matrix.rows.mock.ts'
import { openRows } from './matrix.rows.open.ts'
import { pageRows } from './matrix.rows.page.ts'
import { recycleRows } from './matrix.rows.recycle.ts'
import { searchRows } from './matrix.rows.search.ts'
import { teamRows } from './matrix.rows.team.ts'

/** SECURITY 3.1 for every declared call; one that is not here does not compile. */
const rows: { [G in keyof Contract]: Rows<Contract[G]> } = {
  ...accountRows,
  ...adminRows,
  ...itemRows,
  ...exportRows,
  ...importRows,
  ...pageRows,
  ...teamRows,
  ...mockRows,
  ...recycleRows,
  ...searchRows,
  ...openRows,
  ...clientRows,
}

export const everyRow = everyCall().map(([group, action, call]) => {
  const cases = (rows[group as keyof Contract] as Record<string, Case[]>)[action]
  if (!cases?.length) throw new Error(`the matrix has no row for ${group}/${action}`)
  return { path: `${group}/${action}`, call, cases }
})
export type EveryRow = (typeof everyRow)[number]
