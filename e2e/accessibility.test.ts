import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, call, logIn, openBrowser, type Person, type Running, ready, root, somebody, startProduct } from './product.ts'

/* axe on every screen, and in the dark once more for its contrasts; `npm run screens` does the same with far too much content. */

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
const text = `Words with a [link](https://example.com).

\`POST https://example.com/orders\`

- [ ] open
- [x] done

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| id | string | yes | A number |

\`\`\`json
{ "id": 1, "more": null }
\`\`\`

> [!NOTE]
> A note[^1].

[^1]: And its foot.
`

let browser: Browser
let product: Running
let visitor: Person
let admin: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct(ADMIN)
  visitor = await somebody(browser, product.url, 'en')
  admin = await somebody(browser, product.url, 'en')
  await logIn(admin, product.url)
  const make = <T>(path: string, form: Record<string, string>) => call<T>(admin, product.url, path, form)
  const item = async (form: Record<string, string>) => (await make<{ item_id: string }>('item/add', form)).item_id
  ids['item'] = await item({ item_name: 'Guide' })
  ids['empty'] = await item({ item_name: 'Nothing yet' })
  ids['sheet'] = await item({ item_name: 'Prices', item_type: '4' })
  ids['locked'] = await item({ item_name: 'Closed', password: 'seal' })
  const form = { item_id: ids['item'], page_title: 'Start' }
  ids['page'] = (await make<{ page_id: string }>('page/save', { ...form, page_content: text })).page_id
  await make('page/save', { ...form, page_id: ids['page'], page_content: `${text}\nMore.` })
  await make('catalog/save', { item_id: ids['item'], cat_name: 'Part' })
  const single = await make<{ unique_key: string }>('page/createSinglePage', { page_id: ids['page'], isCreateSiglePage: 'true' })
  ids['key'] = single.unique_key
  ids['history'] = (await make<{ page_history_id: string }[]>('page/history', { page_id: ids['page'] }))[0]?.page_history_id ?? ''
  ids['team'] = (await make<{ id: string }>('team/save', { team_name: 'Logistics' })).id
  await make('itemGroup/save', { group_name: 'Shop', item_ids: ids['item'] })
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

const open = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')

/** In the page: what axe objects to, rule by rule. */
async function judge(only: string | undefined) {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
    resultTypes: ['violations'],
    ...(only ? { runOnly: { type: 'rule', values: [only] } } : {}),
  })
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

async function visit({ page }: Person, path: string) {
  await page.goto(product.url + open(path))
  await ready(page)
  await page.waitForLoadState('networkidle')
  // The network may be quiet for a moment between the app and the part of it that draws this screen.
  await page.locator('main').first().waitFor()
  await page.locator('.progress').waitFor({ state: 'hidden' })
  await page.evaluate(source)
  const light = await page.evaluate(judge, undefined)
  await page.evaluate(async () => {
    document.documentElement.dataset['theme'] = 'dark'
    const frame = () => new Promise(requestAnimationFrame)
    // Ant Design hears of it, draws again, and fades from one colour to the other.
    for (let n = 0; n < 3; n++) await frame()
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
  const dark = await page.evaluate(judge, 'color-contrast')
  return { light, dark }
}
const nothing = { light: [], dark: [] }

describe('axe finds nothing', () => {
  it.each(['/', '/user/login', '/user/register', '/item/password/{locked}', '/{item}/{page}', '/p/{key}', '/no/such/page'])(
    'for a visitor on %s',
    async (path) => {
      expect(await visit(visitor, path)).toEqual(nothing)
    },
  )

  it.each([
    '/item/index',
    '/item/add',
    '/item/group/index',
    '/{item}/{page}',
    '/{empty}',
    '/{sheet}',
    '/page/edit/{item}/{page}',
    '/page/diff/{page}/{history}',
    '/catalog/{item}',
    '/item/export/{item}',
    '/item/setting/{item}?tab=basic',
    '/item/setting/{item}?tab=members',
    '/item/setting/{item}?tab=advanced',
    '/item/setting/{item}?tab=api',
    '/item/setting/{item}?tab=recycle',
    '/notice/index',
    '/team/index',
    '/team/member/{team}',
    '/team/item/{team}',
    '/attachment/index',
    '/user/setting',
    '/admin/index?section=overview',
    '/admin/index?section=users',
    '/admin/index?section=login',
    '/admin/index?section=settings',
    '/admin/index?section=log',
  ])('for an administrator on %s', async (path) => {
    expect(await visit(admin, path)).toEqual(nothing)
  })
})
