import { everyCall } from '@sheaf/contract'
import { openApi } from '@sheaf/contract/openapi'
import { describe, expect, it } from 'vitest'
import { outline, pagesOf } from '../test/tree.ts'
import { factsOf } from './test/openapi-count.ts'
import { missingFacts, shownPages } from './test/openapi-missing.ts'
import { pagesIn } from './test/openapi-sample.ts'

describe('the OpenAPI document of our own API', () => {
  const text = JSON.stringify(openApi(everyCall(), '1.0.0', 'https://docs.example.com'))
  const plan = pagesIn({ name: 'openapi.json', text, language: 'en' })
  const pages = [...pagesOf(plan.root).values()]

  /** A field deep inside an answer is on the page of its named schema, to which the page of the call leads. */
  function isOnLinkedPage(missing: string): boolean {
    const [, path = '', name = ''] = /^\w+ …(\S+): field (\w+)$/.exec(missing) ?? []
    const page = pages.find(({ content }) => path && content.includes(`${path}\n`))?.content ?? ''
    const linked = [...page.matchAll(/\| Fields: \[([^\]]+)\]\(sheaf-page:schema/g)].map(([, title]) => title)
    return pages.some(({ title, content }) => linked.includes(title) && content.includes(`| ${name} |`))
  }

  it('is imported with every call, field and response', async () => {
    const { facts, counts } = factsOf(JSON.parse(text))
    console.log(`${pages.length} pages, ${facts.length} facts`, JSON.stringify(counts))
    expect(counts['operation']).toBe(everyCall().length)
    const missing = await missingFacts(facts, await shownPages(pages, 'en'), 'en')
    expect(missing.filter((line) => !isOnLinkedPage(line))).toEqual([])
    expect(plan.skipped).toEqual([])
  })

  it('is checked by a counter that detects missing facts', async () => {
    const facts = factsOf(JSON.parse(text)).facts.filter(({ where }) => where === 'POST …/api/page/save')
    const own = pages.filter(({ title }) => title === 'Create or change a page')
    const without = own.map((page) => ({ ...page, content: page.content.replaceAll(/^\| base_version.*\n/gm, '') }))
    expect(await missingFacts(facts, await shownPages(own, 'en'), 'en')).toEqual([])
    expect(await missingFacts(facts, await shownPages(without, 'en'), 'en')).toContain('POST …/api/page/save: field base_version')
    expect((await missingFacts(facts, [], 'en')).length).toBeGreaterThan(20)
  })

  it('has readable titles and described groups', () => {
    const rows = outline(plan.root)
    expect(rows).toEqual(
      expect.arrayContaining(['Introduction', 'Pages/Create or change a page', 'Open API/Write a page', 'Users/Sign in']),
    )
    expect(pages.filter(({ title }) => /\((?:GET|POST) /.test(title)).map(({ title }) => title)).toEqual([
      'Does nothing (GET /api/update/checkDb)',
    ])
    const start = pages.find(({ title }) => title === 'Introduction')?.content
    expect(start).toContain('- **Open API** · For programs: they need no session')
    const save = pages.find(({ title }) => title === 'Create or change a page')?.content
    expect(save).toContain('| page_content | string | no | Text of the page, as Markdown')
    expect(save).toMatch(/POST https:\/\/docs\.example\.com\/api\/page\/save/)
  })
})
