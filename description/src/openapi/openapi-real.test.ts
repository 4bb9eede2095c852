import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pagesOf } from '../test/tree.ts'
import { factsOf } from './test/openapi-count.ts'
import { missingFacts, shownPages } from './test/openapi-missing.ts'
import { pagesIn } from './test/openapi-sample.ts'

const data = fileURLToPath(new URL('../../../testdata', import.meta.url))
const folders = ['openapi-examples', 'realworld'].map((name) => `${data}/${name}`)
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|ya?ml)$/.test(file) && !file.includes('postman'))
    .map((file) => `${folder}/${file}`),
)
const read = (file: string) => readFileSync(file, 'utf8')
const isDocument = (file: string) => {
  const document = parse(read(file)) as Record<string, unknown>
  return document['openapi'] !== undefined || document['swagger'] !== undefined
}

describe('real-world OpenAPI documents', () => {
  it('include at least 30 documents; other files are refused', () => {
    expect(files.filter(isDocument).length).toBeGreaterThanOrEqual(30)
    for (const file of files.filter((one) => !isDocument(one)))
      expect(() => pagesIn({ name: file, text: read(file), language: 'en' })).toThrow('importKind')
  })

  it.each(files.filter(isDocument).map((file) => [file.slice(data.length + 1), file]))('imports every fact of %s', async (_name, file) => {
    for (const language of ['en', 'zh'] as const) {
      const plan = pagesIn({ name: file.split('/').at(-1)!, text: read(file), language })
      const { facts, counts } = factsOf(parse(read(file)))
      const pages = [...pagesOf(plan.root).values()]
      expect(await missingFacts(facts, await shownPages(pages, language), language)).toEqual([])
      expect(counts.operation).toBeGreaterThan(0)
      if (language === 'en') console.log(`${_name}: ${pages.length} pages, ${facts.length} facts`, JSON.stringify(counts))
      if (!file.includes('separate')) expect(plan.skipped).toEqual([])
    }
  })
})
