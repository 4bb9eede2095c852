import { hashOfBrowser } from '../../feedback/feedback.limits.service.ts'
import { HELPFUL, UNHELPFUL } from '../../feedback/feedback.rules.ts'
import type { TableMigrator } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { numberOf, timeOf } from './texts.ts'

/** Voices of ShowDoc 3.9, which has no notes. The number of a visitor's browser is hashed with the page. */
export const feedback: TableMigrator = {
  table: 'page_feedback',
  key: ['feedback_id'],
  async take(row, run) {
    const page_id = run.id('page', row['page_id'])
    const page = run.staging.all('select item_id, addtime from page where page_id = ?', row['page_id'])[0]
    const item_id = run.id('item', page?.['item_id'])
    const voter = page_id && voterOf(row, page_id, run)
    if (!page_id || !item_id || !voter) return { left: 'orphan' }
    const feedback_type = numberOf(row['feedback_type'])
    if (feedback_type !== HELPFUL && feedback_type !== UNHELPFUL) return { left: 'transient' }
    if (!(await run.claim('page_feedback', { page_id, ...voter }))) return { left: 'twice' }
    const addtime = timeOf(row['addtime'])
    // Voices from before the last save are about an earlier version.
    const version = addtime >= timeOf(page?.['addtime']) ? 1 : 0
    const about = { feedback_id: run.own('page_feedback', row['feedback_id']), page_id, item_id, feedback_type, version, addtime }
    return { rows: [['page_feedback', { ...about, ...voter }]] }
  },
}

/** The person or the browser of a voice, by the ids of here; undefined when that is not known. */
export function voterOf(row: Row, page_id: number, run: MigrationRun): Record<string, string | number> | undefined {
  if (numberOf(row['uid']) > 0) {
    const uid = run.id('user', row['uid'])
    return uid ? { uid } : undefined
  }
  const client_id = String(row['client_id'] ?? '').trim()
  return client_id === '' ? undefined : { client_hash: hashOfBrowser(run.options.services, page_id, client_id) }
}
