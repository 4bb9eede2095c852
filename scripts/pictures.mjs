// Takes the screenshots of the home page from the built product, in both languages and themes: npm run pictures
// It starts a server of its own with a new data folder.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium } from 'playwright-core'
import { at, node } from './tools.mjs'

const port = process.env.PORT ?? '4997'
const site = `http://127.0.0.1:${port}`
const browserPath = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => path && existsSync(path))
const PASSWORD = 'long-enough-password-1'
/* Widths of the viewports. Each picture has 1440 x 900 pixels, so a narrower viewport shows less content at a larger scale. */
const sizes = { reading: 1440, editor: 1152, items: 1240 }
const LARGEST = 120 * 1024

/* The owner of the items in the pictures, and a colleague who changes some of them. */
const users = { en: ['lena', 'marc'], zh: ['林娜', '周明'] }

/* Items in addition to the example: the third is private, the fourth a single page, the fifth a spreadsheet. */
const others = {
  en: [
    [
      'Data dictionary',
      'Every table of the order and billing databases: columns, types, owners and how long rows are kept.',
      { page: 'Table invoices' },
    ],
    ['Runbooks', 'What to do when the queue is full, a node is gone or a certificate runs out.', { page: 'When the queue is full' }],
    ['Salary service', 'Interfaces of the payroll. Only for the people who need them.', { page: 'Run the payroll', password: 'seal' }],
    ['Release notes', 'What changed in the shop, newest first.', { item_type: '2' }],
    ['Partner price list', 'Prices and minimum quantities of the six partner warehouses.', { item_type: '4' }],
    ['Style guide', 'Names, error codes and the tone of our messages.', { page: 'Error messages' }],
    ['Onboarding', 'The first week: accounts, machines, people and where to ask.', { page: 'Your first day' }],
    ['Mobile app API', 'Sign-in, catalogue and push messages of the app for phones.', { page: 'Push messages' }],
  ],
  zh: [
    ['数据字典', '订单库与账务库的全部数据表：字段、类型、负责人与保留期限。', { page: '发票表 invoices' }],
    ['运维手册', '队列积压、节点失联、证书到期时的处理步骤。', { page: '队列积压的处理' }],
    ['薪资服务', '薪资系统接口，仅限相关人员查阅。', { page: '执行发薪', password: 'seal' }],
    ['更新日志', '商城各版本的变更，最新的在前。', { item_type: '2' }],
    ['合作方报价', '六个合作仓库的价格与起订量。', { item_type: '4' }],
    ['编码规范', '命名、错误码与提示语的写法。', { page: '错误提示' }],
    ['新人指南', '入职第一周：账号、设备、同事与求助渠道。', { page: '入职第一天' }],
    ['移动端接口', '手机应用的登录、商品与消息推送接口。', { page: '消息推送' }],
  ],
}

const descriptions = { en: 'Orders, lines and reservations of the shop.', zh: '商城的订单、明细与库存预留。' }

const folder = mkdtempSync(join(tmpdir(), 'sheaf-pictures-'))
const env = { PORT: port, DATA_DIR: folder, RATE_LIMITS: 'off', NODE_ENV: 'test', ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD }
const server = spawn(node, [at('dist/server/main.js')], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })

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
  throw new Error('The server does not start. Run npm run build first.')
}

/** Signs in and returns the cookies and a function that calls the API. */
async function session(username) {
  const login = await fetch(`${site}/api/user/login`, { method: 'POST', body: new URLSearchParams({ username, password: PASSWORD }) })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const call = async (path, fields) => {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const response = await fetch(`${site}/api/${path}`, { method: 'POST', body, headers: { cookie: cookies.join('; ') } })
    const { error_code, error_message, data } = await response.json()
    if (error_code !== 0) throw new Error(`${path}: ${error_message}`)
    return data
  }
  return { cookies, call }
}

/** Creates the items of a language: the last changes are by the colleague in every second item, and unread in one of them. */
async function fill(admin, language) {
  for (const username of users[language]) await admin.call('adminUser/addUser', { username, password: PASSWORD })
  const [owner, colleague] = await Promise.all(users[language].map(session))
  const ids = []
  for (const [item_name, item_description, { page, ...more } = {}] of others[language]) {
    const { item_id } = await owner.call('item/add', { item_type: '1', item_name, item_description, ...more })
    ids.push(item_id)
    await owner.call('member/save', { item_id, username: users[language][1], cat_id: '0', member_group_id: '1' })
    const author = ids.length % 2 ? colleague : owner
    if (page) await author.call('page/save', { item_id, page_title: page, page_content: page })
  }
  await owner.call('item/visit', { item_id: ids[6] })
  const form = new FormData()
  form.set('file', new Blob([readFileSync(at(`dist/web/example/${language}.zip`))]), 'example.zip')
  const example = (await owner.call('import/auto', form)).item_id
  const { item_name } = await owner.call('item/detail', { item_id: example })
  await owner.call('item/update', { item_id: example, item_name, item_description: descriptions[language] })
  for (const item_id of [example, ids[0]]) await owner.call('item/top', { item_id, action: 'top' })
  const { menu } = await owner.call('item/info', { item_id: example })
  return { cookies: owner.cookies, example, page: menu.catalogs[0].pages[0].page_id }
}

/** Spreads the changes over the last days, because the script has made all of them at once. */
function spreadChanges() {
  const database = new DatabaseSync(join(folder, 'sheaf.db'))
  database.exec(`update page set addtime = addtime - 2400 - (page_id * 5171) % 400000`)
  database.exec(
    `update item set last_update_time = coalesce((select max(addtime) from page where page.item_id = item.item_id), last_update_time)`,
  )
  database.exec('update item_visit set addtime = addtime - 500000')
  database.close()
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

async function take(browser, cookies, language, theme, name, path) {
  const width = sizes[name]
  const context = await browser.newContext({
    viewport: { width, height: (width * 5) / 8 },
    deviceScaleFactor: 1440 / width,
    reducedMotion: 'reduce',
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
  })
  const pairs = [...cookies.map((cookie) => cookie.split('=')), ['theme', theme], ['lang', language]]
  await context.addCookies(pairs.map(([key, ...value]) => ({ name: key, value: value.join('='), url: site })))
  const page = await context.newPage()
  await page.goto(site + path, { waitUntil: 'networkidle' })
  // The fonts are optional on a page: only the next one uses those that arrived late.
  await page.evaluate(async () => void (await Promise.all([...document.fonts].map((font) => font.load().catch(() => {})))))
  await page.reload({ waitUntil: 'networkidle' })
  await page.waitForTimeout(600)
  const png = await page.screenshot()
  await context.close()
  return png
}

try {
  await untilReady()
  const admin = await session('admin')
  const filled = { en: await fill(admin, 'en'), zh: await fill(admin, 'zh') }
  spreadChanges()
  mkdirSync(at('web/public/pictures'), { recursive: true })
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  const blank = await browser.newPage()
  for (const [language, { cookies, example, page }] of Object.entries(filled)) {
    const screens = { reading: `/${example}/${page}`, editor: `/page/edit/${example}/${page}`, items: '/item/index' }
    for (const theme of ['light', 'dark'])
      for (const [name, path] of Object.entries(screens)) {
        const bytes = await compress(blank, await take(browser, cookies, language, theme, name, path))
        const file = `${name}${language === 'zh' ? '-zh' : ''}${theme === 'dark' ? '-dark' : ''}.webp`
        writeFileSync(at(`web/public/pictures/${file}`), bytes)
        console.log(`${file}  ${Math.round(bytes.length / 1024)} KB`)
      }
  }
  await browser.close()
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}
