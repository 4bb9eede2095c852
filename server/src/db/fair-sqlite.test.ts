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

it('gives other work a turn between the statements of a transaction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-fair-'))
  const store = openStore(join(folder, 'sheaf.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  let turns = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
  })()
  const turnsBetween = await store.db.transaction().execute(async (trx) => {
    const seen: number[] = []
    for (let n = 0; n < 4; n++) {
      await slow.execute(trx)
      seen.push(turns)
    }
    return seen
  })
  isOver = true
  await others
  expect(new Set(turnsBetween).size).toBe(4)
})
