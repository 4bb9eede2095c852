import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { countRequests } from './settled.ts'

export type Language = 'en' | 'zh'
export const languages: Language[] = ['en', 'zh']
/**
 * The languages of stories that do the same in English and Chinese: the given one, or both with FULL=1. Each language has about half
 * of the files. Types ensure that no text is missing in a language. Stories that depend on the length of texts always run in both:
 * forms, first-use and the spreadsheet.
 */
export const testLanguages = (language: Language): Language[] => (process.env['FULL'] === '1' ? languages : [language])

/**
 * The path of Chromium on this machine; CHROMIUM overrides it. The headless shell comes first: the same engine without the windows of
 * the full browser, which take a quarter of the CPU time of a story.
 */
export function chromiumPath(): string {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const candidates = [process.env['CHROMIUM'], ...names.map((name) => `/usr/bin/${name}`)]
  return candidates.find((path) => path && existsSync(path)) as string
}

/**
 * Each new window loads two internal pages for the popup of the address bar, which takes longer than our first screen. Only the last
 * --disable-features switch counts, so this list repeats the features that Playwright disables.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
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
      `--disable-features=${disabledFeatures}`,
    ],
  })

export interface ContextOptions {
  width?: number
  height?: number
  script?: boolean
  theme?: 'light' | 'dark'
  /** Enables animations. They are off by default, so that a click does not hit a moving menu or dialog. */
  motion?: boolean
}

/** A user with a separate browser context (cookies, cache) and one window. */
export interface BrowserUser {
  page: Page
  context: BrowserContext
  /** Console errors and warnings, uncaught errors, refused resources and policy violations. */
  browserErrors: string[]
}

/** Opens a browser context in this language; the server derives the same language from its headers. */
export async function openContext(browser: Browser, url: string, language: Language, look: ContextOptions = {}): Promise<BrowserUser> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: look.theme ?? 'light',
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    javaScriptEnabled: look.script ?? true,
    baseURL: url,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  countRequests(page)
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, browserErrors: complaints }
}

/** Waits until the application has hydrated the page and reacts to keys and clicks. */
export const untilReady = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' })

const MAX_TEXT = 1500

/** The address and the text of the page. For a story that fails in CI, the log is the only record. */
export async function pageSummary(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: Error) => `(${error.message})`)
  return `--- ${page.url()}\n${text.replace(/\n\s*\n/g, '\n').slice(0, MAX_TEXT)}`
}
