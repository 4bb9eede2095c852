import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../import/test/plan-sample.ts'
import type { PlanCatalog, PlanPage } from '../../import-plan/plan.ts'
import { planPostman } from './postman.ts'

const file = fileURLToPath(new URL('../../../../testdata/realworld/api/Conduit.postman_collection.json', import.meta.url))

interface Row {
  key: string
  value: string
}
interface Item {
  name: string
  item?: Item[]
  event?: { script: { exec: string[] } }[]
  request?: { method: string; header: Row[]; body?: { raw?: string }; url: { raw: string; query?: Row[] }; description?: string }
  response?: { name: string; body: string; header: Row[] }[]
}

/** Requests with their parent folders. */
const requestsOf = (items: Item[], folders: string[] = []): { folders: string[]; item: Item }[] =>
  items.flatMap((item) => (item.item ? requestsOf(item.item, [...folders, item.name]) : [{ folders, item }]))

const placesOf = (catalog: PlanCatalog, folders: string[] = []): { folders: string[]; page: PlanPage }[] => [
  ...catalog.pages.map((page) => ({ folders, page })),
  ...catalog.catalogs.flatMap((below) => placesOf(below, [...folders, below.name])),
]

const squeezed = (text: string) => text.replace(/\s+/g, '')

describe('Postman collection of a real API', () => {
  it('is imported with every request, header, parameter, body, example and script, in order', () => {
    const collection = JSON.parse(readFileSync(file, 'utf8')) as { item: Item[] }
    const plan = planPostman(collection as never, { name: 'x.json', text: '', language: 'en' })
    const [expected, imported] = [requestsOf(collection.item), placesOf(plan.root)]
    expect(imported.map(({ folders, page }) => [...folders, page.title])).toEqual(
      expected.map(({ folders, item }) => [...folders, item.name]),
    )
    const count = { requests: 0, headers: 0, parameters: 0, bodies: 0, examples: 0, scripts: 0 }
    for (const [n, { item }] of expected.entries()) {
      const content = imported[n]?.page.content ?? ''
      const text = squeezed(content)
      const { method, url, header, body } = item.request ?? expect.fail(item.name)
      count.requests++
      expect(content).toContain(`\`\`\`endpoint\n${method} ${url.raw.split('?', 1)[0]}\n\`\`\``)
      for (const { key, value } of header) {
        count.headers++
        expect(content).toMatch(new RegExp(`^\\| ${key} \\| `, 'm'))
        if (!/^Token /.test(value) || value.includes('{{')) expect(content).toContain(value)
      }
      for (const { key, value } of url.query ?? []) {
        count.parameters++
        expect(content).toContain(`| ${key} | string | \`${value}\` |`)
      }
      if (body?.raw) {
        count.bodies++
        expect(text).toContain(squeezed(body.raw))
      }
      for (const response of item.response ?? []) {
        count.examples++
        expect(text).toContain(squeezed(response.body))
      }
      for (const { script } of item.event ?? []) {
        if (script.exec.join('').trim() === '') continue
        count.scripts++
        expect(text).toContain(squeezed(script.exec.join('\n')))
      }
    }
    console.log(count, `${pagesOf(plan.root).size} pages`)
    expect(count.requests).toBeGreaterThan(30)
    expect(plan.skipped).toEqual([])
  })
})
