import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import open from './conformance.open.json' with { type: 'json' }
import { root } from './product.ts'
import { story } from './story.ts'

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
  let verdicts: Verdict[] = []

  story.beforeAll(async ({ start }) => {
    const { url } = await start()
    const report = join(mkdtempSync(join(tmpdir(), 'sheaf-conformance-')), 'verdicts.json')
    // It ends with a fault where a step fails: which ones is in its report.
    await new Promise((done) => execFile(process.execPath, [join(suite, 'run.mjs'), '--url', url, '--json', report], done))
    verdicts = JSON.parse(readFileSync(report, 'utf8')).verdicts
  })

  story('fails nowhere but where calls are missing or decided otherwise', () => {
    const failed = verdicts
      .filter(({ fault }) => fault)
      .map(({ area, scenario, step, fault }) => ({ key: `${area} / ${scenario} / ${step}`, fault }))
    const waiting = new Set(open as string[])
    expect(failed.filter(({ key }) => !waiting.has(key))).toEqual([])
    const failing = new Set(failed.map(({ key }) => key))
    expect((open as string[]).filter((key) => !failing.has(key))).toEqual([])
  })
})
