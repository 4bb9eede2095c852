// Takes screenshots of every screen for review, and lists the accessibility and layout findings of each:
//   npm run screens -- OUT [filter] [en|zh] [light|dark] [1440|1024|390]
// TEXT_SIZE=24 shows them to a user whose browser has larger text than the usual 16.
// OUT is a folder outside the repository; its data folder is filled once and reused. SITE=http://… uses a running server.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { fillConsole } from './screens-console.mjs'
import { fillFeedback } from './screens-feedback.mjs'
import { fill, PASSWORD, signInAs } from './screens-fill.mjs'
import { screensOf } from './screens-list.mjs'
import { fillPrograms, own } from './screens-programs.mjs'
import { fillProviders } from './screens-providers.mjs'
import { fillReview } from './screens-review.mjs'
import { fillSources } from './screens-sources.mjs'
import { fillTables } from './screens-tables.mjs'
import { fillTogether } from './screens-together.mjs'
import { fillTruth } from './screens-truth.mjs'
import { fillWriting } from './screens-writing.mjs'
import { at, node } from './tools.mjs'

const [outArgument, ...wanted] = process.argv.slice(2)
if (!outArgument) {
  console.error('npm run screens -- OUT [filter] [en|zh] [light|dark] [1440|1024|390]')
  process.exit(1)
}
const out = resolve(outArgument)
mkdirSync(out, { recursive: true })
const pick = (all) => (all.some((one) => wanted.includes(one)) ? all.filter((one) => wanted.includes(one)) : all)
const languages = pick(['en', 'zh'])
const themes = pick(['light', 'dark'])
const widths = pick(['1440', '1024', '390'])
const textSize = Number(process.env.TEXT_SIZE ?? 16)
const filter = new RegExp(wanted.find((word) => ![...languages, ...themes, ...widths].includes(word)) ?? '')
const axe = readFileSync(at('node_modules/axe-core/axe.min.js'), 'utf8')

process.env.ADMIN_USERNAME ??= 'admin'
process.env.ADMIN_PASSWORD ??= 'admin-password-1'
const port = process.env.PORT ?? '4998'
const site = process.env.SITE ?? `http://127.0.0.1:${port}`
const server = process.env.SITE ? undefined : start()

function start() {
  const env = { PORT: port, HOST: '127.0.0.1', DATA_DIR: join(out, 'data'), RATE_LIMITS: 'off', NODE_ENV: 'test', TEST_CAPTCHA: 'abc12' }
  // For connected programs, and for webhooks to a receiver on this machine.
  Object.assign(env, { PUBLIC_URL: site, ...(own && { OUTBOUND_ALLOW: own, TRY_PROXY: 'on' }) })
  return spawn(node, [at('dist/server/main.js')], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
}

async function untilReady() {
  for (let tries = 0; tries < 150; tries++) {
    if (
      await fetch(`${site}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the server does not answer')
}

/** In the page: content wider than the page, texts cut off without an ellipsis, and targets too small for touch. */
function measure() {
  const page = document.documentElement
  const found = []
  if (page.scrollWidth > page.clientWidth) found.push(`page ${page.scrollWidth} > ${page.clientWidth}`)
  const name = (one) =>
    `${one.tagName.toLowerCase()}.${String(one.className.baseVal ?? one.className)
      .trim()
      .replaceAll(/\s+/g, '.')}`
  for (const one of document.querySelectorAll('body *')) {
    const box = one.getBoundingClientRect()
    if (!box.width || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(one)
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    if (
      isText &&
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      box.width > 4 &&
      one.scrollWidth > one.clientWidth + 1
    )
      found.push(`cut ${name(one)} ${one.scrollWidth} > ${one.clientWidth}`)
    const target = one.closest('.input, .search, .psf, label') ?? one
    if (
      innerWidth < 500 &&
      one.matches('a.btn, button, [role=menuitem], select, input:not([type=hidden])') &&
      !one.closest('.fortune-container, .cm-editor, .skip') &&
      target.getBoundingClientRect().height < 44
    )
      found.push(`small ${name(one)} ${Math.round(box.width)}x${Math.round(box.height)} ${one.textContent.trim().slice(0, 20)}`)
  }
  return [...new Set(found)].slice(0, 12)
}

/** In the page: the violations that axe reports. */
const violationsOfPage = async () => {
  const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] })
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} (${nodes.length}) ${nodes
        .slice(0, 3)
        .map((one) => `${one.target.join(' ')} ${one.any[0]?.message ?? ''}`)
        .join(' | ')}`,
  )
}

async function take(browser, { name, path, user, act }, users, language, theme, width) {
  const context = await browser.newContext({
    viewport: { width: Number(width), height: width === '390' ? 844 : 900 },
    hasTouch: width === '390',
    reducedMotion: 'reduce',
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
  })
  context.setDefaultTimeout(8_000)
  const pairs = [...(users[user]?.cookies ?? []).map((cookie) => cookie.split('=')), ['theme', theme], ['lang', language]]
  await context.addCookies(pairs.map(([key, ...value]) => ({ name: key, value: value.join('='), url: site })))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: textSize, fixed: textSize - 3 } })
  const found = []
  page.on('pageerror', (error) => found.push(`error ${String(error).slice(0, 300)}`))
  page.on('console', (message) => message.type() === 'error' && found.push(`console ${message.text().slice(0, 200)}`))
  try {
    await page.goto(site + path, { waitUntil: 'load', timeout: 30_000 })
    await page.waitForSelector('html[data-ready]', { state: 'attached' })
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
    if (act) await act(page)
    await page.waitForTimeout(act ? 700 : 350)
  } catch (error) {
    found.push(`not reached: ${String(error).split('\n')[0]}`)
  }
  await page.screenshot({ path: join(out, `${name}.${language}.${theme}.${width}.png`) })
  found.push(...(await page.evaluate(measure)))
  await page.evaluate(axe)
  found.push(...(await page.evaluate(violationsOfPage)))
  await context.close()
  return found
}

