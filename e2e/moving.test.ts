import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeEnv } from '../server/src/test/node-env.ts'
import { showdocWords } from '../web/src/admin/showdoc.words.ts'
import {
  ADMIN,
  call,
  type Language,
  logIn,
  openBrowser,
  type Person,
  type Running,
  ready,
  root,
  somebody,
  startProduct,
} from './product.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
  'base64',
)
const sheaf = (args: string[], DATA_DIR: string) =>
  spawnSync(process.execPath, [join(root, 'dist/server/sheaf.js'), ...args], {
    env: { ...nodeEnv, DATA_DIR },
    encoding: 'utf8',
  })

interface There {
  archive: string
  folder: string
  item_id: string
  page_id: string
  other_id: string
  unique_key: string
  file: string
}

/** An installation of ShowDoc, made by the way back from a site of its own; its pages link as ShowDoc's editor wrote it. */
async function anInstallation(): Promise<There> {
  const browser = await openBrowser()
  const site = await startProduct(ADMIN)
  const owner = await somebody(browser, site.url, 'en')
  await logIn(owner, site.url)
  const { item_id } = await call<{ item_id: string }>(owner, site.url, 'item/add', { item_name: 'Orders', item_domain: 'orders' })
  const save = (fields: Record<string, string>) => call<{ page_id: string }>(owner, site.url, 'page/save', { item_id, ...fields })
  const { page_id: other_id } = await save({ page_title: 'Refunds', page_content: 'How money goes back.' })
  const bytes = { name: 'flow.png', mimeType: 'image/png', buffer: picture }
  const sent = await owner.context.request.post(`${site.url}/api/page/upload`, { multipart: { item_id, file: bytes } })
  const sign = /sign[=/]([0-9a-f]{32})/.exec((await sent.json()).url)?.[1] ?? ''
  const old = '/server/index.php?s=/api/attachment/visitFile/sign/'
  const { page_id } = await save({
    page_title: 'Returns & <rest>',
    page_content: `# Returns\n\n![flow](${old}${sign})\n\n[Refunds](/web/#/${item_id}/${other_id})\n\nif a < b && c`,
  })
  const { unique_key } = await call<{ unique_key: string }>(owner, site.url, 'page/createSinglePage', {
    page_id,
    isCreateSiglePage: 'true',
  })
  const at = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
  const folder = join(at, 'showdoc')
  const { status, stderr } = sheaf(['export-showdoc', folder], site.folder)
  if (status !== 0) throw new Error(stderr)
  execFileSync('tar', ['czf', join(at, 'showdoc.tar.gz'), '-C', at, 'showdoc'])
  const [day] = execFileSync('ls', [join(folder, 'Public/Uploads')], { encoding: 'utf8' }).match(/\d{4}-\d\d-\d\d/) ?? []
  await browser.close()
  await site.stop()
  return { archive: join(at, 'showdoc.tar.gz'), folder, item_id, page_id, other_id, unique_key, file: `/Public/Uploads/${day}/${sign}.png` }
}

let browser: Browser
let there: There
beforeAll(async () => {
  browser = await openBrowser()
  there = await anInstallation()
})
afterAll(() => browser.close())

describe.each(['en', 'zh'] as Language[])('the evening of a move, in %s', (language) => {
  const t = showdocWords[language]
  let product: Running
  let admin: Person
  beforeAll(async () => {
    product = await startProduct(ADMIN)
    admin = await somebody(browser, product.url, language)
    await logIn(admin, product.url)
  })
  afterAll(async () => {
    await admin.context.close()
    await product.stop()
  })
  const press = (name: string) => admin.page.getByRole('button', { name, exact: true }).click()
  const opens = (address: string, heading: string, who = admin) =>
    who.page
      .goto(new URL(address, product.url).href)
      .then(() => who.page.getByRole('heading', { name: heading, exact: true }).first().waitFor())

  it('takes an archive in, shows that nothing was lost, and hands the report out', async () => {
    const { page } = admin
    await page.goto(`${product.url}/admin/index?section=showdoc`)
    await ready(page)
    if (language === 'en') await page.getByLabel(t.archive, { exact: true }).setInputFiles(there.archive)
    else {
      await page.getByLabel(t.fromFolder).check()
      await page.getByLabel(t.folder, { exact: true }).fill(there.folder)
    }
    await page.getByLabel(t.password, { exact: true }).fill('not mine')
    await press(t.begin)
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel(t.password, { exact: true }).fill(ADMIN.ADMIN_PASSWORD)
    await press(t.begin)
    await page.getByText(t.proven).waitFor({ timeout: 60_000 })
    await page.getByText(t.same('2', '2')).first().waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t.download }).click()])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ pages: { compared: 2, same: 2 } })
    await press(t.verify)
    await page.getByText(t.proven).waitFor({ timeout: 60_000 })
  })

  it('leads from every old address to where it led', async () => {
    const { page } = admin
    const { item_id, page_id, other_id, unique_key } = there
    for (const address of [
      `/web/#/${item_id}/${page_id}`,
      `/#/${item_id}/${page_id}`,
      `/web/index.html#/orders/${page_id}`,
      `/#/${item_id}?page_id=${page_id}`,
      `/index.php?s=/${item_id}&page_id=${page_id}`,
      `/index.php?s=/home/item/show&item_id=${item_id}&page_id=${page_id}`,
      `/web/#/page/${page_id}`,
    ]) {
      await opens(address, 'Returns')
      await page.waitForFunction(() => {
        const image = document.querySelector<HTMLImageElement>('article img')
        return image?.complete && image.naturalWidth === 2
      })
    }
    expect(await page.locator('article').innerText()).toContain('if a < b && c')
    await opens(`/web/#/orders/${page_id}`, 'Returns')
    await page.locator('article').getByRole('link', { name: 'Refunds', exact: true }).click()
    await page.getByText('How money goes back.').waitFor()
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/(?:${item_id}|orders)/${other_id}$`))
    // Typed into the address of an open page, only the hash changes.
    await page.evaluate((hash) => location.assign(hash), `#/${item_id}/${page_id}`)
    await page.getByRole('heading', { name: 'Returns', exact: true }).first().waitFor()
    const stranger = await somebody(browser, product.url, language)
    await opens(`/web/#/p/${unique_key}`, 'Returns', stranger)
    await stranger.context.close()
    const file = await admin.context.request.get(`${product.url}${there.file}`)
    expect([file.status(), (await file.body()).equals(picture)]).toEqual([200, true])
    expect(admin.complaints).toEqual([])
  })

  const once = language === 'en' ? it : undefined
  once?.('lets the archive go, and what was moved stays', async () => {
    const { page } = admin
    await page.goto(`${product.url}/admin/index?section=showdoc`)
    await press(t.forget)
    await page.getByRole('dialog').getByRole('button', { name: t.forget }).click()
    await page.getByText(t.forgotten).waitFor()
    expect(existsSync(join(product.folder, 'showdoc', 'screen'))).toBe(false)
    await opens(`/${there.item_id}/${there.page_id}`, 'Returns')
  })
})
