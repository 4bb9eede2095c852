import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { Refusal } from '@sheaf/contract'
import SqliteDatabase from 'better-sqlite3'

/** The tables of ShowDoc 2.9 to 3.9 with their id columns, in the order that the fingerprint uses. */
export const showdocKeys = {
  item_member: 'item_member_id',
  item: 'item_id',
  user: 'uid',
  catalog: 'cat_id',
  page: 'page_id',
  page_history: 'page_history_id',
  user_token: 'id',
  template: 'id',
  options: 'option_id',
  item_token: 'id',
  item_top: 'id',
  team: 'id',
  team_item: 'id',
  team_item_member: 'id',
  team_member: 'id',
  upload_file: 'file_id',
  item_sort: 'id',
  single_page: 'id',
  captcha: 'captcha_id',
  recycle: 'id',
  page_lock: 'id',
  item_variable: 'id',
  file_flow: 'id',
  runapi_env: 'id',
  runapi_env_selectd: 'id',
  runapi_global_param: 'id',
  mock: 'id',
  file_page: 'id',
  runapi_flow: 'id',
  runapi_flow_page: 'id',
  item_group: 'id',
  item_change_log: 'id',
  message_content: 'id',
  message: 'id',
  subscription: 'id',
  template_item: 'id',
  item_star: 'id',
  export_log: 'id',
  user_setting: 'id',
  parameter_description_entry: 'id',
  page_comment: 'comment_id',
  page_feedback: 'feedback_id',
  item_ai_config: 'id',
  runapi_db_config: 'id',
  user_ai_token: 'id',
  kanban_activity_log: 'id',
  ai_chat_sessions: 'id',
  ai_chat_messages: 'id',
} as const

export type ShowdocTable = keyof typeof showdocKeys

const tablesInOrder = Object.keys(showdocKeys) as ShowdocTable[]

export type Value = string | number | null
export type Row = Record<string, Value>

/** The copy of a ShowDoc database that the move reads. */
export interface Staging {
  tables: Set<string>
  columns: (table: string) => string[]
  count: (table: string) => number
  /** Returns all rows; for small results. */
  all: <R = Row>(text: string, ...values: unknown[]) => R[]
  /** Reads rows one by one; for large results. */
  stream: <R = Row>(text: string, ...values: unknown[]) => Generator<R>
  version: '2' | '3'
  fingerprint: string
  /** Stable properties that identify the same installation at another time. */
  anchors: string[]
  /** Renames the database file. */
  rename: (to: string) => void
  close: () => void
}

/** Indexes for lookups by other columns than the id; ShowDoc has no indexes. */
const indexes = [
  'page_history (page_id, page_history_id)',
  'file_page (file_id)',
  'runapi_global_param (item_id)',
  'message (message_content_id)',
]
/** Tables of sessions and counters, left out of the fingerprint: a sign-in during the copy must not change it. */
const volatileTables = new Set(['user_token', 'captcha', 'page_lock', 'file_flow', 'export_log'])
const volatileColumns = new Set([
  'visit_times',
  'view_times',
  'last_login_time',
  'last_visit_time',
  'last_check_time',
  'cookie_token',
  'cookie_token_expire',
])
const needed: ShowdocTable[] = ['user', 'item', 'catalog', 'page', 'page_history', 'upload_file']

/** Maximum time in milliseconds before the loop yields to other work of the thread. */
const TURN_MAX_MS = 5

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Opens the copy. Refusals: showdocBroken when it is not a ShowDoc of these versions. */
export async function openStaging(path: string, signal?: AbortSignal): Promise<Staging> {
  let file = path
  const database = new SqliteDatabase(file)
  // Row-by-row reads need connections of their own, because a connection is busy during an iteration.
  const readers: SqliteDatabase.Database[] = []
  database.pragma('trusted_schema = OFF')
  const tables = new Set(
    (
      database
        .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
        .pluck()
        .all() as string[]
    ).filter((name) => !name.startsWith('<?php')),
  )
  if (needed.some((name) => !tables.has(name))) {
    database.close()
    throw new Refusal('showdocBroken')
  }
  const columns = (table: string) => (database.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map((column) => column.name)
  for (const [n, on] of indexes.entries())
    if (tables.has(on.split(' ')[0] as string)) database.exec(`create index if not exists moving_${n} on ${on}`)
  const isLater = columns('user').includes('salt') || tables.has('item_change_log')
  return {
    tables,
    columns,
    count: (table) =>
      tables.has(table)
        ? (database
            .prepare(`select count(*) from ${quoted(table)}`)
            .pluck()
            .get() as number)
        : 0,
    all: <R>(text: string, ...values: unknown[]) => database.prepare(text).all(...values) as R[],
    *stream<R>(text: string, ...values: unknown[]) {
      const reader = readers.pop() ?? new SqliteDatabase(file, { readonly: true })
      try {
        yield* reader.prepare(text).iterate(...values) as IterableIterator<R>
      } finally {
        readers.push(reader)
      }
    },
    version: isLater ? '3' : '2',
    fingerprint: await fingerprintOf(database, tables, columns, signal),
    anchors: database
      .prepare(`select item_id || ':' || coalesce(addtime, 0) || ':' || coalesce(uid, 0) from item order by item_id limit 500`)
      .pluck()
      .all() as string[],
    rename(to) {
      renameSync(file, to)
      file = to
    },
    close() {
      for (const reader of readers) reader.close()
      database.close()
    },
  }
}

/** A hash of every row that is migrated; the same rows in SQLite and in MySQL give the same hash. */
async function fingerprintOf(
  database: SqliteDatabase.Database,
  tables: Set<string>,
  columns: (table: string) => string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = createHash('sha256')
  let turn = performance.now()
  for (const table of tablesInOrder.filter((name) => tables.has(name) && !volatileTables.has(name))) {
    const names = columns(table)
      .filter((name) => !volatileColumns.has(name))
      .sort()
    const rows = database
      .prepare(`select ${names.map(quoted).join(', ')} from ${quoted(table)} order by ${quoted(showdocKeys[table])}`)
      .raw()
    hash.update(`\n${table} ${names.join()}`)
    for (const row of rows.iterate() as IterableIterator<unknown[]>) {
      hash.update(JSON.stringify(row.map((value) => (value === null ? null : String(value)))))
      if (performance.now() - turn < TURN_MAX_MS) continue
      signal?.throwIfAborted()
      await new Promise(setImmediate)
      turn = performance.now()
    }
  }
  return hash.digest('hex')
}
