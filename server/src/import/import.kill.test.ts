import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../db/dialect.ts'
import { startProcess } from '../test/process.ts'
import { freshDatabase } from '../test/product.ts'

/** An exported item of so many pages in fifty catalogs. */
function fileOf(name: string, text: string, count: number) {
  const catalogs = Array.from({ length: 50 }, (_, c) => ({
    cat_name: `c${c}`,
    s_number: c,
    catalogs: [],
    pages: Array.from({ length: count / 50 }, (_, n) => ({ page_title: `p${n}`, page_content: `${text} of ${c} ${n}`, s_number: n })),
  }))
  return JSON.stringify({ item_name: name, item_type: 1, escaped: false, pages: { pages: [], catalogs } })
}

/* A server of PostgreSQL is not what is killed, so fewer pages and points do. */
describe.each([
  ['sqlite', 5000, 10],
  ['postgres', 1000, 6],
] as const)('R16: an import on %s of %i pages', (kind, PAGES, POINTS) => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-import-kill-'))
  const settings: Record<string, string> = {}
  let child: ChildProcess
  let [cookie, port] = ['', 0]
  let store: Store

  beforeAll(async () => {
    if (kind === 'postgres') settings['DATABASE_URL'] = await freshDatabase()
    await start()
    store = openStore(settings['DATABASE_URL'] ?? join(folder, 'sheaf.db'))
  }, 60_000)
  afterAll(async () => {
    child.kill('SIGKILL')
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start() {
    ;({ child, port, cookie } = await startProcess(folder, settings))
  }

  async function send(file: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', new File([file], 'x.json'))
    const reply = await fetch(`http://127.0.0.1:${port}/api/import/auto`, { method: 'POST', headers: { cookie }, body })
    const { error_code, error_message, data } = (await reply.json()) as {
      error_code: number
      error_message: string
      data: { item_id: string }
    }
    if (error_code !== 0) throw new Error(error_message)
    return data.item_id
  }

  /** How many pages of the items of this name say this. */
  async function visible(name: string, text: string): Promise<number> {
    const rows = store.db.selectFrom('page as p').innerJoin('item as i', 'i.item_id', 'p.item_id').where('i.item_name', '=', name)
    const { n } = await rows
      .where('i.is_del', '=', 0)
      .where('p.is_del', '=', 0)
      .where('p.page_content', 'like', `${text} of %`)
      .select((row) => row.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  /** Runs an import and kills the server after this part of the time that a whole one took. */
  async function killed(file: string, fields: Record<string, string>, milliseconds: number) {
    const sent = send(file, fields).catch(() => undefined)
    await wait(milliseconds)
    child.kill('SIGKILL')
    await sent
    await start()
  }

  it('is there wholly or not at all, wherever it was killed, and can be repeated', async () => {
    const first = performance.now()
    await send(fileOf('measure', 'm', PAGES))
    const whole = performance.now() - first
    const old = await send(fileOf('old', 'zero', PAGES / 2))
    const again = performance.now()
    await send(fileOf('old', 'first', PAGES), { item_id: old })
    const into = performance.now() - again
    const seen: string[] = []
    for (let point = 1; point <= POINTS; point++) {
      const part = point / POINTS
      if (point % 2 === 1) {
        await killed(fileOf(`new${point}`, 'n', PAGES), {}, whole * part)
        const count = await visible(`new${point}`, 'n')
        expect([0, PAGES]).toContain(count)
        seen.push(`new at ${part}: ${count}`)
      } else {
        const text = `second${point}`
        const before = await visible('old', 'first')
        await killed(fileOf('old', text, PAGES), { item_id: old }, into * part * 1.4)
        const counts = [await visible('old', text), await visible('old', '%')]
        expect([`0 ${PAGES}`, `${PAGES} ${PAGES}`]).toContain(counts.join(' '))
        seen.push(`into at ${part}: ${counts[0]} (first text: ${before})`)
      }
    }
    console.log(kind, `whole ${Math.round(whole)} ms, into ${Math.round(into)} ms`, seen)
    const made = await send(fileOf('new1', 'n', PAGES))
    expect(await visible('new1', 'n')).toBe(PAGES)
    await send(fileOf('old', 'last', PAGES), { item_id: old })
    expect(await visible('old', 'last')).toBe(PAGES)
    const kept = store.db
      .selectFrom('page_history')
      .select((row) => row.fn.countAll().as('n'))
      .where('item_id', '=', Number(old))
    expect(Number((await kept.executeTakeFirstOrThrow()).n)).toBeGreaterThanOrEqual(PAGES)
    expect(made).toMatch(/^\d+$/)
  }, 600_000)
})
