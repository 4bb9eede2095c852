import type { TableMigrator } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { timeOf } from './texts.ts'

/** Who subscribed to the changes of which page, and when, by the ids of here; undefined when the account or the page is gone. */
export function subscriptionOf(row: Row, run: MigrationRun) {
  const [uid, page_id] = [run.id('user', row['uid']), run.id('page', row['object_id'])]
  return uid && page_id ? { uid, page_id, addtime: timeOf(row['sub_time']) } : undefined
}

export const isPageUpdate = (row: Row) => row['object_type'] === 'page' && row['action_type'] === 'update'

/** Subscriptions to the changes of a page: the only ones that ShowDoc 3.9 writes. */
export const subscriptions: TableMigrator = {
  table: 'subscription',
  key: ['id'],
  async take(row, run) {
    if (!isPageUpdate(row)) return { left: 'unknownHere' }
    const about = subscriptionOf(row, run)
    const page = about && run.staging.all('select item_id from page where page_id = ?', row['object_id'])[0]
    const item_id = run.id('item', page?.['item_id'])
    if (!about || !item_id) return { left: 'orphan' }
    const { uid, page_id, addtime } = about
    if (!(await run.claim('watch', { uid, team_id: 0, kind: 'page', subject_id: page_id }))) return { left: 'twice' }
    const watch = { uid, team_id: 0, kind: 'page', subject_id: page_id, item_id, page_id, level: 'changes', source: 'showdoc', addtime }
    return { rows: [['watch', watch]] }
  },
}
