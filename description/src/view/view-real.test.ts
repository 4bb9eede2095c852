import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { render } from '@sheaf/markdown'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { descriptionOf } from '../openapi/openapi.ts'
import { factsOf } from '../openapi/test/openapi-count.ts'
import { missingFacts, type ShownPage } from '../openapi/test/openapi-missing.ts'
import { type Part, readParts } from '../parts/parts.ts'
import { renderPage } from './page.ts'

const data = fileURLToPath(new URL('../../../testdata', import.meta.url))
const files = ['openapi-examples', 'realworld'].flatMap((folder) =>
  readdirSync(`${data}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|ya?ml)$/.test(file) && !/postman|separate/.test(file))
    .map((file) => `${folder}/${file}`),
)
const read = (file: string) => readFileSync(`${data}/${file}`, 'utf8')
const isDocument = (file: string) => /^\s*(?:["']?(?:openapi|swagger)["']?\s*:)/m.test(read(file))

/** The page of a part as readers see it. */
async function shown({ kind, title, method, path, call, text }: Part): Promise<ShownPage> {
  const where = kind === 'schema' ? `schema ${title}` : kind === 'introduction' ? 'introduction' : `${method} ${path}`
  const { html } = call
    ? await renderPage('```operation a b\n```', { calls: () => call, language: 'en' })
    : await render(text().markdown, { language: 'en' })
  return { where, title, html }
}

describe('the pages of real descriptions', () => {
  it.each(files.filter(isDocument))('show every fact of %s', async (file) => {
    const text = read(file)
    const parts: Part[] = []
    readParts(
      { name: file.split('/').at(-1) ?? '', document: descriptionOf(text), language: 'en', hasSchemas: true },
      (entry) => `/${encodeURIComponent(entry)}`,
      (_, part) => {
        parts.push(part)
        return undefined
      },
    )
    const { facts } = factsOf(parse(text))
    const pages = await Promise.all(parts.map(shown))
    expect(await missingFacts(facts, pages, 'en')).toEqual([])
    const [field] = facts.filter(({ kind }) => kind === 'field')
    const empty = pages.map((page) => ({ ...page, html: page.html.replaceAll('class="pname"', '') }))
    if (field?.where.includes('…')) expect(await missingFacts([field], empty, 'en')).toHaveLength(1)
  })
})
