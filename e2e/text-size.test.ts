import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ADMIN } from './product.ts'
import { untilSettled } from './settled.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/*
 * A person has chosen large text in the settings of the browser, which is another setting than zoom: the window keeps its width in pixels.
 * Every screen is shown with the usual size first and compared with itself.
 */
const USUAL = 16
const LARGE = 24
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const ids: Record<string, string> = {}
const people: Record<string, TestUser> = {}

const content = `Words with a [link](https://example.com) and \`code\`.

## Fields

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| order_id | string | yes | A number |

\`\`\`json
{ "id": 1, "more": null }
\`\`\`

> [!NOTE]
> A note.

## Answers
`

story.beforeAll(async ({ start }) => {
  const site = await start()
  people['visitor wide'] = await site.visitor('en', WIDE)
  people['visitor phone'] = await site.visitor('en', PHONE)
  people['admin wide'] = await site.admin('en', WIDE)
  people['admin phone'] = await site.admin('en', PHONE)
  const { call } = people['admin wide']
  ids['item'] = (
    await call<{ item_id: string }>('item/add', { item_name: 'Orders and returns', item_description: 'For all shops' })
  ).item_id
  const { cat_id } = await call<{ cat_id: string }>('catalog/save', { item_id: ids['item'], cat_name: 'Payments' })
  await call('user/confirm', { password: ADMIN.ADMIN_PASSWORD })
  const form = { client_id: 'docs', client_secret: 'not-real', issuer: 'https://sso.example.com', redirectUri: 'https://docs.example.com' }
  const provider = { provider_id: '0', kind: 'oidc', name: 'GitLab of the central warehouse', is_on: '1' }
  await call('adminProvider/save', { ...provider, form: JSON.stringify(form) })
  const page = { item_id: ids['item'], page_title: 'Refund an order', page_content: content }
  ids['page'] = (await call<{ page_id: string }>('page/save', page)).page_id
  await call('page/save', { ...page, page_id: ids['page'], page_content: `${content}\nMore.` })
  await call('page/save', { item_id: ids['item'], cat_id, page_title: 'Payment methods', page_content: 'Words.' })
  ids['history'] = (await call<{ page_history_id: string }[]>('page/history', { page_id: ids['page'] }))[0]?.page_history_id ?? ''
  ids['long'] = (await call<{ item_id: string }>('item/add', { item_name: 'A long list' })).item_id
  for (let at = 1; at <= 130; at++) {
    const added = { item_id: ids['long'], page_title: `Page ${at}`, page_content: 'Words.', s_number: String(at) }
    ids[`long ${at}`] = (await call<{ page_id: string }>('page/save', added)).page_id
  }
})

async function chooseTextSize(page: Page, size: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size - 3 } })
}

