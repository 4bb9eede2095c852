// The content for scripts/screens.mjs: an empty account, the Sheaf manual as real content, and far more of everything than usual.
import { clientCall } from './screens-call.mjs'
import { at } from './tools.mjs'
import { filesIn, zipOf } from './zip.mjs'

export const PASSWORD = 'bamboo and cord 7'
/** Pages of the oversized item; MANY_PAGES=200 fills the server in seconds. */
const PAGES = Number(process.env.MANY_PAGES ?? 10_000)
const MEMBERS = 500

const longName = 'A name that goes on and on, as names do once a migration tool has made them out of folders '.repeat(3).slice(0, 255)
const longWord = 'com.example.warehouse.reservation.internal.OrderReservationServiceFactoryBean'.repeat(4).slice(0, 255)
const longChinese = '一个由迁移工具根据文件夹名称拼接而成、长到任何人都不会手工输入的名称，'.repeat(8).slice(0, 255)

/** Signs a user in: `call` makes API calls as this user, `cookies` are for the browser. */
export async function signInAs(site, username, password) {
  const response = await fetch(`${site}/api/user/login`, { method: 'POST', body: new URLSearchParams({ username, password }) })
  const { error_code, error_message } = await response.json()
  if (error_code !== 0) throw new Error(`${username}: ${error_message}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { cookies, call: (path, fields) => callAt(site, path, fields, cookies) }
}

async function callAt(site, path, fields = {}, cookies = []) {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const response = await fetch(`${site}/api/${path}`, { method: 'POST', body, headers: { cookie: cookies.join('; ') } })
  const { error_code, error_message, data } = await response.json()
  if (error_code) throw new Error(`${path}: ${error_code} ${error_message}`)
  return data
}

/** Runs the steps, twelve at a time. */
async function each(count, step) {
  let next = 0
  const worker = async () => {
    while (next < count) await step(next++)
  }
  await Promise.all(Array.from({ length: 12 }, worker))
}

const file = (name, bytes, more = {}) => {
  const form = new FormData()
  form.set('file', bytes, name)
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  return form
}

const table = (rows) =>
  `| Table | Column | Type | Required | Default | Owner | Description |\n| --- | --- | --- | --- | --- | --- | --- |\n${Array.from(
    { length: rows },
    (_, n) =>
      `| warehouse_stock_${n} | reservation_expires_at_${n} | timestamp with time zone | ${n % 2 ? 'yes' : 'no'} | now() | logistics | When the reservation number ${n} lapses unless a clerk confirms it first |`,
  ).join('\n')}\n`

const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '2.4' },
  servers: [{ url: 'https://api.example.com/v2' }],
  paths: Object.fromEntries(
    ['orders', 'stock', 'labels'].map((name) => [
      `/${name}/{id}`,
      Object.fromEntries(
        ['get', 'put', 'delete', 'post'].map((method) => [
          method,
          {
            tags: [name],
            summary: `${method} one of ${name}`,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Its number' }],
            responses: {
              200: {
                description: 'Done',
                content: {
                  'application/json': { schema: { type: 'object', properties: { id: { type: 'string' }, state: { type: 'string' } } } },
                },
              },
            },
          },
        ]),
      ),
    ]),
  ),
})

const sheet = JSON.stringify([
  {
    name: 'Hosts',
    rows: Object.fromEntries([
      ...Array.from({ length: 60 }, (_, r) => [
        r,
        {
          cells: Object.fromEntries(
            ['Environment', 'Host', 'Port', 'Certificate runs out'].map((head, c) => [c, { text: r ? `${head} ${r}` : head }]),
          ),
        },
      ]),
      ['len', 100],
    ]),
    cols: { len: 26 },
  },
])

/** Fills an empty server and returns the ids that the addresses of the screens need. */
export async function fill(site, admin, log) {
  const { call } = admin
  const page = (item_id, page_title, page_content, more = {}) => call('page/save', { item_id, page_title, page_content, ...more })
  const ids = {}

  log('users')
  const user = (username, name = '') => call('adminUser/addUser', { username, name, password: PASSWORD })
  await user('newcomer')
  await user('writer', 'Wen Yulan')
  await user('zhongwen', '文玉兰')
  const memberNames = Array.from({ length: MEMBERS }, (_, n) => `member-${String(n + 1).padStart(3, '0')}`)
  await each(MEMBERS, (n) => user(memberNames[n], n % 3 ? `Person number ${n + 1}` : ''))
  const writer = await signInAs(site, 'writer', PASSWORD)

  log('items')
  for (const language of ['en', 'zh']) {
    const zip = new Blob([zipOf(filesIn(at('docs/manual', language), language === 'zh' ? '简册手册' : 'Sheaf manual'))])
    const { item_id } = await call('import/auto', file(language === 'zh' ? '简册手册.zip' : 'Sheaf manual.zip', zip))
    const { menu } = await call('item/info', { item_id })
    const catalog = menu.catalogs.find(({ pages }) => pages.length > 3)
    ids[language] = { item: item_id, page: catalog.pages[2].page_id, cat: catalog.cat_id, first: menu.catalogs[0].pages[0].page_id }
  }
  ids.api = (await call('import/auto', file('orders.json', new Blob([openapi])))).item_id
  ids.apiPage = (await call('item/info', { item_id: ids.api })).menu.catalogs[0].pages[0].page_id
  ids.client = (await call('item/add', { item_name: 'Order Service API', item_type: '3' })).item_id
  const { page_id } = (await call('item/info', { item_id: ids.client })).menu.pages[0] ?? { page_id: '0' }
  ids.call = (await page(ids.client, 'Create an order', JSON.stringify(clientCall), { page_id })).page_id
  ids.empty = (await call('item/add', { item_name: 'Nothing here yet' })).item_id
  ids.locked = (await call('item/add', { item_name: 'Salary service', item_description: 'Only for few.', password: 'seal' })).item_id
  ids.single = (await call('item/add', { item_name: 'Release notes', item_type: '2' })).item_id
  const only = async (item_id) => ({ page_id: (await call('item/info', { item_id })).menu.pages[0]?.page_id ?? '0' })
  await page(ids.single, 'Release notes', '## 2.4\n\n- Numbers of 40 characters.\n\n## 2.3\n\n- A new state.', await only(ids.single))
  ids.sheet = (await call('item/add', { item_name: 'Partner price list', item_type: '4' })).item_id
  await page(ids.sheet, 'Prices', sheet, await only(ids.sheet))

  log('pages of the manual')
  const { item, page: written } = ids.en
  const { page_content, page_title } = await call('page/info', { page_id: written })
  for (let n = 1; n <= 4; n++)
    await page(item, page_title, `${page_content}\n\nAnd a line ${n}.`, {
      page_id: written,
      page_comments: n % 2 ? `Reason number ${n}` : '',
    })
  ids.history = (await call('page/history', { page_id: written, brief: '1' }))[0].page_history_id
  ids.key = (await call('page/createSinglePage', { page_id: written, isCreateSiglePage: 'true' })).unique_key
  for (const title of ['Old notes', 'Draft of the price list', longName]) {
    const { page_id } = await page(item, title, 'Gone.')
    await call('page/delete', { page_id })
  }
  for (const name of ['specification.pdf', 'orders.csv', `${longWord.slice(0, 180)}.txt`])
    await call('page/upload', file(name, new Blob([`%PDF-1.7\n${name}`]), { item_id: item, page_id: written }))
  await call('template/save', { template_title: 'How we describe a call', template_content: '# Call\n\nText.' })
  await call('member/save', { item_id: item, username: 'writer,zhongwen', member_group_id: '1', cat_id: '0' })
  await writer.call('page/save', { item_id: item, page_title: 'What the writer added', page_content: 'Hello.' })
  ids.writers = (await writer.call('item/add', { item_name: 'The item of the writer' })).item_id
  await writer.call('member/save', { item_id: ids.writers, username: 'admin', member_group_id: '0', cat_id: '0' })
  await call('itemGroup/save', { group_name: 'Shop', item_ids: [item, ids.api, ids.sheet].join(',') })
  await call('itemGroup/save', { group_name: 'Operations', item_ids: ids.zh.item })
  const archived = (await call('item/add', { item_name: 'What was before' })).item_id
  await call('item/archive', { item_id: archived, password: process.env.ADMIN_PASSWORD })
  const message = 'The server is away on Sunday from 20:00 to 21:00 for new disks. Save what you write before that.'
  await call('adminNotice/send', { notice_title: 'Away on Sunday evening', notice_content: message })

  log('the oversized item')
  ids.much = (await call('item/add', { item_name: longName, item_description: longWord + longChinese.slice(0, 200) })).item_id
  await call('item/add', { item_name: longChinese })
  await call('item/add', { item_name: longWord })
  let parent = '0'
  for (const cat_name of [longName, longChinese, longWord])
    parent = (await call('catalog/save', { item_id: ids.much, cat_name, parent_cat_id: parent })).cat_id
  await page(ids.much, longChinese, 'Deep.', { cat_id: parent })
  const hard = `${table(300)}\n\`\`\`js\nconst line = '${'x = f(y); '.repeat(222)}'\n\`\`\`\n\n${longWord}\n\nhttps://example.com/${longWord}\n\n\`${longWord}\``
  ids.hard = (await page(ids.much, longName, hard, { s_number: '1' })).page_id
  await call('page/upload', file('x.txt', new Blob(['x']), { item_id: ids.much, page_id: ids.hard }))
  for (let from = 0; from < MEMBERS; from += 100)
    await call('member/save', {
      item_id: ids.much,
      username: memberNames.slice(from, from + 100).join(','),
      member_group_id: '1',
      cat_id: '0',
    })
  ids.team = (await call('team/save', { team_name: 'Logistics' })).id
  for (let from = 0; from < MEMBERS; from += 100)
    await call('teamMember/save', { team_id: ids.team, member_username: memberNames.slice(from, from + 100).join(',') })
  await call('teamItem/save', { team_id: ids.team, item_id: [ids.en.item, ids.api].join(',') })
  await call('team/save', { team_name: longName.slice(0, 100) })
  const places = []
  for (let n = 0; n < 40; n++)
    places.push((await call('catalog/save', { item_id: ids.much, cat_name: `Part ${n + 1}`, parent_cat_id: '0' })).cat_id)
  await each(PAGES, (n) =>
    page(ids.much, `Page number ${n + 1}`, `Text of page ${n + 1}.`, { cat_id: places[n % 40], s_number: String(n) }),
  )
  return ids
}
