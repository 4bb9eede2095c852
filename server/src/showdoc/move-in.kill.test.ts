import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { databases, type Moment, runSheaf } from '../test/process/crash.ts'
import { anEmptyPlace, command, serverOn } from '../test/process/terminal.ts'
import { escapedText, squeezed } from '../test/samples/showdoc-made.ts'
import { smallShowdoc } from '../test/samples/showdoc-small.ts'

type Env = Record<string, string>

/** Columns that differ between runs: salts, the time of the move, and ids that the database assigns. */
const variableColumns: Record<string, string[]> = {
  user: ['password_hash'],
  item: ['password_hash', 'password_stamp'],
  page_link: ['addtime'],
  attachment: ['file_id', 'path'],
  showdoc_left: ['id'],
  recycle: ['id'],
}
type Query = ReturnType<typeof sql<Record<string, unknown>>>
const whole = (table: string): [string, Query] => [table, sql<Record<string, unknown>>`select * from ${sql.table(table)}`]
const queries: [string, Query][] = [
  ...['user', 'item', 'catalog', 'page', 'page_history', 'attachment', 'recycle', 'item_member', 'item_key', 'page_link', 'mock'].map(
    whole,
  ),
  ...['team_item_member', 'site_config', 'showdoc_id', 'showdoc_left'].map(whole),
  ['linked', sql`select l.page_id, a.sign, l.addtime from attachment_page l join attachment a on a.file_id = l.file_id`],
  ['placed', sql`select f.path, a.sign from showdoc_file f join attachment a on a.file_id = f.file_id`],
]

async function stateOf(env: Env) {
  const store = openStore(env['DATABASE_URL'] ?? join(env['DATA_DIR'] as string, 'sheaf.db'))
  try {
    const state: Record<string, unknown> = {}
    for (const [name, query] of queries) {
      const { rows } = await query.execute(store.db)
      const kept = rows.map((row) => Object.entries(row).filter(([column]) => !variableColumns[name]?.includes(column)))
      state[name] = kept.map((row) => JSON.stringify(Object.fromEntries(row.sort()))).sort()
    }
    const id = sql.raw(store.kind === 'sqlite' ? 'rowid' : 'distinct page_id')
    state['page_words'] = (await sql<{ n: number }>`select count(${id}) as n from page_words`.execute(store.db)).rows.map((row) =>
      Number(row.n),
    )
    const move = await sql<{ state: string; report: string }>`select state, report from showdoc_move`.execute(store.db)
    const { tables: counted, pages, versions, files } = JSON.parse(move.rows[0]?.report || '{}')
    // The comparison in the report has read every byte of the files.
    return { ...state, move: move.rows.map((row) => row.state), counted, pages, versions, files }
  } finally {
    await store.close()
  }
}

/** More pages and files than fit into two batches. */
const [PAGES, FILES] = [350, 25]
const source = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-kill-'))
const move = ['import-showdoc', source, '--json']

beforeAll(() => {
  const made = smallShowdoc(source, '3.9')
  made.all(() => {
    for (let n = 1; n <= PAGES; n++) {
      const page = {
        page_id: 1000 + n,
        item_id: 1 + (n % 2),
        cat_id: 0,
        page_title: `page ${n}`,
        author_uid: 2,
        author_username: 'wangwu',
        addtime: 1_700_000_000 + n,
      }
      made.add('page', { ...page, page_content: escapedText(`text & <b> of ${n} ${'words and more words '.repeat(50)}`) })
      const page_content = squeezed(`before ${n} ${'a longer text than others '.repeat(n)}`)
      made.add('page_history', { page_history_id: 1000 + n, ...page, page_content, s_number: 1 })
    }
    for (let n = 1; n <= FILES; n++) {
      made.upload(`many/${n}.txt`, `file ${n}`)
      const file = { file_id: 1000 + n, sign: n.toString(16).padStart(32, 'a'), display_name: `${n}.txt`, uid: 1, item_id: 1, addtime: n }
      made.add('upload_file', { ...file, real_url: `http://docs.example.com/Public/Uploads/many/${n}.txt` })
    }
  })
  made.close()
})
afterAll(() => rmSync(source, { recursive: true, force: true }))

/** In this order each run gets a little further than the previous one. */
const moments: [name: string, moment: Moment][] = [
  ['while ShowDoc is copied', ['after', /^copyFile/]],
  ['between the row of the move and its ids', ['after', /^insert into "showdoc_move"/]],
  ['between the bytes of a file and its row', ['after', /^rename .*\.part /]],
  ['between two batches of files', ['after', /^insert into "attachment"/, /^commit$/]],
  ['within a batch of pages', ['after', /^insert into "page" /]],
  ['between two batches of pages', ['after', /^insert into "page" /, /^commit$/]],
  ['between the report and the end', ['after', /^writeFile .*report-/]],
  ['after the end, before its copy of ShowDoc is deleted', ['after', /^update "showdoc_move" set "state"/]],
]

it.each(databases)('R16: a move from ShowDoc to %s that is killed and repeated gives the same result', async (kind) => {
  const [once, env] = [await anEmptyPlace(kind), await anEmptyPlace(kind)]
  expect(await command(move, once)).toMatchObject({ code: 0 })
  for (const [name, moment] of moments) expect(await runSheaf(move, env, moment), name).toEqual([null, 'SIGKILL'])
  expect(await command(move, env)).toMatchObject({ code: 0 })
  const state = await stateOf(env)
  expect(state).toEqual(await stateOf(once))
  const left = readdirSync(env['DATA_DIR'] as string, { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => /copy-|showdoc\.db|^tmp\/|\.part$/.test(name))).toEqual([])
  expect(await command(move, env)).toMatchObject({ code: 0 })
  expect(await stateOf(env)).toEqual(state)
})

it.each(databases)('R24: a move from ShowDoc to %s that runs twice in parallel is applied once', async (kind) => {
  const [once, env] = [await anEmptyPlace(kind), await anEmptyPlace(kind)]
  expect(await command(move, once)).toMatchObject({ code: 0 })
  // Both runs need an existing database.
  const made = await serverOn(env)
  await made.close()
  const codes = (await Promise.all([runSheaf(move, env), runSheaf(move, env)])).map(([code]) => code)
  expect(codes).toContain(0)
  if (codes.includes(1)) expect(await command(move, env)).toMatchObject({ code: 0 })
  expect(await stateOf(env)).toEqual(await stateOf(once))
})
