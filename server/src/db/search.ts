import { sql } from 'kysely'
import type { Store } from './dialect.ts'
import type { Db } from './schema.ts'
import { type Phrase, phrases, tokens } from './tokens.ts'

/*
 * Full-text search with one tokenizer for both databases. SQLite: FTS5 over the tokens, one row per page. PostgreSQL: tsvectors
 * made here, in overlapping stretches of a page, because positions stop at 16,383 and a word keeps 256 of them.
 */
interface Indexed {
  page_id: number
  item_id: number
  page_title: string
  page_content: string
}

/** Puts the page's present state into the index; part of the transaction that saves it. */
export async function indexPage(store: Store, db: Db, page: Indexed) {
  await unindexPages(store, db, [page.page_id])
  const title = tokens(page.page_title)
  const body = tokens(page.page_content)
  if (store.kind === 'sqlite') {
    await sql`insert into page_fts (rowid, item, title, body) values (${page.page_id}, ${`i${page.item_id}`}, ${title.join(' ')}, ${body.join(' ')})`.execute(
      db,
    )
    return
  }
  const titles = stretches(title)[0] ?? ''
  await sql`insert into page_fts (page_id, item_id, chunk, title, body)
    select ${page.page_id}::int, ${page.item_id}::int, n, (case when n = 1 then ${titles} else '' end)::tsvector, v::tsvector
    from unnest(${stretches(body)}::text[]) with ordinality as u (v, n)`.execute(db)
}

export async function unindexPages(store: Store, db: Db, page_ids: number[]) {
  if (page_ids.length === 0) return
  const id = sql.ref(store.kind === 'sqlite' ? 'rowid' : 'page_id')
  for (let at = 0; at < page_ids.length; at += 500)
    await sql`delete from page_fts where ${id} in (${sql.join(page_ids.slice(at, at + 500))})`.execute(db)
}

const SIZE = 250
const OVERLAP = 100

function stretches(all: string[]): string[] {
  const vectors: string[] = []
  for (let start = 0; start === 0 || start + OVERLAP < all.length; start += SIZE - OVERLAP) {
    const at = new Map<string, number[]>()
    for (const [n, token] of all.slice(start, start + SIZE).entries()) at.set(token, [...(at.get(token) ?? []), n + 1])
    vectors.push([...at].map(([token, places]) => `'${token}':${places.join(',')}`).join(' '))
  }
  return vectors
}

interface Found {
  page_id: number
}

/**
 * Page ids of an item that hold every phrase of the keyword, best first: titles before texts; the caller looks for the literals in
 * their texts. Signs alone (`%`) are in no index, so then every page comes back. Never fails, whatever was typed.
 */
export async function searchPages(
  store: Store,
  item_id: number,
  keyword: string,
  limit: number,
): Promise<{ ids: number[]; literals: string[] }> {
  const wanted = phrases(keyword)
  const indexed = wanted.filter((phrase) => phrase.tokens.length > 0)
  const literals = wanted.flatMap((phrase) => phrase.literal ?? [])
  if (indexed.length === 0) return { ids: literals.length ? await everyPage(store, item_id) : [], literals }
  const rows = await (store.kind === 'sqlite' ? inSqlite(store, item_id, indexed, limit) : inPostgres(store, item_id, indexed, limit))
  return { ids: rows.map((row) => row.page_id), literals }
}

const everyPage = async (store: Store, item_id: number) =>
  (await store.hot<Found>('select page_id from page where item_id = ? and is_del = 0 order by s_number, page_id', [item_id])).map(
    (row) => row.page_id,
  )

const inSqlite = (store: Store, item_id: number, wanted: Phrase[], limit: number) =>
  store.hot<Found>('select rowid as page_id from page_fts where page_fts match ? order by bm25(page_fts, 0.0, 12.0, 1.0), rowid limit ?', [
    `item:i${item_id} AND ${wanted.map((phrase) => `{title body}: "${phrase.tokens.join(' ')}"${phrase.prefix ? ' *' : ''}`).join(' AND ')}`,
    limit,
  ])

const inPostgres = (store: Store, item_id: number, wanted: Phrase[], limit: number) => {
  const queries = wanted.map((phrase) =>
    phrase.tokens.map((token, n) => `'${token}'${phrase.prefix && n === phrase.tokens.length - 1 ? ':*' : ''}`).join(' <-> '),
  )
  const each = wanted
    .map(() => 'exists (select 1 from page_fts f where f.page_id = p.page_id and (f.title @@ ?::tsquery or f.body @@ ?::tsquery))')
    .join(' and ')
  return store.hot<Found>(
    `select page_id from (
       select f.page_id, max(12 * ts_rank(f.title, ?::tsquery) + ts_rank(f.body, ?::tsquery)) as rank
       from page_fts f where f.item_id = ? and (f.title @@ ?::tsquery or f.body @@ ?::tsquery) group by f.page_id
     ) p where ${each} order by rank desc, page_id limit ?`,
    [queries[0], queries[0], item_id, queries[0], queries[0], ...queries.flatMap((query) => [query, query]), limit],
  )
}
