import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coldVisits, hasBrowser, openBrowser, type Visit } from '../browser.ts'
import { marker, searchTerms } from '../content.ts'
import { type Row, report } from '../report.ts'
import { type BenchServer, startServer } from '../servers.ts'
import { measureComparison } from './comparison.ts'
import { measureFiles, measureToken } from './files.ts'
import { fillItem } from './fill.ts'
import { measureMemory, measureMessages } from './messages.ts'
import { measurePeer } from './peer.ts'
import { makeToken, type Person, signIn } from './person.ts'
import { measureReview } from './review.ts'
import { measureSitemap } from './sitemap.ts'
import { measureWebhooks } from './webhooks.ts'

/*
 * What programs cost: agents, Markdown and lists of an item, sitemaps, feeds, tokens, suggestions and webhooks. One item of PAGES pages,
 * a site of SITE_PAGES pages for the sitemap, EVENTS events; SECONDS is the time of each load. CASES selects parts. SHOWDOC is a folder
 * with the source of ShowDoc 3.9, which is then asked the same in turns.
 */
const PAGES = Number(process.env['PAGES'] ?? 5000)
const SITE_PAGES = Number(process.env['SITE_PAGES'] ?? 100_000)
const EVENTS = Number(process.env['EVENTS'] ?? 1000)
const SECONDS = Number(process.env['SECONDS'] ?? 2)
const ITEM_CASES = ['messages', 'files', 'token', 'comparison', 'browser']
const SHOWDOC = process.env['SHOWDOC']
const cases = (process.env['CASES'] ?? [...ITEM_CASES, 'memory', 'sitemap', 'webhooks'].join(',')).split(',')
const rows: Row[] = []

const started = performance.now()
if (cases.includes('memory')) rows.push(...(await measureMemory()))
if (cases.some((one) => ITEM_CASES.includes(one))) await measureItem()
if (cases.includes('sitemap')) rows.push(...(await measureSitemap(SITE_PAGES)))
if (cases.includes('webhooks')) rows.push(...(await measureWebhooks(EVENTS, SECONDS)))
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(
  `\n${PAGES} pages in one item, ${SITE_PAGES} pages in the sitemap, Node ${process.versions.node}, ${minutes} minutes\n\n${report(rows)}`,
)
console.log('\nStart and idle memory have no limit here: compare two versions.')
if (!SHOWDOC) console.log('ShowDoc 3.9 is measured as well if SHOWDOC is a folder with its source, and PHP is installed.')

async function measureItem() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-agents-'))
  const first = await startServer(folder)
  const { uid } = await signIn(first)
  const filling = performance.now()
  const item = await fillItem(folder, uid, PAGES)
  console.log(`${PAGES} pages with text and index: filled in ${((performance.now() - filling) / 1000).toFixed(1)} s`)
  await first.stop('kept')
  const server = await startServer(folder, { PUBLIC_URL: first.url })
  try {
    const person = await signIn(server)
    await person.call('adminSetting/saveConfig', { site_index: '1', index_default: 'kind' })
    // The level with all tools.
    const token = await makeToken(person, 3)
    const [page_id = ''] = item.page_ids
    const { item_id } = item
    const asked = { item_id, page_id, word: searchTerms.common }
    if (cases.includes('messages')) rows.push(...(await measureMessages(server, token, asked, SECONDS)))
    if (cases.includes('messages') && SHOWDOC) rows.push(...(await measurePeer(SHOWDOC, server, token, asked, PAGES, SECONDS)))
    if (cases.includes('token')) rows.push(...(await measureToken(server, person, token, page_id, SECONDS)))
    if (cases.includes('browser')) rows.push(...(await visits(server, person, item_id, page_id)))
    if (cases.includes('files')) rows.push(...(await measureFiles(server, person, item, SECONDS)))
    if (cases.includes('comparison')) rows.push(...(await measureComparison(server, person, item_id)))
  } finally {
    await server.stop()
  }
}

/** A listed page in a browser with an empty cache, and the review of a suggestion. */
async function visits(server: BenchServer, person: Person, item_id: string, page_id: string): Promise<Row[]> {
  if (!hasBrowser()) {
    console.log('No Chromium found: the visits are skipped. CHROMIUM is its path.')
    return []
  }
  const all = await coldVisits(`${server.url}/${item_id}/${page_id}`, marker, 5)
  const browser = await openBrowser()
  try {
    const median = (of: (one: Visit) => number) => all.map(of).toSorted((a, b) => a - b)[2] as number
    return [
      { label: 'Listed page, cold visit, slow browser: article visible', unit: 'ms', measured: median((one) => one.textMs), limit: 700 },
      { label: 'Listed page, cold visit: script', unit: 'KB', measured: median((one) => one.scriptKb), limit: 135 },
      ...(await measureReview(browser, server, person)),
    ]
  } finally {
    await browser.close()
  }
}
