import { expect } from 'vitest'
import { enginesWords } from '../web/src/admin/settings/engines.words.ts'
import { publicWords } from '../web/src/item-settings/public.words.ts'
import { pageToolsWords } from '../web/src/reading/page-tools/page-tools.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { testLanguages } from './browser.ts'
import { ADMIN } from './product.ts'
import { story } from './story.ts'

const ADDRESS = 'http://docs.example.com'

story.for(testLanguages('zh'))(
  'an administrator lets search engines in, and an owner decides about one item, in %s',
  async (language, { start }) => {
    const site = await start({ ...ADMIN, PUBLIC_URL: ADDRESS })
    const [engines, shown] = [enginesWords[language], publicWords[language]]
    const [admin, owner] = [await site.admin(language), await site.user('owner', language)]
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders', item_domain: 'orders' })
    await owner.open(`/item/setting/${item_id}?tab=public`)
    await owner.page.getByText(shown.site).waitFor()

    await admin.open('/admin/index?section=settings')
    await admin.page.getByRole('switch', { name: engines.open }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByText(engines.counted(1)).waitFor()
    await dialog.getByRole('button', { name: engines.byKind }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain(`Sitemap: ${ADDRESS}/sitemap.xml`)

    await owner.page.reload()
    await owner.page.getByText(shown.listed, { exact: true }).waitFor()
    const list = async () => (await fetch(`${site.url}/llms.txt`)).text()
    expect(await list()).toContain(`${ADDRESS}/orders/llms.txt`)
    await owner.page.getByLabel(shown.no).check()
    await owner.page.keyboard.press('Enter')
    await owner.page.getByText(shown.notListed, { exact: true }).waitFor()
    expect(await list()).not.toContain('orders')
    expect([...admin.browserErrors, ...owner.browserErrors]).toEqual([])
  },
)

story('a reader copies a page as Markdown, and opens it', async ({ site }) => {
  const owner = await site.user('writer', 'en')
  const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders' })
  const { page_id } = await owner.call<{ page_id: string }>('page/save', {
    item_id,
    page_title: 'Create an order',
    page_content: 'Places an order.',
  })
  const reader = await site.visitor('en')
  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await reader.open(`/${item_id}/${page_id}`)
  const openMenu = () => reader.page.getByRole('button', { name: readingWords.en.more }).click()
  await openMenu()
  await reader.page.getByRole('menuitem', { name: pageToolsWords.en.copyMarkdown }).click()
  await reader.page.getByText(pageToolsWords.en.markdownCopied).waitFor()
  const copied = await reader.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^---\ntitle: Create an order\n[\s\S]*# Create an order\n\nPlaces an order\.\n$/)
  await openMenu()
  const opening = reader.context.waitForEvent('page')
  await reader.page.getByRole('menuitem', { name: pageToolsWords.en.viewMarkdown }).click()
  const opened = await opening
  expect(new URL(opened.url()).pathname).toBe(`/${item_id}/${page_id}.md`)
  expect(reader.browserErrors).toEqual([])
})

story('every page of an item is reached from its address in at most four links without scripts', async ({ site }) => {
  const owner = await site.user('writer', 'en')
  const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Much' })
  const wanted: string[] = []
  const add = async (cat_id: string, pages: number) => {
    for (let n = 0; n < pages; n++) {
      const { page_id } = await owner.call<{ page_id: string }>('page/save', { item_id, cat_id, page_title: `P ${n}`, page_content: 'x' })
      wanted.push(`/${item_id}/${page_id}`)
    }
  }
  const catalog = async (cat_name: string, parent_cat_id: string) =>
    (await owner.call<{ cat_id: string }>('catalog/save', { item_id, cat_name, parent_cat_id })).cat_id
  await add('0', 2)
  await add(await catalog('Long', '0'), 160)
  await add(await catalog('Three', await catalog('Two', await catalog('One', '0'))), 3)

  const distances = new Map([[`/${item_id}`, 0]])
  for (const [path, links] of distances) {
    if (links === 4 || wanted.every((address) => distances.has(address))) continue
    const html = await (await fetch(site.url + path, { headers: { accept: 'text/html' } })).text()
    for (const [, href = ''] of html.matchAll(new RegExp(`<a [^>]*href="(/${item_id}/\\d+)"`, 'g')))
      if (!distances.has(href)) distances.set(href, links + 1)
  }
  expect(wanted.filter((address) => !distances.has(address))).toEqual([])
})
