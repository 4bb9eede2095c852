import { describe, expect } from 'vitest'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { axeViolations } from './axe.ts'
import { untilReady } from './browser.ts'
import { ADMIN } from './product.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

let owner: TestUser
let item_id = ''
let page_id = ''

const content = '# Intro\n\nFirst words.\n\n## Install\n\n```js\nconst a = 1\n```\n\n## Use\n\nMore words.\n'

story.beforeAll(async ({ site }) => {
  owner = await site.user('writer', 'en')
  item_id = (await owner.call<{ item_id: string }>('item/add', { item_name: 'Guide' })).item_id
  const save = (form: Record<string, string>) => owner.call<{ page_id: string }>('page/save', { item_id, ...form })
  page_id = (await save({ page_title: 'Start', page_content: content })).page_id
  await save({ page_title: 'Second', page_content: 'Second text.' })
})

describe('a reading route is rendered as HTML by the server', () => {
  story('can be read without JavaScript, with its tree and its table of contents', async ({ site }) => {
    const visitor = await site.visitor('en', { script: false })
    await visitor.page.goto(`/${item_id}/${page_id}`)
    await visitor.page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
    await visitor.page.getByText('First words.').waitFor()
    await visitor.page.getByRole('navigation', { name: readingWords.en.onThisPage }).getByRole('link', { name: 'Install' }).waitFor()
    await visitor.page.getByRole('treeitem', { name: 'Second' }).click()
    await visitor.page.getByText('Second text.').waitFor()
    await visitor.context.close()
  })

  story('is hydrated without API requests and without console errors', async ({ site }) => {
    const visitor = await site.visitor('en')
    const requested: string[] = []
    visitor.page.on('request', (request) => request.url().includes('/api/') && requested.push(request.url()))
    await visitor.page.goto(`/${item_id}/${page_id}`)
    await visitor.page.evaluate(() => {
      Object.assign(window, { before: document.querySelector('article h1') })
    })
    await visitor.page.getByRole('treeitem', { name: 'Second' }).waitFor()
    await untilReady(visitor.page)
    expect(requested).toEqual([])
    expect(
      await visitor.page.evaluate(() => document.querySelector('article h1') === (window as unknown as { before: Element }).before),
    ).toBe(true)
    await visitor.page.getByRole('treeitem', { name: 'Second' }).click()
    await visitor.page.getByText('Second text.').waitFor()
    expect(visitor.browserErrors).toEqual([])
    await visitor.context.close()
  })

  story('shows a bar while the code of the next screen loads, and keeps the previous screen', async ({ site }) => {
    const visitor = await site.visitor('en')
    const { page } = visitor
    await visitor.open(`/${item_id}/${page_id}`)
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
    await page.getByRole('link', { name: uiWords.en.signIn }).first().click()
    const bar = page.getByRole('progressbar', { name: uiWords.en.loading })
    await bar.waitFor()
    expect(await page.getByText('First words.').isVisible()).toBe(true)
    expect(await bar.evaluate((one) => [one.getBoundingClientRect().height, getComputedStyle(one).position])).toEqual([2, 'fixed'])
    release()
    await page.getByRole('button', { name: uiWords.en.signIn }).waitFor()
    expect(await bar.count()).toBe(0)
    await visitor.context.close()
  })

  story('uses its web fonts on the first visit, and a late font causes no layout shift', async ({ site }) => {
    const visitor = await site.visitor('en')
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await visitor.page.route('**/*.woff2', (route) => released.then(() => route.continue()))
    await visitor.page.addInitScript(() => {
      const seen = { moved: 0 }
      const add = (entries: PerformanceEntryList) => {
        for (const entry of entries) seen.moved += (entry as unknown as { value: number }).value
      }
      const observer = new PerformanceObserver((list) => add(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      const movedBy = () => {
        add(observer.takeRecords())
        return seen.moved
      }
      Object.assign(window, { movedBy })
    })
    await visitor.page.goto(`/${item_id}/${page_id}`, { waitUntil: 'commit' })
    await visitor.page.getByText('First words.').waitFor()
    const faces = () =>
      visitor.page.evaluate(() => [...document.fonts].filter((face) => face.status === 'loaded' && / Variable/.test(face.family)).length)
    expect(await faces()).toBe(0)
    const height = () => visitor.page.evaluate(() => document.querySelector('article')?.getBoundingClientRect().height ?? 0)
    const before = await height()
    release()
    await expect.poll(faces).toBe(2)
    await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(Math.abs((await height()) - before)).toBeLessThan(2)
    expect(await visitor.page.evaluate(() => (window as unknown as { movedBy: () => number }).movedBy())).toBeLessThan(0.01)
    expect(visitor.browserErrors).toEqual([])
    await visitor.context.close()
  })

  story(
    'shows a loading state without the previous page until the next page arrives; Back restores the scroll position',
    async ({ site }) => {
      const longText = `${'A line of the guide that takes its place.\n\n'.repeat(80)}The end.`
      const form = { item_id, page_title: 'Long', page_content: longText }
      const { page_id: long_id } = await owner.call<{ page_id: string }>('page/save', form)
      const visitor = await site.visitor('en')
      const { page } = visitor
      await visitor.open(`/${item_id}/${long_id}`)
      await page.getByText('The end.').scrollIntoViewIfNeeded()
      const place = await page.evaluate(() => scrollY)
      expect(place).toBeGreaterThan(500)

      let answer = () => {}
      const answered = new Promise<void>((done) => (answer = done))
      await page.route('**/api/page/view', (route) => answered.then(() => route.continue()))
      await page.getByRole('treeitem', { name: 'Second' }).click()
      await page.waitForURL(`**/${item_id}/*`)
      await page.locator('.page-wait').waitFor({ state: 'attached' })
      expect(await page.getByText('The end.').count()).toBe(0)
      expect(await page.locator('[role=treeitem][aria-current=page]').textContent()).toBe('Second')
      expect(await page.title()).toBe('Second - Guide - Sheaf')
      await page
        .getByRole('status')
        .filter({ hasText: readingWords.en.opening('Second') })
        .waitFor({ state: 'attached' })
      await expect
        .poll(() =>
          page
            .locator('.page-wait .skel')
            .first()
            .evaluate((bone) => Number(getComputedStyle(bone).opacity) > 0),
        )
        .toBe(true)
      answer()
      await page.getByText('Second text.').waitFor()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await page.getByText('The end.').waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
      expect(visitor.browserErrors).toEqual([])
      await visitor.context.close()
      await owner.call('page/delete', { page_id: long_id })
    },
  )

  story('uses the chosen language and theme', async ({ site }) => {
    const visitor = await site.visitor('en', { theme: 'dark' })
    await visitor.page.goto(`/${item_id}/${page_id}`)
    expect(await visitor.page.evaluate(() => getComputedStyle(document.body).colorScheme)).toContain('dark')
    await untilReady(visitor.page)
    await visitor.page.getByRole('button', { name: '中文' }).click()
    await visitor.page.getByRole('link', { name: readingWords.zh.logIn }).waitFor()
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('zh-CN')
    await visitor.context.close()
  })

  story('has the widths of SPEC 9: tree 250 or 300, a drawer below 1300, compact below 1000', async ({ site }) => {
    const visitor = await site.visitor('en')
    await visitor.open(`/${item_id}/${page_id}`)
    const at = async (width: number) => {
      await visitor.page.setViewportSize({ width, height: 900 })
      return visitor.page.evaluate(() => {
        const shown = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false
        const side = document.querySelector('.side') as Element
        const tree = getComputedStyle(side).position === 'fixed' ? 'drawer' : side.getBoundingClientRect().width
        return [tree, shown('.read-top .acts') ? 'whole bar' : 'compact bar', shown('.thumb') ? 'floating' : 'in place']
      })
    }
    expect(await at(1600)).toEqual([300, 'whole bar', 'in place'])
    expect(await at(1599)).toEqual([250, 'whole bar', 'in place'])
    expect(await at(1300)).toEqual([250, 'whole bar', 'in place'])
    expect(await at(1299)).toEqual(['drawer', 'whole bar', 'in place'])
    expect(await at(1000)).toEqual(['drawer', 'whole bar', 'in place'])
    expect(await at(999)).toEqual(['drawer', 'compact bar', 'floating'])
    expect(await at(390)).toEqual(['drawer', 'compact bar', 'floating'])
    const toc = async (width: number) => {
      await visitor.page.setViewportSize({ width, height: 900 })
      const button = visitor.page.locator('.tocbtn, .thumb button', { hasText: readingWords.en.onThisPage })
      return [await visitor.page.getByRole('link', { name: 'Install' }).isVisible(), await button.filter({ visible: true }).count()]
    }
    // It fades out slowly.
    await expect.poll(() => toc(1300)).toEqual([true, 0])
    await expect.poll(() => toc(1299)).toEqual([false, 1])
    await expect.poll(() => toc(999)).toEqual([false, 1])
    await visitor.context.close()
  })

  story('on a phone, the logo leads home, Back closes the contents, and notices do not cover the bar', async ({ site }) => {
    const visitor = await site.visitor('en')
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    // A browser without clipboard access, so that copying shows a notice.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await visitor.open(`/${item_id}/${page_id}`)
    await page.getByRole('link', { name: readingWords.en.toHome }).waitFor()
    const drawer = page.getByRole('tree')
    await page.locator('.thumb button', { hasText: readingWords.en.contents }).click()
    await drawer.waitFor()
    await page.goBack()
    await drawer.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(`/${item_id}/${page_id}`)
    await page.getByRole('button', { name: readingWords.en.more }).click()
    expect(await page.getByRole('menuitem').first().textContent()).toBe(readingWords.en.toHome)
    await page.getByRole('menuitem', { name: readingWords.en.share }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click()
    const notice = page.locator('.toast')
    await notice.waitFor()
    const bar = await page.locator('.read-top').boundingBox()
    expect((await notice.boundingBox())?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
    await visitor.context.close()
  })

  story('keeps the text of a wide diagram readable, and scrolls it in its box', async ({ site }) => {
    const steps = Array.from({ length: 16 }, (_, n) => `  s${n}[Step number ${n}] --> s${n + 1}[Step number ${n + 1}]`)
    const page_content = `\`\`\`mermaid\nflowchart LR\n${steps.join('\n')}\n\`\`\`\n`
    const item = await owner.call<{ item_id: string }>('item/add', { item_name: 'Diagrams' })
    const made = await owner.call<{ page_id: string }>('page/save', { ...item, page_title: 'Steps', page_content })
    const visitor = await site.visitor('en')
    await visitor.page.setViewportSize({ width: 390, height: 844 })
    await visitor.page.goto(`/${item.item_id}/${made.page_id}`)
    const drawing = visitor.page.locator('.diagram svg')
    await drawing.waitFor()
    const scale = await drawing.evaluate((svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)
    expect(scale).toBeGreaterThan(0.7)
    const box = visitor.page.locator('.diagram')
    expect(await box.evaluate((one) => [one.scrollWidth > one.clientWidth, document.body.scrollWidth])).toEqual([true, 390])
    // Its beginning is not cut off.
    expect(await drawing.evaluate((svg) => svg.getBoundingClientRect().left)).toBeGreaterThan(0)
    await visitor.context.close()
  })

  story('prints a long table whole, before the text after it, and no buttons', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| field_${n} | text |`)
    const page_content = `| Name | Type |\n| --- | --- |\n${rows.join('\n')}\n\nAfter the table.\n`
    const item = await owner.call<{ item_id: string }>('item/add', { item_name: 'Fields' })
    const made = await owner.call<{ page_id: string }>('page/save', { ...item, page_title: 'Names', page_content })
    await owner.open(`/${item.item_id}/${made.page_id}`)
    const watch = owner.page.getByRole('button', { name: readingWords.en.watching })
    await watch.waitFor()
    await owner.page.emulateMedia({ media: 'print' })
    const last = await owner.page.getByText('field_59').boundingBox()
    const after = await owner.page.getByText('After the table.').boundingBox()
    expect(after!.y).toBeGreaterThanOrEqual(last!.y + last!.height)
    expect(await watch.isVisible()).toBe(false)
    await owner.page.emulateMedia({ media: null })
  })

  story('has no floating buttons over the text in a low window, such as a window at 200 % zoom', async ({ site }) => {
    const visitor = await site.visitor('en')
    const { page } = visitor
    await page.setViewportSize({ width: 720, height: 450 })
    await visitor.open(`/${item_id}/${page_id}`)
    expect(await page.locator('.thumb').isVisible()).toBe(false)
    await page.locator('.meta .tocbtn').click()
    await page.getByRole('link', { name: 'Install' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.read-top .only-narrow').click()
    await page.getByRole('treeitem', { name: 'Second' }).waitFor()
    await visitor.context.close()
  })

  story('shows only the page in full screen, until Escape', async ({ site }) => {
    const visitor = await site.visitor('en')
    await visitor.open(`/${item_id}/${page_id}`)
    const around = () =>
      visitor.page.evaluate(() => ['.bar-box', '.side', 'article'].map((one) => document.querySelector(one)?.checkVisibility() ?? false))
    expect(await around()).toEqual([true, true, true])
    await visitor.page.getByRole('button', { name: readingWords.en.more }).click()
    await visitor.page.getByRole('menuitem', { name: readingWords.en.fullScreen }).click()
    await visitor.page.getByRole('button', { name: readingWords.en.leaveFullScreen }).waitFor()
    expect(await around()).toEqual([false, false, true])
    // The table of contents is part of the page and remains.
    expect(await visitor.page.getByRole('link', { name: 'Install' }).isVisible()).toBe(true)
    await visitor.page.keyboard.press('Escape')
    await expect.poll(around).toEqual([true, true, true])
    await visitor.context.close()
  })

  story('has a share popover 344 wide, dialogs 440 wide, and an editor as high as the window', async () => {
    const { page } = owner
    const width = (selector: string) => page.locator(selector).evaluate((element) => (element as HTMLElement).offsetWidth)
    await owner.open(`/${item_id}/${page_id}`)
    await page.getByRole('button', { name: readingWords.en.share }).click()
    expect(await width('.pop.share')).toBe(344)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: readingWords.en.more }).click()
    await page.getByRole('menuitem', { name: readingWords.en.deletePage }).click()
    expect(await width('dialog[open]')).toBe(440)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+e')
    await page.waitForSelector('.cm-content')
    expect(await page.evaluate(() => document.querySelector('.ed')?.getBoundingClientRect().height)).toBe(900)
  })

  story(
    'shows a page by its single-page link with its table of contents, except on a phone; the old address redirects to it',
    async ({ site }) => {
      const { unique_key } = await owner.call<{ unique_key: string }>('page/createSinglePage', {
        page_id,
        isCreateSiglePage: 'true',
      })
      const visitor = await site.visitor('en')
      await visitor.page.goto(`/#/p/${unique_key}`)
      await visitor.page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
      expect(new URL(visitor.page.url()).pathname).toBe(`/p/${unique_key}`)
      const toc = visitor.page.getByRole('link', { name: 'Install' })
      expect(await toc.isVisible()).toBe(true)
      await visitor.page.setViewportSize({ width: 390, height: 844 })
      expect(await toc.isVisible()).toBe(false)
      await visitor.context.close()
    },
  )

  story('shows a single page in the full screen of the browser, and leaves it', async ({ site }) => {
    const { unique_key } = await owner.call<{ unique_key: string }>('page/createSinglePage', { page_id, isCreateSiglePage: 'true' })
    const visitor = await site.visitor('en')
    await visitor.open(`/p/${unique_key}`)
    const isFull = () => visitor.page.evaluate(() => document.fullscreenElement !== null)
    const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click()
    await press(readingWords.en.fullScreen)
    await expect.poll(isFull).toBe(true)
    await press(readingWords.en.leaveFullScreen)
    await expect.poll(isFull).toBe(false)
    await visitor.page.getByRole('button', { name: readingWords.en.fullScreen, exact: true }).waitFor()
    await visitor.context.close()
  })

  story('keeps search engines out, and shows nothing of private items', async ({ site }) => {
    const page = (path: string) => fetch(site.url + path, { redirect: 'manual' })
    // Until an administrator lets engines in, also from open items (search-engines.test.ts).
    expect(await (await page(`/${item_id}`)).text()).toContain('noindex')
    const closed = (await owner.call<{ item_id: string }>('item/add', { item_name: 'Closed book', password: 'sesame' })).item_id
    const refused = await page(`/${closed}`)
    expect([refused.status, refused.headers.get('location')]).toEqual([302, `/item/password/${closed}?redirect=%2F${closed}`])
    expect(await refused.text()).not.toContain('Closed book')
    expect((await page('/999999')).status).toBe(404)
    expect(await (await page('/999999')).text()).toContain('noindex')
  })
})

describe('addresses of ShowDoc', () => {
  let visitor: TestUser
  story.beforeAll(async ({ site }) => {
    visitor = await site.visitor('en')
  })

  story.for(['/#/', '/web/#/', '/web/index.html#/'])('%s… leads to the same page', async (prefix) => {
    await visitor.page.goto('about:blank')
    await visitor.page.goto(`${prefix}${item_id}/${page_id}`)
    await visitor.page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
  })
})

describe('a page of an API client', () => {
  const content = JSON.stringify({
    info: { from: 'runapi', method: 'post', url: 'https://api.example.com/orders', description: 'Reserves stock.' },
    request: {
      params: {
        mode: 'json',
        json: '{"lines":[]}',
        jsonDesc: [{ name: 'lines', type: 'array', require: '1', children: [{ name: 'sku' }] }],
      },
    },
    response: {
      responseExample: '{"order_id":1}',
      responseParamsDesc: [{ name: 'order_id' }],
      responseFailExample: '{"error":"stock"}',
      responseFailParamsDesc: [{ name: 'error' }],
    },
  })
  let path = ''
  story.beforeAll(async () => {
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders', item_type: '3' })
    const page = await owner.call<{ page_id: string }>('page/save', { item_id, page_title: 'Order', page_content: content })
    path = `/${item_id}/${page.page_id}`
  })

  story('is a call that reads without JavaScript: its fields open, its answers change, on a phone too', async ({ site }) => {
    const { page, context } = await site.visitor('en', { script: false, width: 390 })
    await page.goto(path)
    await page.getByText('Reserves stock.').waitFor()
    const field = page.locator('[id="body.lines.sku"]')
    expect(await field.isVisible()).toBe(true)
    await page.getByLabel('Fields of lines').click()
    expect(await field.isVisible()).toBe(false)
    const [success, failure] = [page.locator('[id="success.order_id"]'), page.locator('[id="failure.error"]')]
    expect([await success.isVisible(), await failure.isVisible()]).toEqual([true, false])
    const group = page.getByRole('group', { name: 'Responses' })
    await group.getByRole('radio', { name: 'Success' }).focus()
    await page.keyboard.press('ArrowRight')
    expect([await success.isVisible(), await failure.isVisible()]).toEqual([false, true])
    await page.emulateMedia({ media: 'print' })
    expect([await success.isVisible(), await failure.isVisible(), await field.isVisible()]).toEqual([true, true, true])
    // A sample that is not printed is not named either.
    const samples = page.getByRole('radiogroup', { name: 'Code samples' })
    expect([await samples.getByText('curl').isVisible(), await samples.getByText('Python').isVisible()]).toEqual([true, false])
    await context.close()
  })

  story('has samples and answers next to the text in a wide window, and below it in a narrow one', async ({ site }) => {
    const { page, context, browserErrors } = await site.visitor('en')
    await page.goto(`${path}#failure.error`)
    await untilReady(page)
    expect(await page.locator('[id="failure.error"]').isVisible()).toBe(true)
    const samples = page.getByRole('radiogroup', { name: 'Code samples' })
    const examples = page.getByRole('radiogroup', { name: 'Response examples' })
    const text = await page.locator('.endpoint').boundingBox()
    for (const group of [samples, examples]) expect((await group.boundingBox())!.x).toBeGreaterThan(text!.x + text!.width)
    expect(await page.locator('.toc').isVisible()).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect([await samples.isVisible(), await examples.isVisible()]).toEqual([true, false])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      expect(await axeViolations(page)).toEqual([])
    }
    expect(browserErrors).toEqual([])
    await context.close()
  })
})

describe('a private item', () => {
  story('opens with its password and returns to the requested page', async ({ site }) => {
    const closed = (await owner.call<{ item_id: string }>('item/add', { item_name: 'Closed book', password: 'sesame' })).item_id
    const inside = (
      await owner.call<{ page_id: string }>('page/save', { item_id: closed, page_title: 'Inside', page_content: 'Treasure.' })
    ).page_id
    const visitor = await site.visitor('en')
    await visitor.page.goto(`/${closed}/${inside}`)
    await visitor.page.locator('input[type=password]').fill('wrong')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByText('Wrong password').waitFor()
    await visitor.page.locator('input[type=password]').fill('sesame')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByText('Treasure.').waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe(`/${closed}/${inside}`)
    await visitor.context.close()
  })
})

describe('below a base path', () => {
  story('every address has the base path', async ({ start }) => {
    const based = await start({ ...ADMIN, BASE_PATH: '/docs' })
    const reader = await based.user('reader', 'en')
    const { item_id: id } = await reader.call<{ item_id: string }>('item/add', { item_name: 'Based' })
    await reader.call('page/save', { item_id: id, page_title: 'Here', page_content: `[up](/docs/item/index)` })
    await reader.open(`${based.url}/${id}`)
    await reader.page.getByRole('heading', { name: 'Here', level: 1 }).waitFor()
    await reader.page.keyboard.press('Control+e')
    await reader.page.waitForURL(`${based.url}/page/edit/**`)
    expect(reader.browserErrors).toEqual([])
  })
})
