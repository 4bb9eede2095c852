import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { nodeEnv } from '../server/src/test/process/node-env.ts'
import { showdocWords } from '../web/src/admin/showdoc/showdoc.words.ts'
import { testLanguages } from './browser.ts'
import { ADMIN, root } from './product.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
  'base64',
)
const sheaf = (args: string[], DATA_DIR: string) =>
  spawnSync(process.execPath, [join(root, 'dist/server/sheaf.js'), ...args], {
    env: { ...nodeEnv, DATA_DIR },
    encoding: 'utf8',
  })

interface Installation {
  archive: string
  folder: string
  item_id: string
  page_id: string
  other_id: string
  unique_key: string
  file: string
}

/** Creates an installation of ShowDoc with export-showdoc. Its pages contain links as ShowDoc's editor writes them. */
async function createShowdoc(site: Site): Promise<Installation> {
  const owner = await site.admin('en')
  const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders', item_domain: 'orders' })
  const save = (fields: Record<string, string>) => owner.call<{ page_id: string }>('page/save', { item_id, ...fields })
  const { page_id: other_id } = await save({ page_title: 'Refunds', page_content: 'How money goes back.' })
  const sign =
    /sign[=/]([0-9a-f]{32})/.exec(await owner.upload({ item_id }, { name: 'flow.png', mimeType: 'image/png', buffer: picture }))?.[1] ?? ''
  const old = '/server/index.php?s=/api/attachment/visitFile/sign/'
  const { page_id } = await save({
    page_title: 'Returns & <rest>',
    page_content: `# Returns\n\n![flow](${old}${sign})\n\n[Refunds](/web/#/${item_id}/${other_id})\n\nif a < b && c`,
  })
  const { unique_key } = await owner.call<{ unique_key: string }>('page/createSinglePage', {
    page_id,
    isCreateSiglePage: 'true',
  })
  const at = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
  const folder = join(at, 'showdoc')
  const { status, stderr } = sheaf(['export-showdoc', folder], site.folder)
  if (status !== 0) throw new Error(stderr)
  execFileSync('tar', ['czf', join(at, 'showdoc.tar.gz'), '-C', at, 'showdoc'])
  const [day] = execFileSync('ls', [join(folder, 'Public/Uploads')], { encoding: 'utf8' }).match(/\d{4}-\d\d-\d\d/) ?? []
  return { archive: join(at, 'showdoc.tar.gz'), folder, item_id, page_id, other_id, unique_key, file: `/Public/Uploads/${day}/${sign}.png` }
}

let showdoc: Installation
story.beforeAll(async ({ start }) => {
  showdoc = await createShowdoc(await start())
})

describe.each(testLanguages('en'))('a migration from ShowDoc in the browser, in %s', (language) => {
  const t = showdocWords[language]
  let site: Site
  let admin: TestUser
  story.beforeAll(async ({ start }) => {
    site = await start()
    admin = await site.admin(language)
  })
  const press = (name: string) => admin.page.getByRole('button', { name, exact: true }).click()
  const opens = (address: string, heading: string, user = admin) =>
    user.page
      .goto(new URL(address, site.url).href)
      .then(() => user.page.getByRole('heading', { name: heading, exact: true }).first().waitFor())

  story('imports an archive, verifies that nothing was lost, and offers the report for download', async () => {
    const { page } = admin
    await admin.open(`/admin/index?section=showdoc`)
    if (language === 'en') await page.getByLabel(t.archive, { exact: true }).setInputFiles(showdoc.archive)
    else {
      await page.getByLabel(t.fromFolder).check()
      await page.getByLabel(t.folder, { exact: true }).fill(showdoc.folder)
    }
    await page.getByLabel(t.password, { exact: true }).fill('not mine')
    await press(t.begin)
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel(t.password, { exact: true }).fill(ADMIN.ADMIN_PASSWORD)
    await press(t.begin)
    await page.getByText(t.proven).waitFor()
    await page.getByText(t.same('2', '2')).first().waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t.download }).click()])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ pages: { compared: 2, same: 2 } })
    await press(t.verify)
    await page.getByText(t.proven).waitFor()
  })

  story('redirects every old address to the same page', async () => {
    const { page } = admin
    const { item_id, page_id, other_id, unique_key } = showdoc
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
    // If a user edits the address of an open page, only the hash changes.
    await page.evaluate((hash) => location.assign(hash), `#/${item_id}/${page_id}`)
    await page.getByRole('heading', { name: 'Returns', exact: true }).first().waitFor()
    const visitor = await site.visitor(language)
    await opens(`/web/#/p/${unique_key}`, 'Returns', visitor)
    await visitor.context.close()
    const file = await admin.context.request.get(`${site.url}${showdoc.file}`)
    expect([file.status(), (await file.body()).equals(picture)]).toEqual([200, true])
    expect(admin.browserErrors).toEqual([])
  })

  if (language !== 'en') return
  story('deletes the archive and keeps the migrated pages', async () => {
    const { page } = admin
    await page.goto(`/admin/index?section=showdoc`)
    await press(t.forget)
    await page.getByRole('dialog').getByRole('button', { name: t.forget }).click()
    await page.getByText(t.forgotten).waitFor()
    expect(existsSync(join(site.folder, 'showdoc', 'screen'))).toBe(false)
    await opens(`/${showdoc.item_id}/${showdoc.page_id}`, 'Returns')
  })
})
