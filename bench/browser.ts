import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'

/** With the CPU slowed four times: an office laptop on a train, 10 Mbit/s and 40 ms. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }
const SLOWER = 4
const SCREEN = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
/** A visit has ended when no request has started or ended for this time, and then the page has nothing to do. */
const IDLE_MS = 500
/** Resolves when the page has been idle twice; the app is requested by a timer after the text has been painted. */
const idle = 'new Promise((done) => requestIdleCallback(() => setTimeout(() => requestIdleCallback(done), 100)))'

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

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: path() as string, args: flags })

/** In the page, before its scripts: records when the text is painted, and every long task. The look-up of the text causes no layout. */
function watch(text: string) {
  const seen = { at: 0, tasks: [] as [number, number][] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) seen.tasks.push([task.startTime, task.duration])
  }).observe({ type: 'longtask', buffered: true })
  const isThere = () => [...(document.body?.children ?? [])].some((one) => one.localName !== 'script' && one.textContent?.includes(text))
  const check = () => {
    if (isThere()) requestAnimationFrame(() => (seen.at = performance.now()))
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/**
 * Visits an address `times` times, each time with an empty cache, and measures until `text` is visible; without it after `limitMs` the
 * visit fails. The browser is driven without
 * its Runtime domain, which Playwright always enables: with it, each error that a script creates compiles the whole script again, and
 * React creates five at its start. Readers do not have that enabled, and it cost 250 ms of a visit.
 */
export async function coldVisits(url: string, text: string, times: number, limitMs = 60_000): Promise<Visit[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-visits-'))
  const args = [...flags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  const child = spawn(path() as string, args, { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  const send = await connect(child, join(folder, 'DevToolsActivePort'))
  try {
    const visits: Visit[] = []
    for (let n = 0; n < times; n++) visits.push(await visit(send, url, text, limitMs))
    return visits
  } finally {
    // The connection can close before the response arrives.
    void send('Browser.close')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Event {
  requestId: string
  type: string
  encodedDataLength: number
  /** Seconds of a clock of its own; that of the first request is known as wall time, too. */
  timestamp: number
  wallTime: number
}
type Send = ((method: string, fields?: object, sessionId?: string) => Promise<Record<string, never>>) & {
  listener?: (method: string, event: Event) => void
}

async function connect(child: ChildProcess, portFile: string): Promise<Send> {
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
    if (child.exitCode !== null) throw new Error(`The browser ended with ${child.exitCode}`)
    await pause(20)
  }
  const [port, place] = readFileSync(portFile, 'utf8').split('\n')
  const socket = new WebSocket(`ws://127.0.0.1:${port}${place}`)
  await new Promise((opened, failed) => Object.assign(socket, { onopen: opened, onerror: failed }))
  const waiting: ((answer: { result: Record<string, never>; error?: { message: string } }) => void)[] = []
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((done, failed) => {
      const id = waiting.push(({ result, error }) => (error ? failed(new Error(`${method}: ${error.message}`)) : done(result))) - 1
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.id === undefined) send.listener?.(message.method, message.params)
    else waiting[message.id]?.(message)
  }
  return send
}

async function visit(browser: Send, url: string, text: string, limitMs: number): Promise<Visit> {
  const { browserContextId } = await browser('Target.createBrowserContext')
  const { targetId } = await browser('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, fields?: object) => browser(method, fields, sessionId)
  const read = async <T>(expression: string): Promise<T> =>
    (await send('Runtime.evaluate', { expression, returnByValue: true }))['result']?.['value'] as T

  const net = { script: 0, lastAt: performance.now(), ends: [] as { at: number; bytes: number }[], shift: undefined as number | undefined }
  const kinds = new Map<string, string>()
  browser.listener = (method, { requestId, type, encodedDataLength, timestamp, wallTime }) => {
    if (method.startsWith('Network.')) net.lastAt = performance.now()
    if (method === 'Network.requestWillBeSent') net.shift ??= wallTime - timestamp
    if (method === 'Network.responseReceived') kinds.set(requestId, type)
    if (method !== 'Network.loadingFinished') return
    net.ends.push({ at: timestamp, bytes: encodedDataLength })
    if (kinds.get(requestId) === 'Script') net.script += encodedDataLength
  }
  await send('Page.enable')
  await send('Network.enable')
  await send('Network.setBypassServiceWorker', { bypass: true })
  await send('Network.emulateNetworkConditions', NETWORK)
  await send('Emulation.setDeviceMetricsOverride', SCREEN)
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})(${JSON.stringify(text)})` })
  await send('Page.navigate', { url })

  const shownAt = () => read<number>('window.seen?.at ?? 0')
  const begun = performance.now()
  let textMs = await shownAt()
  for (; textMs === 0; textMs = await shownAt()) {
    if (performance.now() - begun > limitMs) throw new Error(`${url} has not shown “${text}”`)
    await pause(50)
  }
  // When the text was painted, and not when this process learned of it: on a busy machine that is later.
  const textAt = ((await read<number>('performance.timeOrigin')) + textMs) / 1000 - (net.shift ?? 0)
  const kbBeforeText = net.ends.reduce((sum, { at, bytes }) => sum + (at <= textAt ? bytes : 0), 0) / 1024
  for (let quietAt = 0; quietAt !== net.lastAt; ) {
    while (performance.now() - net.lastAt < IDLE_MS) await pause(50)
    quietAt = net.lastAt
    await send('Runtime.evaluate', { expression: idle, awaitPromise: true })
  }
  const tasks = await read<[number, number][]>('seen.tasks')
  const elements = await read<number>(`document.getElementsByTagName('*').length`)
  await browser('Target.disposeBrowserContext', { browserContextId })
  return {
    textMs,
    kbBeforeText,
    scriptKb: net.script / 1024,
    blockedMs: tasks.reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
    elements,
    usableMs: Math.max(textMs, ...tasks.map(([at, ms]) => at + ms)),
  }
}