try {
  await untilReady()
  const filledFile = join(out, 'filled.json')
  const admin = await signInAs(site, process.env.ADMIN_USERNAME, process.env.ADMIN_PASSWORD)
  if (!existsSync(filledFile)) writeFileSync(filledFile, JSON.stringify(await fill(site, admin, console.log)))
  const ids = JSON.parse(readFileSync(filledFile, 'utf8'))
  const users = { admin, newcomer: await signInAs(site, 'newcomer', PASSWORD), reader: await signInAs(site, 'zhongwen', PASSWORD) }
  if (server && !ids.programs) {
    ids.programs = await fillPrograms(site, admin, users.reader, join(out, 'data', 'sheaf.db'), process.env.ADMIN_PASSWORD)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.sources) {
    ids.sources = await fillSources(admin)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.console) {
    ids.console = await fillConsole(admin)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.tables) {
    ids.tables = await fillTables(admin)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.truth) {
    ids.truth = await fillTruth(admin)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.feedback) {
    ids.feedback = await fillFeedback(site, admin, users.reader, users.newcomer)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.asked) {
    const note = 'I answer questions about payslips and need the page about overtime.'
    await users.reader.call('ask/send', { item_id: ids.locked, page_id: '0', wants: 'read', note })
    ids.asked = '1'
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.review) {
    ids.review = await fillReview(admin, users.reader)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.providers) {
    ids.providers = await fillProviders(admin, process.env.ADMIN_PASSWORD)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.together) {
    ids.together = await fillTogether(site, admin, users.reader)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  if (server && !ids.writing) {
    ids.writing = await fillWriting(admin)
    writeFileSync(filledFile, JSON.stringify(ids))
  }
  // The announcement to all users would cover part of every screenshot.
  for (const { call } of Object.values(users)) await call('notice/setAllRead')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  let bad = 0
  for (const language of languages)
    for (const screen of screensOf(ids, language).filter(({ name }) => filter.test(name)))
      for (const width of widths)
        for (const theme of themes) {
          const title = `${screen.name}.${language}.${theme}.${width}`
          if (process.env.RESUME && existsSync(join(out, `${title}.png`))) continue
          const found = await take(browser, screen, users, language, theme, width)
          bad += found.length
          const lines = found.length ? `${title}\n${found.map((line) => `  ${line}\n`).join('')}` : `${title} ok\n`
          process.stdout.write(lines)
          appendFileSync(join(out, 'found.txt'), lines)
        }
  await browser.close()
  console.log(`${bad} findings`)
} finally {
  server?.kill()
}
