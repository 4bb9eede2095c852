import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { nodeEnv } from '../server/src/test/node-env.ts'
import { watch } from './on-failure.ts'

export const root = resolve(import.meta.dirname, '..')
export type Language = 'en' | 'zh'

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** The built product on an empty data folder, as an operator starts it. */
export interface Running {
  url: string
  /** Its data folder. */
  folder: string
  /** All it has printed so far. */
  output: () => string
  stop: () => Promise<number | null>
}

export async function startProduct(settings: Record<string, string> = {}): Promise<Running> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-e2e-'))
  let output = ''
  const child: ChildProcess = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      ...nodeEnv,
      PORT: String(port),
      DATA_DIR: folder,
      NODE_ENV: 'test',
      TEST_CAPTCHA: 'abc12',
      SITE_TZ: 'UTC',
      ...settings,
    },
  })
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    output += text
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const url = `http://127.0.0.1:${port}${settings['BASE_PATH'] ?? ''}`
  const answers = until(
    () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    'the server answers',
    () => output,
  )
  await answers.catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    folder,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Asks again until it is so, at most a minute. */
async function until(isSo: () => Promise<boolean>, what: string, more = () => '') {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await isSo()) return
    await wait(25)
  }
  throw new Error(`not in a minute: ${what}\n${more()}`)
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      (path) => path && existsSync(path),
    ) as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface Person {
  page: Page
  context: BrowserContext
  /** What the browser complained about: errors, warnings, refused resources, policy violations. */
  complaints: string[]
}

/** Somebody with a browser of their own, in their language; the server's and the browser's choice agree. */
export async function somebody(
  browser: Browser,
  url: string,
  language: Language,
  more: { width?: number; height?: number; script?: boolean; theme?: 'light' | 'dark' } = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: more.width ?? 1440, height: more.height ?? 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: more.theme ?? 'light',
    javaScriptEnabled: more.script ?? true,
    baseURL: url,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  watch(page)
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

export const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'admin-password-1' }

/** Waits until the app has taken the page over and hears keys and clicks. */
export const ready = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' })

/** Logs the administrator in without the screen, for stories that are about something else. */
export async function logIn({ context }: Person, url: string) {
  const answer = await context.request.post(`${url}/api/user/login`, {
    form: { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD },
  })
  if ((await answer.json()).error_code !== 0) throw new Error(await answer.text())
}

/** A call as the person makes it, without the screen. */
export async function call<T>({ context }: Person, url: string, path: string, form: Record<string, string>): Promise<T> {
  const answer = await (await context.request.post(`${url}/api/${path}`, { form })).json()
  if (answer.error_code !== 0) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data as T
}
