import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn, zipOf } from '../../../../scripts/zip.mjs'
import { fillLinks } from '../../import-plan/fill-links.ts'
import type { Plan } from '../../import-plan/plan.ts'
import { outline, pagesOf } from '../test/plan-sample.ts'
import { readPlan } from './plan.ts'

const data = fileURLToPath(new URL('../../../../testdata/vue-docs-zh/src', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sheaf-manual-'))
afterAll(() => rmSync(folder, { recursive: true }))

function zipped(name: string, files: Record<string, Buffer>): string {
  const path = join(folder, name)
  writeFileSync(path, zipOf(files))
  return path
}

const read = (path: string, fileName: string) => readPlan(path, { fileName, uploadMaxBytes: 4_194_304 })

describe('import of a real manual', () => {
  let plan: Plan
  beforeAll(async () => {
    plan = await read(zipped('manual.zip', filesIn(data, 'vue-docs')), 'manual.zip')
  })

  it('keeps its tree and titles', () => {
    const rows = outline(plan.root)
    expect(plan.item_name).toBe('vue-docs')
    expect(rows.filter((row) => !row.endsWith('/'))).toHaveLength(81)
    expect(plan.root.catalogs.map(({ name }) => name)).toEqual(['api', 'guide'])
    expect(rows).toEqual(
      expect.arrayContaining([
        'guide/简介',
        'guide/快速上手',
        'guide/essentials/计算属性',
        'api/<script setup>',
        'api/组合式 API：setup()',
      ]),
    )
    for (const { title, content } of pagesOf(plan.root).values()) {
      expect(title).not.toMatch(/[{}`\\]|&lt;/)
      expect(content).not.toMatch(/^---\n/)
    }
  })

  it('links to existing pages', () => {
    const pages = pagesOf(plan.root)
    const found = new Map<string, number>()
    for (const { content } of pages.values()) {
      fillLinks(
        content,
        (entry) => void found.set(entry, (found.get(entry) ?? 0) + 1),
        () => undefined,
      )
    }
    const broken = plan.skipped.filter(({ reason }) => reason === 'link')
    const links = [...found.values()].reduce((sum, count) => sum + count, 0)
    console.log(`links to pages: ${links}, to ${found.size} pages; targets that are not in the zip: ${broken.length}`)
    console.log([...new Set(broken.map(({ name }) => name.split(' → ')[1]))].join(' '))
    expect([...found.keys()].filter((entry) => !pages.has(entry))).toEqual([])
    expect(links).toBeGreaterThan(500)
    for (const { name } of broken) {
      const path = name.split(' → ')[1]!.replace(/^\/|\/$|\.html$/g, '')
      expect(existsSync(`${data}/${path}.md`) || existsSync(`${data}/${path}/index.md`)).toBe(false)
    }
    expect(plan.skipped.filter(({ reason }) => reason !== 'link')).toEqual([])
  })
})

describe('a large zip', () => {
  it('of 5,000 small pages is read without blocking the event loop', async () => {
    const text = (index: number) =>
      `# Page ${index}\n\n${'Some words about things. '.repeat(80)}\n\n[next](./p${index + 1}.md) ![x](../x.png)\n\n\`\`\`js\nlet a = ${index}\n\`\`\`\n`
    const files: Record<string, Buffer> = { 'x.png': Buffer.from('png') }
    for (let index = 0; index < 5000; index++) files[`c${Math.floor(index / 100)}/p${index}.md`] = Buffer.from(text(index))
    const path = zipped('large.zip', files)
    let [turns, isOver] = [0, false]
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    turn()
    const plan = await read(path, 'large.zip')
    isOver = true
    expect(pagesOf(plan.root).size).toBe(5000)
    // Other tasks run between any two pages.
    expect(turns).toBeGreaterThan(5000)
  })
})