/** In the page: each element with text, its size, and how far its content is larger than its box. */
function remember() {
  const kept = [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((one) => !one.closest('svg, .grid, .visually-hidden') && one.checkVisibility({ visibilityProperty: true }))
    .filter(
      (one) => one.matches('input, select, textarea') || [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    .map((one) => {
      const { fontSize, overflowX, textOverflow } = getComputedStyle(one)
      const isCut = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
      return { one, size: Number.parseFloat(fontSize), more: one.clientHeight && one.scrollHeight - one.clientHeight, isCut }
    })
  return kept
}

/** What is wrong with large text that is not wrong with the usual text. */
async function faultsOf({ page, go }: TestUser, path: string, act?: (page: Page) => Promise<unknown>) {
  await chooseTextSize(page, USUAL)
  await go(path.replaceAll(/\{([\w ]+)\}/g, (_, name) => ids[name] ?? ''))
  await untilSettled(page)
  await act?.(page)
  await untilSettled(page)
  const usual = await page.evaluateHandle(remember)
  await chooseTextSize(page, LARGE)
  await untilSettled(page)
  const large = await page.evaluateHandle(remember)
  const named = await page.evaluate(
    ({ usual, large }) => {
      const before = new Map(usual.map((kept) => [kept.one, kept]))
      const faults = large.flatMap(({ one, size, more, isCut }) => {
        const was = before.get(one)
        const name = `${one.tagName.toLowerCase()}.${[...one.classList].join('.')} “${(one.textContent ?? '').trim().slice(0, 30)}”`
        return [
          // The layout of a narrower window has smaller titles.
          was && size / was.size < (size >= 36 ? 1.2 : 1.5) && `${name} has ${size} pixels, had ${was.size}`,
          was && more > Math.max(was.more, 0) * 1.5 + 2 && `${name} is cut by ${more}`,
          isCut && !was?.isCut && `${name} is cut at its end`,
        ]
      })
      const { scrollWidth, clientWidth } = document.documentElement
      return [...new Set([...faults, scrollWidth > clientWidth && `the window has ${clientWidth} pixels, its content ${scrollWidth}`])]
    },
    { usual, large },
  )
  return named.filter((fault) => fault !== false && fault !== undefined)
}

const openSearch = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('order')
  await page.getByRole('option').first().waitFor()
}

describe.for(['wide', 'phone'])('large text of the browser: the window is %s', (width) => {
  story.for([
    ['visitor', '/'],
    ['visitor', '/user/login'],
    ['visitor', '/user/register'],
    ['admin', '/{item}/{page}'],
    ['admin', '/page/edit/{item}/{page}'],
    ['admin', '/page/diff/{page}/{history}'],
    ['admin', '/item/index'],
    ['admin', '/item/add'],
    ['admin', '/catalog/{item}'],
    ['admin', '/item/setting/{item}?tab=basic'],
    ['admin', '/item/setting/{item}?tab=members'],
    ['admin', '/notice/index'],
    ['admin', '/attachment/index'],
    ['admin', '/team/index'],
    ['admin', '/user/setting'],
    ['admin', '/user/security'],
    ['admin', '/admin/index?section=overview'],
    ['admin', '/admin/index?section=users'],
    ['admin', '/admin/index?section=settings'],
  ] as const)('%s on %s: all text grows, and nothing is cut', async ([who, path]) => {
    expect(await faultsOf(people[`${who} ${width}`] as TestUser, path)).toEqual([])
  })

  story('the search shows its results with large text', async () => {
    expect(await faultsOf(people[`admin ${width}`] as TestUser, '/{item}/{page}', openSearch)).toEqual([])
  })
})

story('a long tree shows the row of the page, and its rows are as high as their text needs', async () => {
  const { page, open } = people['admin wide'] as TestUser
  await chooseTextSize(page, LARGE)
  await page.setViewportSize({ width: 2200, height: 900 })
  await open(`/${ids['long']}/${ids['long 100']}`)
  await untilSettled(page)
  const row = page.getByRole('treeitem', { name: 'Page 100', exact: true })
  const box = await row.boundingBox()
  expect(box?.height).toBe(45)
  expect(box?.y).toBeGreaterThan(100)
  expect(box?.y).toBeLessThan(800)
  // Rows that are not in the document have the same height: the list is as high as all of its rows.
  expect(await page.getByRole('tree').evaluate((tree) => tree.getBoundingClientRect().height)).toBe(130 * 45)
  await page.setViewportSize(WIDE)
})

story('in the list of pages to arrange, rows follow each other without a gap', async () => {
  const { page, go } = people['admin wide'] as TestUser
  await chooseTextSize(page, LARGE)
  await go(`/catalog/${ids['item']}`)
  await page.getByRole('row', { name: /Payments/ }).waitFor()
  await untilSettled(page)
  const boxes = await page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  expect(boxes.map(({ height }) => height)).toEqual(boxes.map(() => 60))
  expect(boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.top ?? 0))).toEqual(boxes.slice(1).map(() => 60))
})

