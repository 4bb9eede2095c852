import type { Browser, Page } from 'playwright-core'
import type { Row } from './report.ts'
import { startMinimalServer } from './servers.ts'

const TEXT = 'zebra types here and the page keeps up with every key '
const KEYS = 100
/** Keys that are typed first and not measured, because in any page the first keys run code that is not compiled yet. */
const WARM = 40
/** Milliseconds between two keys of a fast typist. */
const PAUSE = 100

interface Typed {
  usableMs: number
  p95: number
  /** The number of sent keys that the browser painted. */
  shown: number
}

/** In the page: records the time from each key to the frame that shows it. */
function watchKeys() {
  const seen: number[] = []
  Object.assign(window, { keys: seen })
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const after = new MessageChannel()
        after.port1.onmessage = () => seen.push(performance.now() - timeStamp)
        after.port2.postMessage(0)
      }),
    { capture: true },
  )
}

async function type(page: Page, url: string, field: string, slow: number): Promise<Typed> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slow })
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(field).first().waitFor()
  const usableMs = performance.now() - started
  await page.waitForLoadState('networkidle')
  await page
    .locator(field)
    .first()
    .click({ position: { x: 120, y: 60 } })
  await page.keyboard.press('Control+Home')
  await page.evaluate(watchKeys)
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < WARM + KEYS; n++) {
    const key = TEXT[n % TEXT.length] as string
    sent.push(
      client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
      client.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    )
    await page.waitForTimeout(PAUSE)
  }
  await Promise.all(sent)
  await page.waitForTimeout(1000)
  const all = await page.evaluate(() => (window as unknown as { keys: number[] }).keys)
  const keys = all.slice(WARM).sort((a, b) => a - b)
  return { usableMs, p95: keys[Math.floor(keys.length * 0.95)] as number, shown: keys.length }
}

/** Compares the editor, with a page of 100 KB and its live preview, with a plain text area that has the same text. */
export async function typing(browser: Browser, url: string, session: string, text: string): Promise<Row[]> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = `<!doctype html><meta charset="utf-8"><textarea style="width:48vw;height:90vh">${escaped}</textarea>`
  const bare = await startMinimalServer(Buffer.from(html), { 'content-type': 'text/html' })
  const rows: Row[] = []
  for (const slow of [1, 4]) {
    const measured = []
    for (const [address, field] of [
      [url, '.cm-content'],
      [bare.url, 'textarea'],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
      await context.addCookies([{ name: 'sheaf_session', value: session, url: new URL(url).origin }])
      await context.addInitScript(() => localStorage.setItem('sheaf.preview-long', '1'))
      measured.push(await type(await context.newPage(), address, field, slow))
      await context.close()
    }
    const [mine, floor] = measured as [Typed, Typed]
    const about = slow === 1 ? 'Editor of 100 KB' : `Editor of 100 KB, CPU slowed ${slow} times`
    if (slow === 1) rows.push({ label: `${about}: usable`, unit: 'ms', measured: mine.usableMs, limit: 1000 })
    rows.push({ label: `${about}: key to paint relative to a plain text area, p95`, unit: '', measured: mine.p95 / floor.p95, limit: 1.3 })
    rows.push({ label: `${about}: keys displayed of ${KEYS}`, unit: '', measured: mine.shown, limit: KEYS, atLeast: true })
  }
  bare.stop()
  return rows
}
