import type { Browser } from 'playwright-core'
import { pageText } from '../content.ts'
import type { Row } from '../report.ts'
import type { BenchServer } from '../servers.ts'
import type { Person } from './person.ts'

const CHARS = 100_000
const TIMES = 5

/** The review of a suggestion for a page of 100 KB: until its button can be used, in a browser that is not slowed. */
export async function measureReview(browser: Browser, { url }: BenchServer, person: Person): Promise<Row[]> {
  const before = Array.from({ length: 48 }, (_, n) => `# Part ${n}\n\n${pageText(n)}`)
    .join('\n')
    .slice(0, CHARS)
  const { item_id } = await person.call<{ item_id: string }>('item/add', { item_name: 'Reviews' })
  const { page_id } = await person.call<{ page_id: string }>('page/save', { item_id, page_title: 'Long', page_content: before })
  const page_content = before
    .split('\n')
    .map((line, n) => (n % 20 === 5 ? `${line} and more` : line))
    .join('\n')
  const { suggestion_id } = await person.call<{ suggestion_id: string }>('suggestion/save', { page_id, base_version: '1', page_content })
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', serviceWorkers: 'block' })
    await context.addCookies([{ name: 'sheaf_session', value: person.session, url }])
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(`${url}/page/suggestion/${suggestion_id}`, { waitUntil: 'commit' })
    await page.locator('button:enabled', { hasText: /^Accept$/ }).waitFor()
    times.push(performance.now() - start)
    await context.close()
  }
  const measured = times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] as number
  return [{ label: 'Review of a suggestion for 100 KB: usable', unit: 'ms', measured, limit: 1000 }]
}
