import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'

const LONGEST = 1500
const pages = new Set<Page>()

/** What a failed story says of this page: where it was and what stood there, for a log is all that is left of a run elsewhere. */
export function watch(page: Page) {
  pages.add(page)
  page.once('close', () => pages.delete(page))
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of pages) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 2000 })
      .catch((error: Error) => `(${error.message})`)
    console.error(`--- ${page.url()}\n${text.replace(/\n\s*\n/g, '\n').slice(0, LONGEST)}`)
  }
})
