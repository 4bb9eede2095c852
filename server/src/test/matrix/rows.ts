import { type Contract, everyCall } from '@sheaf/contract'
import type { Case, Rows } from './case.ts'
import { accountRows } from './rows/account.ts'
import { adminRows } from './rows/admin.ts'
import { askRows } from './rows/ask.ts'
import { changeRows } from './rows/change.ts'
import { clientRows } from './rows/clients.ts'
import { commentRows } from './rows/comment.ts'
import { consoleRows } from './rows/console.ts'
import { exportRows } from './rows/export.ts'
import { feedbackRows } from './rows/feedback.ts'
import { importRows } from './rows/import.ts'
import { itemRows } from './rows/item.ts'
import { mockRows } from './rows/mock.ts'
import { openRows } from './rows/open.ts'
import { pageRows } from './rows/page.ts'
import { recycleRows } from './rows/recycle.ts'
import { reviewRows } from './rows/review.ts'
import { searchRows } from './rows/search.ts'
import { sourceRows } from './rows/source.ts'
import { suggestionRows } from './rows/suggestion.ts'
import { teamRows } from './rows/team.ts'
import { treeRows } from './rows/tree.ts'
import { truthRows } from './rows/truth.ts'
import { watchRows } from './rows/watch.ts'
import { webhookRows } from './rows/webhook.ts'

/** The rows of the permission matrix (test/matrix/rules.ts), for every declared call. A call without a row does not compile. */
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
  ...changeRows,
  ...openRows,
  ...clientRows,
  ...commentRows,
  ...consoleRows,
  ...sourceRows,
  ...treeRows,
  ...truthRows,
  ...webhookRows,
  ...suggestionRows,
  ...askRows,
  ...feedbackRows,
  ...reviewRows,
  ...watchRows,
}

export const everyRow = everyCall().map(([group, action, call]) => {
  const cases = (rows[group as keyof Contract] as Record<string, Case[]>)[action]
  if (!cases?.length) throw new Error(`the matrix has no row for ${group}/${action}`)
  return { path: `${group}/${action}`, call, cases }
})
export type EveryRow = (typeof everyRow)[number]
