import type { Page } from 'playwright-core'
import { hasBrowser, openBrowser } from '../browser.ts'
import type { Row } from '../report.ts'
import type { BenchServer } from '../servers.ts'
import { median } from './site.ts'

const VISITS = 7
const THREADS = 40

/** The panel of a page with 200 comments in 40 threads, and the script that comments cost a reader. */
export async function measurePanel({ url }: BenchServer, full: string, bare: string): Promise<Row[]> {
  if (!hasBrowser()) return []
  const browser = await openBrowser()
  try {
    const usable: number[] = []
    const scripts: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        await context.request.post(`${url}/api/user/login`, { form: { username: 'admin', password: 'admin-password-1' } })
        const page = await context.newPage()
        const script = await scriptOf(page)
        await page.goto(`${url}/${bare}`, { waitUntil: 'networkidle' })
        const before = script.bytes()
        await page.goto(`${url}/${full}`, { waitUntil: 'networkidle' })
        const button = page.locator('#comment-button button')
        await button.waitFor()
        usable.push(await opened(page))
        await page.waitForLoadState('networkidle')
        scripts.push(script.bytes() - before)
      } finally {
        await context.close()
      }
    }
    return [
      { label: 'Panel with 200 comments: usable after the click', unit: 'ms', measured: median(usable), limit: 300 },
      { label: 'Script that a page with comments and its panel load more', unit: 'KB', measured: median(scripts) / 1024, limit: 18 },
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the click to the frame after the panel shows all threads. */
const opened = (page: Page) =>
  page.evaluate(
    (threads) =>
      new Promise<number>((done) => {
        const started = performance.now()
        document.querySelector<HTMLElement>('#comment-button button')?.click()
        const check = () => {
          if (document.querySelectorAll('.thread').length >= threads)
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)))
          else requestAnimationFrame(check)
        }
        check()
      }),
    THREADS,
  )

async function scriptOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const kinds = new Map<string, string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') bytes += encodedDataLength
  })
  return { bytes: () => bytes }
}
