import { hash } from 'node:crypto'
import { commentText } from './comments.ts'
import { voterOf } from './feedback.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { isPageUpdate, subscriptionOf } from './subscriptions.ts'
import { numberOf, timeOf, wholeOf } from './texts.ts'

export const sha256 = (text: string) => hash('sha256', text)

/** A text, file or row on both sides; `after` is undefined when a user has changed or deleted it here since the move. */
export interface Pair {
  id: number | string
  here: number
  before: string
  after: string | undefined
}

export const PROOF_BATCH_ROWS = 50

export function* inBatches<T>(all: Iterable<T>, most = PROOF_BATCH_ROWS) {
  let batch: T[] = []
  for (const entry of all) {
    batch.push(entry)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const batchesOf = (run: MigrationRun, table: string, key: string) =>
  run.staging.tables.has(table) ? inBatches(run.staging.stream<Row>(`select * from ${table} order by ${key}`)) : []

async function commentsHere(run: MigrationRun, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await run.db
    .selectFrom('page_comment')
    .select(['comment_id', 'content', 'is_deleted', 'edited_time'])
    .where('comment_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.comment_id, row]))
}

/** The words of comments. Those that their authors edited or deleted here since are no differences. */
export async function* commentPairs(run: MigrationRun): AsyncGenerator<Pair> {
  for (const rows of batchesOf(run, 'page_comment', 'comment_id')) {
    const taken = rows
      .filter((row) => commentText(row) !== '' && run.id('page', row['page_id']))
      .map((row) => ({ row, here: run.own('page_comment', row['comment_id']) }))
    const found = await commentsHere(
      run,
      taken.map(({ here }) => here),
    )
    for (const { row, here } of taken) {
      const comment = found.get(here)
      const isTouched = comment === undefined || comment.is_deleted > 0 || comment.edited_time > 0
      const after = isTouched ? undefined : sha256(comment.content)
      yield { id: wholeOf(row['comment_id']), here, before: sha256(commentText(row)), after }
    }
    await new Promise(setImmediate)
  }
}

async function voicesHere(run: MigrationRun, ids: number[]) {
  const rows = await run.db
    .selectFrom('page_feedback')
    .select(['feedback_id', 'page_id', 'uid', 'client_hash', 'feedback_type', 'addtime'])
    .where('feedback_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.feedback_id, row]))
}

/** The feedback of readers by page. A vote that was given again here is no difference. */
export async function* voicePairs(run: MigrationRun): AsyncGenerator<Pair> {
  for (const rows of batchesOf(run, 'page_feedback', 'feedback_id')) {
    const voices = await voicesHere(
      run,
      rows.map((row) => run.own('page_feedback', row['feedback_id'])),
    )
    for (const row of rows) {
      const page_id = run.id('page', row['page_id'])
      const voter = page_id && voterOf(row, page_id, run)
      if (!page_id || !voter) continue
      const here = run.own('page_feedback', row['feedback_id'])
      const found = voices.get(here)
      const { uid = null, client_hash = null } = voter as { uid?: number; client_hash?: string }
      const isUntouched = found?.addtime === timeOf(row['addtime'])
      // The hash of a browser differs between sites: whether it is the expected one does not.
      const after = isUntouched ? textOfVoice(found, found.client_hash === client_hash) : undefined
      const before = textOfVoice({ page_id, uid, feedback_type: numberOf(row['feedback_type']) }, true)
      yield { id: wholeOf(row['feedback_id']), here, before: sha256(before), after: after && sha256(after) }
    }
    await new Promise(setImmediate)
  }
}

const textOfVoice = ({ page_id, uid, feedback_type }: { page_id: number; uid: number | null; feedback_type: number }, isVoter: boolean) =>
  [page_id, uid ?? 0, feedback_type, isVoter].join(' ')

type Subscription = NonNullable<ReturnType<typeof subscriptionOf>>

/** What these people watch among these pages. */
async function watchesHere(run: MigrationRun, subscriptions: Subscription[]) {
  if (subscriptions.length === 0) return new Map<string, never>()
  const of = (key: 'uid' | 'page_id') => [...new Set(subscriptions.map((one) => one[key]))]
  const rows = await run.db
    .selectFrom('watch')
    .select(['watch_id', 'uid', 'page_id', 'level', 'source', 'addtime'])
    .where('kind', '=', 'page')
    .where('subject_id', 'in', of('page_id'))
    .where('uid', 'in', of('uid'))
    .where('team_id', '=', 0)
    .execute()
  return new Map(rows.map((row) => [`${row.uid} ${row.page_id}`, row]))
}

/** Who subscribed to the changes of which page, and when. A choice that the person made here since is no difference. */
export async function* subscriptionPairs(run: MigrationRun): AsyncGenerator<Pair> {
  for (const rows of batchesOf(run, 'subscription', 'id')) {
    const taken = rows.filter(isPageUpdate).flatMap((row) => {
      const about = subscriptionOf(row, run)
      return about ? [{ row, about }] : []
    })
    const watches = await watchesHere(
      run,
      taken.map(({ about }) => about),
    )
    for (const { row, about } of taken) {
      const found = watches.get(`${about.uid} ${about.page_id}`)
      const before = sha256([about.uid, about.page_id, 'changes', about.addtime].join(' '))
      const isUntouched = found?.source === 'showdoc'
      const after = isUntouched ? sha256([found.uid, found.page_id, found.level, found.addtime].join(' ')) : undefined
      yield { id: wholeOf(row['id']), here: found?.watch_id ?? 0, before, after }
    }
    await new Promise(setImmediate)
  }
}
