import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from './dialect.ts'

/** Takes longer than a statement may occupy the event loop together with others. */
const slow = sql<{
  n: number
}>`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200000) select max(n) as n from numbers`

/** How many different numbers of turns of other work four slow statements of a transaction see. */
async function turnsSeen(others: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-fair-'))
  const stores = Array.from({ length: others + 1 }, () => openStore(join(folder, 'sheaf.db')))
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    rmSync(folder, { recursive: true })
  })
  let [turns, isOver] = [0, false]
  const work = (async () => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
  })()
  const seen = await stores[0]?.db.transaction().execute(async (trx) => {
    const all = new Set<number>()
    for (let n = 0; n < 4; n++) {
      await slow.execute(trx)
      all.add(turns)
    }
    return all.size
  })
  isOver = true
  await work
  return seen ?? 0
}

it('gives other work a turn between the statements of a transaction', async () => {
  expect(await turnsSeen(0)).toBe(4)
})

it('gives none while another connection of the process could wait for its lock', async () => {
  expect(await turnsSeen(1)).toBe(1)
})
