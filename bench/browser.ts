import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/** With the CPU slowed four times: an office laptop on a train, 10 Mbit/s and 40 ms. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }

export interface Visit {
  /** Milliseconds until the text is visible. */
  textMs: number
  kbBeforeText: number
  scriptKb: number
  blockedMs: number
  elements: number
  /** Milliseconds until the last long task of the start has ended. */
  usableMs: number
}

const path = () =>
  [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (one) => one && existsSync(one),
  )

export const hasBrowser = () => path() !== undefined

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: path() as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** In the page, before its scripts: records when the text is painted, and every long task. */
function watch(text: string) {
  const seen = { at: 0, tasks: [] as [number, number][] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) seen.tasks.push([task.startTime, task.duration])
  }).observe({ type: 'longtask', buffered: true })
  const check = () => {
    if (document.body?.innerText.includes(text)) requestAnimationFrame(() => (seen.at = performance.now()))
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** Visits an address with an empty cache and measures until `text` is visible. */
export async function visit(browser: Browser, url: string, text: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', serviceWorkers: 'block' })
  try {
    await context.addInitScript(watch, text)
    const page = await context.newPage()
    const net = await slow(page)
    await page.goto(url, { waitUntil: 'commit' })
    const textMs = await (
      await page.waitForFunction(() => (window as unknown as { seen: { at: number } }).seen.at, undefined, { polling: 50 })
    ).jsonValue()
    const kbBeforeText = net.bytes / 1024
    await page.waitForLoadState('networkidle')
    const tasks = await page.evaluate(() => (window as unknown as { seen: { tasks: [number, number][] } }).seen.tasks)
    const elements = await page.evaluate(() => document.getElementsByTagName('*').length)
    return {
      textMs,
      kbBeforeText,
      scriptKb: net.script / 1024,
      blockedMs: tasks.reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
      elements,
      usableMs: Math.max(textMs, ...tasks.map(([at, ms]) => at + ms)),
    }
  } finally {
    await context.close()
  }
}

async function slow(page: Page) {
  const net = { bytes: 0, script: 0 }
  const kinds = new Map<string, string>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', NETWORK)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    net.bytes += encodedDataLength
    if (kinds.get(requestId) === 'Script') net.script += encodedDataLength
  })
  return net
}
