import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import open from './conformance.open.json' with { type: 'json' }
import { ADMIN, type Running, root, startProduct } from './product.ts'

const suite = join(root, '../shared/conformance')

interface Verdict {
  area: string
  scenario: string
  step: string
  fault: string | null
}

/**
 * The black-box suite over HTTP, where it lies beside the repository. `conformance.open.json` names the steps that wait for calls not
 * built yet, or that a decision of ours answers otherwise: members of a public item read all of it (docs/decisions/0048). Everything
 * else must pass, and a step that passes must leave that list.
 */
describe.skipIf(!existsSync(suite))('conformance (needs the suite beside the repository)', () => {
  let product: Running
  let verdicts: Verdict[] = []

  beforeAll(async () => {
    product = await startProduct(ADMIN)
    const report = join(mkdtempSync(join(tmpdir(), 'sheaf-conformance-')), 'verdicts.json')
    spawnSync(process.execPath, [join(suite, 'run.mjs'), '--url', product.url, '--json', report], { encoding: 'utf8' })
    verdicts = JSON.parse(readFileSync(report, 'utf8')).verdicts
  })
  afterAll(() => product.stop())

  it('fails nowhere but where calls are missing or decided otherwise', () => {
    const failed = verdicts
      .filter(({ fault }) => fault)
      .map(({ area, scenario, step, fault }) => ({ key: `${area} / ${scenario} / ${step}`, fault }))
    const waiting = new Set(open as string[])
    expect(failed.filter(({ key }) => !waiting.has(key))).toEqual([])
    const failing = new Set(failed.map(({ key }) => key))
    expect((open as string[]).filter((key) => !failing.has(key))).toEqual([])
  })
})
