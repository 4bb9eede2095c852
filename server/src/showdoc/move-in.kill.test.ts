import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { nodeEnv } from '../test/node-env.ts'
import { escapedText, squeezed } from '../test/showdoc-made.ts'
import { smallShowdoc } from '../test/showdoc-small.ts'
import { anEmptyPlace, serverOn } from '../test/terminal.ts'

const program = fileURLToPath(new URL('../sheaf.ts', import.meta.url))
const KILLS = 12
/** Milliseconds until a process has read its program. */
const START = 400

type Env = Record<string, string>

/** The command as a process of its own; killed after so many milliseconds, if it is still there. */
async function moved(source: string, env: Env, after = 0): Promise<number | null> {
  const child = spawn(process.execPath, [program, 'import-showdoc', source, '--json'], {
    env: { ...nodeEnv, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = after ? setTimeout(() => child.kill('SIGKILL'), after) : undefined
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  clearTimeout(timer)
  return code
}

/** Salts and the time of the move differ each time, and so do numbers that the database gives itself; all else must not. */
const different: Record<string, string[]> = {
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
      const kept = rows.map((row) => Object.entries(row).filter(([column]) => !different[name]?.includes(column)))
      state[name] = kept.map((row) => JSON.stringify(Object.fromEntries(row.sort()))).sort()
    }
    const id = sql.raw(store.kind === 'sqlite' ? 'rowid' : 'distinct page_id')
    state['page_words'] = (await sql<{ n: number }>`select count(${id}) as n from page_words`.execute(store.db)).rows.map((row) =>
      Number(row.n),
    )
    const move = await sql<{ state: string; report: string }>`select state, report from showdoc_move`.execute(store.db)
    const { tables: counted, pages, versions, files } = JSON.parse(move.rows[0]?.report || '{}')
    // Of the files the comparison has read every byte.
    return { ...state, move: move.rows.map((row) => row.state), counted, pages, versions, files }
  } finally {
    await store.close()
  }
}

describe.each(['sqlite', 'postgres'])('R16: a move from ShowDoc on %s', (kind) => {
  const source = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-kill-'))
  let once: Env
  let took = 0
  beforeAll(async () => {
    const made = smallShowdoc(source, '3.9')
    made.all(() => {
      for (let n = 1; n <= 3000; n++) {
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
        const state = {
          page_history_id: 1000 + n,
          ...page,
          page_content: squeezed(`before ${n} ${'a longer text than others '.repeat(n % 400)}`),
        }
        made.add('page_history', { ...state, s_number: 1 })
        if (n % 30 > 0) continue
        made.upload(`many/${n}.txt`, `file ${n}`)
        const file = { file_id: 1000 + n, sign: n.toString(16).padStart(32, 'a'), display_name: `${n}.txt`, uid: 1, item_id: 1, addtime: n }
        made.add('upload_file', { ...file, real_url: `http://docs.example.com/Public/Uploads/many/${n}.txt` })
      }
    })
    made.close()
    once = await anEmptyPlace(kind)
    const start = performance.now()
    expect(await moved(source, once)).toBe(0)
    took = performance.now() - start
  }, 120_000)
  afterAll(() => rmSync(source, { recursive: true, force: true }))

  it('given twice at once, is made once', async () => {
    const env = await anEmptyPlace(kind)
    // There must be a database for both to find.
    const made = await serverOn(env)
    await made.close()
    const codes = await Promise.all([moved(source, env), moved(source, env)])
    expect(codes).toContain(0)
    if (codes.includes(1)) expect(await moved(source, env)).toBe(0)
    expect(await stateOf(env)).toEqual(await stateOf(once))
  }, 60_000)

  /** At places nobody has chosen; each run gets a little further. How many were killed before one came to the end. */
  async function killedIn(env: Env, share: number) {
    for (let kills = 0; ; kills++)
      if (kills === KILLS || (await moved(source, env, START + Math.random() * took * share)) === 0) return kills
  }

  it('killed at any moment and given again, comes to the same end', async () => {
    let [env, kills] = [once, 0]
    // Where the machine was busy while `took` was measured, too few are killed: then sooner, in another place.
    for (let share = 0.3; kills < 2 && share > 0.01; share /= 2) {
      env = await anEmptyPlace(kind)
      kills = await killedIn(env, share)
    }
    expect(kills).toBeGreaterThan(1)
    expect(await moved(source, env)).toBe(0)
    expect(await stateOf(env)).toEqual(await stateOf(once))
    for (const place of [env, once])
      expect(
        readdirSync(place['DATA_DIR'] as string, { recursive: true, encoding: 'utf8' }).filter((name) => /copy-|showdoc\.db/.test(name)),
      ).toEqual([])
    const before = await stateOf(env)
    expect(await moved(source, env)).toBe(0)
    expect(await stateOf(env)).toEqual(before)
  }, 180_000)
})