story('on a phone, a card of My items shows which page was changed last', async () => {
  const { page, go } = people['admin phone'] as TestUser
  await chooseTextSize(page, LARGE)
  await go('/item/index')
  await untilSettled(page)
  const name = page.locator('.ic .change').getByText('Payment methods')
  await page.locator('.ic .change time').evaluateAll((times) => times.map((time) => (time.textContent = '12 minutes ago')))
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

story('the arrow of a field is in the middle of its height', async () => {
  const { page, go } = people['admin wide'] as TestUser
  await chooseTextSize(page, LARGE)
  await go(`/item/setting/${ids['item']}?tab=members`)
  const field = page.locator('.combo.many').first()
  const [box, arrow] = [await field.boundingBox(), await field.locator('> svg').boundingBox()]
  expect((arrow?.y ?? 0) + (arrow?.height ?? 0) / 2).toBe((box?.y ?? 0) + (box?.height ?? 0) / 2)
})

/* WCAG 1.4.10 and 1.4.12: the narrowest window, and the distances that users can set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`
const space = (page: Page) =>
  page.evaluate((spacing) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(spacing)
    document.adoptedStyleSheets.push(sheet)
  }, SPACING)

/** In the page: buttons, links and fields beyond the edge of the window that cannot be scrolled to. */
function beyondWindow() {
  const scrolls = (one: Element): boolean => {
    const { parentElement: parent } = one
    if (!parent || parent === document.body || getComputedStyle(one).position === 'fixed') return false
    return /auto|scroll/.test(getComputedStyle(parent).overflowX) || scrolls(parent)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  const beyond = [...document.body.querySelectorAll('a, button, input, select, textarea')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect()
    const isShown = width > 1 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]')
    return isShown && (left < 0 || right > clientWidth) && !scrolls(one)
  })
  return [
    ...beyond.map((one) => one.textContent),
    scrollWidth > clientWidth && `the window has ${clientWidth} pixels, its content ${scrollWidth}`,
  ].filter((fault) => fault !== false)
}

story.for([
  ['visitor', '/user/login'],
  ['admin', '/{item}/{page}'],
  ['admin', '/page/edit/{item}/{page}'],
  ['admin', '/item/index'],
  ['admin', '/catalog/{item}'],
  ['admin', '/item/setting/{item}?tab=members'],
  ['admin', '/notice/index'],
] as const)('%s on %s: with wide spacing in a window of 320 pixels, all controls can be reached', async ([who, path]) => {
  const { page, open } = people[`${who} phone`] as TestUser
  await chooseTextSize(page, USUAL)
  await page.setViewportSize({ width: 320, height: 844 })
  await open(path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''))
  await space(page)
  await untilSettled(page)
  expect(await page.evaluate(beyondWindow)).toEqual([])
  await page.setViewportSize(PHONE)
})

story('with wide spacing, the menu under a slash shows its entries with their marks', async () => {
  const { page, open } = people['admin wide'] as TestUser
  await chooseTextSize(page, USUAL)
  await open(`/page/edit/${ids['item']}/0`)
  await space(page)
  await page.locator('.cm-content').click()
  await page.keyboard.type('/')
  const menu = page.locator('.ed-slash')
  await menu.waitFor()
  await untilSettled(page)
  expect(await menu.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

story('a page of the HTML export does not scroll sideways on a phone', async () => {
  const { page } = people['admin phone'] as TestUser
  await chooseTextSize(page, USUAL)
  const exported = await page.request.get(`/api/export/html?item_id=${ids['item']}`)
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-export-'))
  const files = Object.entries(unzipSync(await exported.body())).filter(([name]) => !name.endsWith('/'))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const [path] = files.find(([name]) => name.endsWith(`/${ids['page']}.html`)) ?? ['']
  await page.goto(pathToFileURL(join(folder, path)).href)
  await page.locator('.code').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  rmSync(folder, { recursive: true })
})
