// Takes the screenshots of the home page from a running server, in both languages and themes.
//   URL=http://127.0.0.1:4999 ADMIN_USERNAME=… ADMIN_PASSWORD=… npx --no-install node scripts/pictures.mjs
// Use a separate server with a new DATA_DIR: the script creates items there and does not delete them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { readBoot } from '../web/src/lib/boot.ts'
import { makeExample } from './pictures-example.ts'
import { at } from './tools.mjs'

const { URL: site = 'http://127.0.0.1:4999', ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = process.env
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/* Widths of the viewports. Each picture has 1440 x 900 pixels, so a narrower viewport shows less content at a larger scale. */
const sizes = { reading: 1440, editor: 1152, items: 1152 }
const LARGEST = 120 * 1024

/* Items in addition to the example: the third is private, the fourth a single page, the fifth a spreadsheet. */
const others = {
  en: [
    ['Data dictionary', 'Every table of the order and billing databases: columns, types, owners and how long rows are kept.'],
    ['Runbooks', 'What to do when the queue is full, a node is gone or a certificate runs out.'],
    ['Salary service', 'Interfaces of the payroll. Only for the people who need them.', { password: 'seal' }],
    ['Release notes', 'What changed in the shop, newest first.', { item_type: '2' }],
    ['Partner price list', 'Prices and minimum quantities of the six partner warehouses.', { item_type: '4' }],
    ['Style guide', 'Names, error codes and the tone of our messages.'],
    ['Onboarding', 'The first week: accounts, machines, people and where to ask.'],
    ['Mobile app API', 'Sign-in, catalogue and push messages of the app for phones.'],
  ],
  zh: [
    ['数据字典', '订单库与账务库的全部数据表：字段、类型、负责人与保留期限。'],
    ['运维手册', '队列积压、节点失联、证书到期时的处理步骤。'],
    ['薪资服务', '薪资系统接口，仅限相关人员查阅。', { password: 'seal' }],
    ['更新日志', '商城各版本的变更，最新的在前。', { item_type: '2' }],
    ['合作方报价', '六个合作仓库的价格与起订量。', { item_type: '4' }],
    ['编码规范', '命名、错误码与提示语的写法。'],
    ['新人指南', '入职第一周：账号、设备、同事与求助渠道。'],
    ['移动端接口', '手机应用的登录、商品与消息推送接口。'],
  ],
}

async function signIn() {
  const body = new URLSearchParams({ username, password })
  const response = await fetch(`${site}/api/user/login`, { method: 'POST', body })
  const { error_code, error_message } = await response.json()
  if (error_code !== 0) throw new Error(error_message)
  return response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
}

/** Makes the API client of the web application call this server as the administrator. */
function authenticateAs(cookies) {
  readBoot().base = site
  const originalFetch = globalThis.fetch
  globalThis.fetch = (address, init) => originalFetch(address, { ...init, headers: { ...init?.headers, cookie: cookies.join('; ') } })
}

const call = async (path, fields) => {
  const response = await fetch(`${site}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const { error_code, error_message, data } = await response.json()
  if (error_code !== 0) throw new Error(`${path}: ${error_message}`)
  return data
}

async function fill(language) {
  const ids = []
  for (const [item_name, item_description, more] of others[language].toReversed())
    ids.push((await call('item/add', { item_type: '1', item_name, item_description, ...more })).item_id)
  const example = await makeExample(language)
  const { menu } = await call('item/info', { item_id: example })
  return { ids: [...ids, example], example, page: menu.catalogs[0].pages[0].page_id }
}

/** The picture as WebP of at most LARGEST bytes. */
async function compress(page, png) {
  for (const quality of [0.86, 0.8, 0.72, 0.64]) {
    const webp = await page.evaluate(
      async ([data, grade]) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        canvas.getContext('2d').drawImage(picture, 0, 0)
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: grade })).arrayBuffer())
        let text = ''
        for (const byte of bytes) text += String.fromCharCode(byte)
        return btoa(text)
      },
      [png.toString('base64'), quality],
    )
    const bytes = Buffer.from(webp, 'base64')
    if (bytes.length <= LARGEST) return bytes
  }
  throw new Error('the picture stays too large')
}

/** Loads the fonts, which are optional on the page but required in the pictures. */
const loadFonts = (page) =>
  page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule)
    for (const { style } of rules) {
      const source = style.getPropertyValue('src')
      if (!source.startsWith('url')) continue
      const family = style.getPropertyValue('font-family').replaceAll('"', '')
      const face = new FontFace(family, source, {
        weight: style.getPropertyValue('font-weight'),
        unicodeRange: style.getPropertyValue('unicode-range'),
      })
      document.fonts.add(await face.load())
    }
  })

async function take(browser, cookies, language, theme, name, path, ids) {
  const width = sizes[name]
  const context = await browser.newContext({
    viewport: { width, height: (width * 5) / 8 },
    deviceScaleFactor: 1440 / width,
    reducedMotion: 'reduce',
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
  })
  const pairs = [...cookies.map((cookie) => cookie.split('=')), ['theme', theme], ['lang', language]]
  await context.addCookies(pairs.map(([key, ...value]) => ({ name: key, value: value.join('='), url: site })))
  // One account owns the items of both languages; a picture shows only the items of its language.
  await context.route('**/api/item/myList*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, data: json.data.filter(({ item_id }) => ids.includes(item_id)) } })
  })
  const page = await context.newPage()
  await page.goto(site + path, { waitUntil: 'networkidle' })
  await loadFonts(page)
  await page.waitForTimeout(600)
  const png = await page.screenshot()
  await context.close()
  return png
}

const cookies = await signIn()
authenticateAs(cookies)
mkdirSync(at('web/public/pictures'), { recursive: true })
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
const blank = await browser.newPage()
for (const language of ['en', 'zh']) {
  const { ids, example, page } = await fill(language)
  const screens = { reading: `/${example}/${page}`, editor: `/page/edit/${example}/${page}`, items: '/item/index' }
  for (const theme of ['light', 'dark'])
    for (const [name, path] of Object.entries(screens)) {
      const bytes = await compress(blank, await take(browser, cookies, language, theme, name, path, ids))
      const file = `${name}${language === 'zh' ? '-zh' : ''}${theme === 'dark' ? '-dark' : ''}.webp`
      writeFileSync(at(`web/public/pictures/${file}`), bytes)
      console.log(`${file}  ${Math.round(bytes.length / 1024)} KB`)
    }
}
await browser.close()
