import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type MoveReport, proofsOf } from '@sheaf/contract'
import { describe, expect, it } from 'vitest'
import { anEmptyPlace, command, folder } from '../../test/process/terminal.ts'
import { realShowdoc } from '../../test/samples/showdoc-real.ts'

async function moved(dir: string, place: Record<string, string>) {
  const { code, out, err } = await command(['import-showdoc', dir, '--json'], place)
  expect(code, err).toBe(0)
  return JSON.parse(out) as MoveReport
}

/** The parts that must match: the row counts of every migrated table, and the hashes of every text, file, comment, voice and subscription. */
const essence = (report: MoveReport) => ({
  rows: Object.fromEntries(
    report.tables.filter(({ table, written }) => written && table !== 'options').map(({ table, written }) => [table, written]),
  ),
  proofs: proofsOf(report).map(([name, { compared, same, before, after }]) => ({ name, compared, same, before, after })),
})

describe.each(['sqlite', 'postgres'])('a ShowDoc that was imported and exported, on %s', (kind) => {
  it.each(['2.9', '3.9'])(
    'is imported again with the same counts and hashes: %s',
    async (version) => {
      const dir = folder()
      execFileSync('tar', ['xzf', realShowdoc(version), '-C', dir])
      const place = await anEmptyPlace(kind)
      const first = await moved(dir, place)
      const out = join(folder(), 'out')
      expect((await command(['export-showdoc', out], place)).code).toBe(0)
      const second = await moved(out, await anEmptyPlace(kind))
      expect(essence(second)).toEqual(essence(first))
      expect([second.ids.count, second.renamed.count, second.pages.different.count]).toEqual([0, 0, 0])
    },
    60_000,
  )
})
