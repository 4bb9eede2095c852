import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { countRequests } from './settled.ts'

export type Language = 'en' | 'zh'
export const languages: Language[] = ['en', 'zh']
/**
 * For stories that do the same in both languages: each file tells them in one, about half of the files in either, and with FULL=1 in both.
 * No word can be missing in one language (its type says so); what depends on its length is proved in both by forms, first-light and the spreadsheet.
 */
export const eitherIn = (language: Language): Language[] => (process.env['FULL'] === '1' ? languages : [language])

/** Where Chromium is on this machine; CHROMIUM names another place. */
export function chromiumPath(): string {
  const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return places.find((path) => path && existsSync(path)) as string
}

/**
 * Chromium loads two pages of its own for the popup of its address bar with every window, which takes longer than our first screen does.
 * The last of these switches counts, so what Playwright turns off for pages of this machine is named again.
 */
const off = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${off}`,
    ],
  })

export interface Look {
  width?: number
  height?: number
  script?: boolean
  theme?: 'light' | 'dark'
  /** Menus, dialogs and lists move into their places. Elsewhere they are there at once: a click must not meet one on its path. */
  motion?: boolean
}

/** One user in a browser context of their own (cookies, cache), with one window. */
export interface Person {
  page: Page
  context: BrowserContext
  /** What the browser complained about: errors, warnings, refused resources, policy violations. */
  complaints: string[]
}

/** A context in this language; the server's and the browser's choice agree. */
export async function openContext(browser: Browser, url: string, language: Language, look: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: look.theme ?? 'light',
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    javaScriptEnabled: look.script ?? true,
    baseURL: url,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  countRequests(page)
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** Waits until the app has taken the page over and hears keys and clicks. */
export const ready = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' })

const LONGEST = 1500

/** Where this page is and what stands there: of a failed story elsewhere a log is all that is left. */
export async function shown(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: Error) => `(${error.message})`)
  return `--- ${page.url()}\n${text.replace(/\n\s*\n/g, '\n').slice(0, LONGEST)}`
}
