import { createHash } from 'node:crypto'
import type { TruthReason } from '@sheaf/contract'
import { type Example, type ExampleRun, readExamples } from '@sheaf/markdown/examples'
import type { Selectable } from 'kysely'
import { inParts } from '../../db/batches.ts'
import type { Db, Schema } from '../../db/schema.ts'

/*
 * The rows of the examples in the texts of pages, with their last runs. Every write of a text brings them in line in its transaction, so
 * a build gets them without reading texts, and a run of an earlier text is never shown: decision 90.
 */

type ExampleRow = Selectable<Schema['example_run']>

/** What a build needs to send an example and to compare its answer. */
export type StoredRequest = Pick<Example, 'expect' | 'isUnsafe' | 'method' | 'address' | 'headers' | 'body' | 'response'>

const requestOf = ({ expect, isUnsafe, method, address, headers, body, response }: Example): StoredRequest => ({
  expect,
  isUnsafe,
  method,
  address,
  headers,
  body,
  response,
})

const NEVER_RUN = { state: '', status: 0, ms: 0, detail: '', ref: '', addtime: 0 } as const

/**
 * Brings the rows of a page in line with its stored text. An example that is changed has not run. Returns whether the state of the page
 * can have changed. `hasNone`: the page has no rows yet. Part of the caller's transaction.
 */
export async function followExamples(db: Db, { page_id, item_id }: { page_id: number; item_id: number }, text: string, hasNone: boolean) {
  const written = readExamples(text).map((example, position) => {
    const request = JSON.stringify(requestOf(example))
    return { name: example.name, env: example.env, position, request, seal: createHash('sha256').update(request).digest('base64url') }
  })
  const known = hasNone
    ? []
    : await db.selectFrom('example_run').select(['name', 'env', 'position', 'seal', 'state']).where('page_id', '=', page_id).execute()
  if (known.length === 0 && written.length === 0) return false
  const isSame = (one: { name: string; env: string; seal: string }, other: { name: string; env: string; seal: string }) =>
    one.name === other.name && one.env === other.env && one.seal === other.seal
  const left = known.filter((row) => !written.some((one) => isSame(one, row)))
  for (const { name, env } of left)
    await db.deleteFrom('example_run').where('page_id', '=', page_id).where('name', '=', name).where('env', '=', env).execute()
  const added = written.filter((one) => !known.some((row) => isSame(one, row)))
  if (added.length > 0)
    await db
      .insertInto('example_run')
      .values(added.map((one) => ({ page_id, item_id, ...one, ...NEVER_RUN })))
      .execute()
  for (const { name, env, position, seal } of written)
    if (known.some((row) => isSame(row, { name, env, seal }) && row.position !== position))
      await db
        .updateTable('example_run')
        .set({ position })
        .where('page_id', '=', page_id)
        .where('name', '=', name)
        .where('env', '=', env)
        .execute()
  return left.some((row) => row.state === 'failing')
}

/** The rows of pages that leave their item: its builds run other environments, so the examples have not run there. */
export async function moveExamples(db: Db, page_ids: number[], to: number) {
  for (const some of inParts(page_ids))
    await db
      .updateTable('example_run')
      .set({ item_id: to, ...NEVER_RUN })
      .where('page_id', 'in', some)
      .execute()
}

/** The last runs of the examples of a page. */
export async function runsOf(db: Db, page_id: number, dateOf: (seconds: number) => string): Promise<ExampleRun[]> {
  const rows = await db
    .selectFrom('example_run')
    .select(['name', 'env', 'state', 'addtime'])
    .where('page_id', '=', page_id)
    .orderBy('position')
    .execute()
  return rows.map(({ name, env, state, addtime }) => ({ name, env, state, date: addtime > 0 ? dateOf(addtime) : '' }))
}

/**
 * Adds to the reasons of pages where the answers of failing examples differed. One query for all pages; none if no reason is an example.
 */
export async function withPaths<Row extends { page_id: number; reasons: TruthReason[] }>(db: Db, rows: Row[]): Promise<Row[]> {
  const failing = rows.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'example')).map(({ page_id }) => page_id)
  const paths = new Map<string, NonNullable<TruthReason['paths']>>()
  for (const some of inParts(failing))
    for (const { page_id, name, env, detail } of await db
      .selectFrom('example_run')
      .select(['page_id', 'name', 'env', 'detail'])
      .where('page_id', 'in', some)
      .where('state', '=', 'failing')
      .where('detail', '<>', '')
      .execute())
      paths.set(JSON.stringify([page_id, name, env]), (JSON.parse(detail) as { paths: NonNullable<TruthReason['paths']> }).paths)
  if (paths.size === 0) return rows
  return rows.map((row) => ({
    ...row,
    reasons: row.reasons.map((reason) => {
      const found = reason.kind === 'example' ? paths.get(JSON.stringify([row.page_id, reason.target, reason.heading])) : undefined
      return found ? { ...reason, paths: found } : reason
    }),
  }))
}

/** The names of the examples of pages whose last run failed. */
export const failingOf = (db: Db, page_ids: number[]): Promise<Pick<ExampleRow, 'page_id' | 'name' | 'env'>[]> =>
  db
    .selectFrom('example_run')
    .select(['page_id', 'name', 'env'])
    .where('page_id', 'in', page_ids)
    .where('state', '=', 'failing')
    .orderBy('position')
    .execute()
