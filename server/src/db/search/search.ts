import { sql } from 'kysely'
import { inParts } from '../batches.ts'
import type { Store } from '../dialect.ts'
import type { Db } from '../schema.ts'
import { beforeCommit } from '../shared-commit.ts'
import { bucketKey, itemKey } from './lexemes.ts'
import { lexemesOf } from './page-lexemes.ts'

/*
 * The search index: sets of lexemes, split the same way for both databases. SQLite: FTS5, one row per page, read newest first.
 * PostgreSQL: tsvectors without positions; buckets of consecutive pages let it read the newest first too.
 */
interface Indexed {
  page_id: number
  item_id: number
  page_title: string
  page_content: string
}

/**
 * Updates the index of a page; part of the transaction that saves it. The page is cut before the end of a shared commit, so that a failure
 * rejects this save only.
 */
export async function indexPage(store: Store, db: Db, page: Indexed) {
  await indexCut(store, db, page, await lexemesOf(page))
}

async function indexCut(store: Store, db: Db, { page_id, item_id }: Pick<Indexed, 'page_id' | 'item_id'>, lexemes: string[]) {
  const cut = { page_id, item_id, lexemes }
  await beforeCommit(db, [page_id], async () => {
    await dropPages(store, db, [cut.page_id])
    await addPages(store, db, [cut])
  })
}

/** Indexes new pages in the transaction that inserts them; old index rows are not searched, because there are none. */
export async function indexFresh(store: Store, db: Db, pages: Indexed[]) {
  const cut: (Indexed & { lexemes: string[] })[] = []
  for (const page of pages) cut.push({ ...page, lexemes: await lexemesOf(page) })
  await addPages(store, db, cut)
}

async function addPages(store: Store, db: Db, pages: (Pick<Indexed, 'page_id' | 'item_id'> & { lexemes: string[] })[]) {
  if (store.kind === 'sqlite') {
    for (const { page_id, item_id, lexemes } of pages)
      await sql`insert into page_words (rowid, words) values (${page_id}, ${[itemKey(item_id), ...lexemes].join(' ')})`.execute(db)
    store.noteIndexWrite?.()
    return
  }
  const rows = pages.flatMap(({ page_id, item_id, lexemes }) =>
    vectors(lexemes, bucketKey(page_id)).map((words, n) => ({ page_id, item_id, part: n + 1, words })),
  )
  const column = (name: 'page_id' | 'item_id' | 'part') => rows.map((row) => row[name])
  await sql`insert into page_words (page_id, item_id, part, words)
    select page, item, n, v::tsvector
    from unnest(${column('page_id')}::int[], ${column('item_id')}::int[], ${column('part')}::int[], ${rows.map((row) => row.words)}::text[]) as u (page, item, n, v)`.execute(
    db,
  )
}

export const unindexPages = (store: Store, db: Db, page_ids: number[]) => beforeCommit(db, page_ids, (ids) => dropPages(store, db, ids))

async function dropPages(store: Store, db: Db, page_ids: number[]) {
  const id = sql.ref(store.kind === 'sqlite' ? 'rowid' : 'page_id')
  for (const part of inParts(page_ids)) await sql`delete from page_words where ${id} in (${sql.join(part)})`.execute(db)
  store.noteIndexWrite?.()
}

/**
 * Pages whose texts are cut after the transaction, because other writers would wait for that: `indexAfterCommit`, which the caller runs
 * then, the hourly cleanup or the next start indexes them. Search does not find them before.
 */
export async function indexLater(db: Db, page_ids: number[]) {
  for (const part of inParts(page_ids)) {
    const waiting = db.insertInto('search_backlog').values(part.map((page_id) => ({ page_id })))
    await waiting.onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Pages of a move whose texts are cut in its transaction. */
const CUT_AT_ONCE_MAX = 50

/**
 * Pages that moved to another item; the caller runs `indexAfterCommit`. SQLite stores the item in the index row itself, so its rows are
 * written again.
 */
export async function moveIndexed(store: Store, db: Db, page_ids: number[], item_id: number) {
  if (store.kind === 'postgres') {
    for (const part of inParts(page_ids))
      await sql`update page_words set item_id = ${item_id} where page_id in (${sql.join(part)})`.execute(db)
    return
  }
  if (page_ids.length > CUT_AT_ONCE_MAX) return indexLater(db, page_ids)
  if (page_ids.length === 0) return
  const texts = db.selectFrom('page').select(['page_id', 'item_id', 'page_title', 'page_content']).where('page_id', 'in', page_ids)
  for (const page of await texts.execute()) await indexPage(store, db, { ...page, item_id })
}

/** Indexes a hidden page that will be shown in `item_id` later: search does not find it before. `lexemes` are those of its text. */
export const indexAhead = (
  store: Store,
  db: Db,
  { page_id, item_id: hidden }: Pick<Indexed, 'page_id' | 'item_id'>,
  item_id: number,
  lexemes: string[],
) => indexCut(store, db, { page_id, item_id: store.kind === 'sqlite' ? item_id : hidden }, lexemes)

/** Completes `indexAhead` when the pages are shown; SQLite needs no change, because its index has the final item already. */
export const showIndexed = async (store: Store, db: Db, page_ids: number[], item_id: number) => {
  if (store.kind === 'postgres') await moveIndexed(store, db, page_ids, item_id)
}

/** A tsvector holds one megabyte; only pages of some hundred thousand words need a second one. */
const VECTOR_MAX = 600_000

const vector = (lexemes: string[]) => lexemes.map((lexeme) => `'${lexeme}'`).join(' ')

function vectors(lexemes: string[], inEach: string): string[] {
  const made: string[][] = []
  let size = VECTOR_MAX
  for (const lexeme of lexemes) {
    const bytes = Buffer.byteLength(lexeme) + 8
    if (size + bytes > VECTOR_MAX) {
      made.push([inEach])
      size = 0
    }
    made.at(-1)?.push(lexeme)
    size += bytes
  }
  return made.map(vector)
}
