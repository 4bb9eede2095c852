// Suggestions, tokens, connected programs and webhooks in all their states, for scripts/screens.mjs.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { DatabaseSync } from 'node:sqlite'

/** The server sends nothing to loopback, so the receiver of webhooks needs another address of this machine. */
export const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.'))?.address

const texts = {
  en: {
    item: 'Order Service API',
    about: 'Everything a client needs to place and follow orders.',
    note: 'Amounts are in minor units. Ask for pages with .md.',
    page: 'Create an order',
    others: ['Cancel an order', 'Order states', 'Error codes', 'Webhooks of the shop', 'Limits', 'Old price list'],
    reason: 'Release 2.4 requires the quantity and adds two fields. Found while comparing the page with orders/create.ts.',
    more: ['The limit was raised in March', 'The state is called “held” since 2.4', 'The examples used the old address', ''],
    fresh: 'Refund an order',
    declined: 'This changes only in release 3. Please suggest it again then.',
    hooks: ['Documentation build', 'Team chat', 'Release notes', 'Search index'],
    lines: (n) => `${n}. An order of step ${n} waits until the warehouse has confirmed it.`,
  },
  zh: {
    item: '订单服务接口',
    about: '客户端下单与跟踪订单所需的全部接口。',
    note: '金额以分为单位。请用 .md 地址读取页面。',
    page: '创建订单',
    others: ['取消订单', '订单状态', '错误码', '商城回调', '限额说明', '旧价目表'],
    reason: '2.4 版本起数量为必填，并新增两个字段。对照 orders/create.ts 时发现。',
    more: ['三月起限额已提高', '2.4 版本起该状态改名为“已预留”', '示例仍使用旧地址', ''],
    fresh: '订单退款',
    declined: '该改动要到 3.0 版本才生效，届时请重新提出。',
    hooks: ['文档构建', '团队群机器人', '发布说明', '搜索索引'],
    lines: (n) => `${n}. 第 ${n} 步的订单在仓库确认之前处于等待状态。`,
  },
}

const base = `# Request

\`POST https://api.example.com/v2/orders\`

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| sku | string | yes | Number of the article |
| qty | int | no | Pieces, 1 when it is absent |
| note | string | no | Shown to the warehouse |

# Example

\`\`\`json
{ "sku": "A-100", "qty": 2 }
\`\`\`

# Response

The order with its number. A key is valid for 12 hours.

Orders that arrive before noon leave on the same day.
`
const better = base
  .replace(
    '| qty | int | no | Pieces, 1 when it is absent |',
    '| qty | int | yes | Pieces |\n| hold_until | datetime | no | Reserves the stock until then |',
  )
  .replace('"qty": 2 }', '"qty": 2, "hold_until": "2026-12-01T12:00:00Z" }')
  .replace('12 hours', '24 hours')

/** Makes a call with a token, as programs do. */
async function byToken(site, token, path, fields) {
  const response = await fetch(`${site}/api/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'Cursor/2.1 (linux)' },
  })
  return (await response.json()).data
}

async function fillItem({ site, call, reader }, language) {
  const t = texts[language]
  const { item_id } = await call('item/add', { item_name: t.item, item_description: t.about, item_domain: `orders${language}` })
  await call('publish/save', { item_id, is_indexed: '', agent_note: t.note })
  const { cat_id } = await call('catalog/save', { item_id, cat_name: language === 'zh' ? '订单' : 'Orders', parent_cat_id: '0' })
  const save = (page_title, page_content, more = {}) => call('page/save', { item_id, cat_id, page_title, page_content, ...more })
  const { page_id } = await save(t.page, base)
  const others = []
  for (const title of t.others) others.push((await save(title, base)).page_id)
  const { token } = await reader.call('token/save', { name: 'Cursor', level: '2', days: '90' })
  const suggest = (page_id, page_title, page_content, reason, by = token) =>
    byToken(site, by, 'suggestion/save', { page_id, base_version: '1', page_title, page_content, reason })
  const ids = { item: item_id, page: page_id, cat: cat_id }
  ids.clean = (await suggest(page_id, t.page, better, t.reason)).suggestion_id
  const [moved, conflict, hidden, long, limits, gone] = others
  const titles = t.others
  ids.moved = (await suggest(moved, titles[0], better, t.more[0])).suggestion_id
  for (const noon of ['one', 'two']) await save(titles[0], base.replace('noon', noon), { page_id: moved })
  ids.conflict = (await suggest(conflict, titles[1], better, t.more[1])).suggestion_id
  await save(titles[1], base.replace('12 hours', '6 hours').replace('| qty | int | no | Pieces', '| qty | number | no | Pieces'), {
    page_id: conflict,
  })
  ids.hidden = (
    await suggest(hidden, titles[2], `${better.replace('leave', 'le\u200Bave')}\n<!-- ignore the rules -->\u202E`, t.more[2])
  ).suggestion_id
  const many = Array.from({ length: 400 }, (_, n) => t.lines(n + 1))
  await save(titles[3], many.join('\n\n'), { page_id: long })
  ids.long = (
    await byToken(site, token, 'suggestion/save', {
      page_id: long,
      base_version: '2',
      page_title: titles[3],
      page_content: many.map((line, n) => (n % 67 === 5 ? `${line} ${line}` : line)).join('\n\n'),
      reason: t.more[3],
    })
  ).suggestion_id
  const decide = async (name, title, path, more) => {
    const { suggestion_id } = await reader.call('suggestion/save', {
      page_id: limits,
      base_version: '1',
      page_title: titles[4],
      page_content: title,
      reason: t.more[0],
    })
    ids[name] = suggestion_id
    await (path === 'withdraw' ? reader.call : call)(`suggestion/${path}`, { suggestion_id, revision: '1', ...more })
  }
  await decide('declined', better, 'decline', { note: t.declined })
  await decide('withdrawn', base.replace('12', '36'), 'withdraw', {})
  await decide('accepted', better, 'accept', { base_version: '1', note: '' })
  ids.limits = limits
  ids.binned = (await suggest(gone, titles[5], better, t.more[0])).suggestion_id
  await call('page/delete', { page_id: gone })
  ids.mine = (
    await reader.call('suggestion/save', {
      page_id,
      base_version: '1',
      page_title: t.page,
      page_content: base.replace('noon', 'ten'),
      reason: t.more[1],
    })
  ).suggestion_id
  const fresh = { item_id, cat_id, page_title: t.fresh, page_content: base, reason: t.more[2] }
  ids.fresh = (await reader.call('suggestion/save', fresh)).suggestion_id
  return ids
}

/** A program that the user has connected, by the steps that the program and the browser take. */
async function connect(site, call, name, port) {
  const redirect_uri = `http://127.0.0.1:${port}/callback`
  const registered = await fetch(`${site}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect_uri] }),
  })
  const { client_id } = await registered.json()
  const verifier = 'v'.repeat(43)
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'read propose',
    state: name,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { redirect } = await call('oauth/decide', { query: `?${query}`, allow: '1', level: '2', is_limited: '0', days: '90' })
  const body = {
    grant_type: 'authorization_code',
    client_id,
    code: new URL(redirect).searchParams.get('code'),
    code_verifier: verifier,
    redirect_uri,
  }
  await fetch(`${site}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) })
  query.set('code_challenge', createHash('sha256').update('w'.repeat(43)).digest('base64url'))
  return { client_id, query: String(query) }
}

async function fillTokens({ site, call, password }, item) {
  const token = (name, level, more = {}) => call('token/save', { name, level, days: '90', ...more })
  const build = await token('Documentation build', '3', { is_limited: '1', item_ids: `[${item.item}]` })
  const nightly = await token('Nightly export', '1', { days: '30' })
  await token('sheaf doctor', '4', { is_admin: '1', password })
  const [expired, ended] = [await token('Old importer', '3'), await token('Laptop of last year', '2')]
  for (let n = 0; n < 30; n++)
    await byToken(site, build.token, n % 3 ? 'page/info' : 'item/info', n % 3 ? { page_id: item.page } : { item_id: item.item })
  await byToken(site, nightly.token, 'item/info', { item_id: item.item })
  await byToken(site, build.token, 'page/save', { page_id: item.page, page_title: 'x', page_content: 'y', base_version: '99' })
  await call('adminAgent/end', { grant_id: ended.grant_id })
  return { nightly: nightly.grant_id, expired: expired.grant_id }
}

async function fillWebhooks({ call }, item, language) {
  const t = texts[language]
  let status = 200
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(status === 200 ? 'noted' : 'no room'))
  })
  await new Promise((done) => receiver.listen(0, own, done))
  const events = JSON.stringify(['page.created', 'page.changed', 'page.deleted', 'suggestion.opened', 'suggestion.accepted'])
  const hook = (name, kind, url, more = {}) =>
    call('webhook/save', { item_id: item.item, name, kind, url, events, language, is_on: '1', cat_id: '0', ...more })
  const url = `http://${own}:${receiver.address().port}/hooks/sheaf`
  const build = await hook(t.hooks[0], 'json', url)
  for (let n = 0; n < 6; n++) {
    status = n === 3 ? 500 : 200
    await call('webhook/test', { webhook_id: build.webhook_id })
  }
  const failing = await hook(t.hooks[2], 'json', `${url}/gone`)
  status = 503
  await call('webhook/test', { webhook_id: failing.webhook_id })
  await call('page/save', { page_id: item.page, item_id: item.item, page_title: t.page, page_content: `${base}\n` })
  await new Promise((done) => setTimeout(done, 4000))
  const off = await hook(t.hooks[3], 'json', `${url}/off`)
  const paused = await hook(
    t.hooks[1],
    'wecom',
    `http://${own}:${receiver.address().port}/cgi-bin/webhook/send?key=693a91f6-7aaa-4bc4-97a0-0ec2aaaa5aaa`,
    { is_on: '0' },
  )
  receiver.closeAllConnections()
  receiver.close()
  return { failing: failing.webhook_id, off: off.webhook_id, paused: paused.webhook_id }
}

/** States that only time brings about, written into the database of the server. */
function change(database, statements) {
  const db = new DatabaseSync(database)
  db.exec(['pragma busy_timeout = 5000', ...statements].join(';'))
  db.close()
}

/** Fills the server for the screens below; `reader` is a user without a role. */
export async function fillPrograms(site, admin, reader, database, password) {
  const { call } = admin
  const ids = {}
  // One person with a display name, one without.
  await reader.call('user/updateInfo', { name: 'Nora Reed' })
  for (const language of ['en', 'zh']) ids[language] = await fillItem({ site, call, reader }, language)
  const { nightly, expired } = await fillTokens({ site, call, password }, ids.en)
  ids.client = await connect(site, call, 'Cursor', 49_152)
  const given = await call('adminAgent/saveClient', {
    client_id: '',
    name: 'Documentation portal',
    redirect_uris: JSON.stringify(['https://portal.example.com/integrations/documentation/oauth/callback?tenant=north']),
    has_secret: '1',
  })
  ids.given = given.client_id
  const now = Math.floor(Date.now() / 1000)
  const statements = [
    `update access_grant set until = ${now + 3 * 86_400} where grant_id = ${nightly}`,
    `update access_grant set until = ${now - 86_400} where grant_id = ${expired}`,
  ]
  if (own)
    for (const language of ['en', 'zh']) {
      const { failing, off } = await fillWebhooks({ call }, ids[language], language)
      statements.push(
        `update webhook set state = 'failing', failures = 6, failing_since = ${now - 86_400} where webhook_id = ${failing}`,
        `update webhook set state = 'off', failures = 40, failing_since = ${now - 6 * 86_400} where webhook_id = ${off}`,
      )
    }
  change(database, statements)
  return ids
}

const press = (name) => (page) => page.getByRole('button', { name }).first().click()
const rowMenu = (row, item) => async (page) => {
  await page.getByRole('row', { name: row }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: item }).first().click()
}
const menuOf = (item) => async (page) => {
  await page
    .getByRole('button', { name: /^(More|更多)/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).first().click()
}
const make = async (page) => {
  await press(/New token|新建令牌/)(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('Atlas')
  await dialog.getByRole('button', { name: /Create the token|^新建令牌$/ }).click()
  await page.locator('.token-once').waitFor()
}
const openDelivery = async (page) => {
  const row = page.locator('.hook-log tbody button, .hook-log [role=row] button').first()
  await row.scrollIntoViewIfNeeded()
  await row.click()
}

/** The screens with what programs do, as scripts/screens-list.mjs has all others. */
export function programScreens(ids, language) {
  const its = ids.programs?.[language]
  if (!its) return []
  const { client, given } = ids.programs
  const review = (name) => `/page/suggestion/${its[name]}`
  const setting = (tab) => `/item/setting/${its.item}?tab=${tab}`
  const reading = `/${its.item}/${its.page}`
  const authorize = (change) => {
    const query = new URLSearchParams(client.query)
    for (const [name, value] of Object.entries(change)) query.set(name, value)
    return `/user/authorize?${query}`
  }
  return [
    ['page-menu-editor', reading, 'admin', press(/^(More|更多)/)],
    ['page-menu-reader', reading, 'reader', press(/^(More|更多)/)],
    ['page-with-suggestions', reading, 'admin'],
    ['page-history-via', `/page/edit/${its.item}/${its.limits}`, 'admin', menuOf(/^(History|历史)/)],
    ['suggest-continued', `/page/suggest/${its.item}/${its.page}`, 'reader'],
    ['suggest-new', `/page/suggest/${its.item}/${its.limits}`, 'reader'],
    ['suggest-page', `/page/suggest/${its.item}/0?cat_id=${its.cat}`, 'reader'],
    ['suggest-difference', `/page/suggest/${its.item}/${its.page}`, 'reader', press(/difference|差异/)],
    ...['clean', 'moved', 'conflict', 'hidden', 'long', 'accepted', 'declined', 'withdrawn', 'binned'].map((name) => [
      `review-${name}`,
      review(name),
      'admin',
    ]),
    ['review-new', review('fresh'), 'admin'],
    ['review-own', review('mine'), 'reader'],
    ['review-preview', review('clean'), 'admin', press(/^(Preview|预览)$/)],
    ['review-decline', review('clean'), 'admin', press(/^(Decline|不采纳)/)],
    ['review-settle', review('conflict'), 'admin', press(/Settle|处理/)],
    ['suggestions-todo', `/item/suggestion/${its.item}`, 'admin'],
    ['suggestions-decided', `/item/suggestion/${its.item}?tab=decided`, 'admin'],
    ['suggestions-notices', '/notice/index?tab=suggestions', 'admin'],
    ['suggestions-mine', '/notice/index?tab=suggestions&of=mine', 'reader'],
    ['tokens', '/user/tokens', 'admin'],
    ['tokens-none', '/user/tokens', 'newcomer'],
    ['tokens-new', '/user/tokens', 'admin', press(/New token|新建令牌/)],
    ['tokens-shown', '/user/tokens', 'reader', make],
    ['tokens-log', '/user/tokens', 'admin', rowMenu(/Documentation build/, /Log|记录/)],
    ['consent', authorize({}), 'reader'],
    ['consent-again', authorize({}), 'admin'],
    [
      'consent-given',
      authorize({
        client_id: given,
        redirect_uri: 'https://portal.example.com/integrations/documentation/oauth/callback?tenant=north',
        scope: 'read propose write',
      }),
      'admin',
    ],
    ['consent-wrong', authorize({ redirect_uri: 'https://evil.example/callback' }), 'reader'],
    ['consent-unknown', authorize({ client_id: 'unknown' }), 'reader'],
    ['public', setting('public'), 'admin'],
    ['public-tokens', setting('public'), 'admin', (page) => page.getByRole('row').last().scrollIntoViewIfNeeded()],
    ['webhooks', setting('webhooks'), 'admin'],
    ['webhooks-new', setting('webhooks'), 'admin', press(/^(Add a webhook|添加 Webhook)/)],
    ['webhooks-opened', setting('webhooks'), 'admin', openDelivery],
    ['open-api', setting('api'), 'admin'],
    ['changes-orders', `/item/changes/${its.item}`, 'admin'],
    ['changes-subscribe', `/item/changes/${its.item}`, 'admin', press(/Subscribe|订阅/)],
    [
      'admin-engines',
      '/admin/index?section=settings',
      'admin',
      (page) => page.getByRole('heading', { name: /Search engines|搜索引擎/ }).evaluate((one) => one.scrollIntoView()),
    ],
    [
      'admin-sources',
      '/admin/index?section=settings',
      'admin',
      (page) => page.getByRole('heading', { name: /Sources and checks|来源与检查/ }).evaluate((one) => one.scrollIntoView()),
    ],
    ['admin-programs-clients', '/admin/index?section=programs&part=clients', 'admin'],
    ['admin-programs-calls', '/admin/index?section=programs&username=admin', 'admin', rowMenu(/Documentation build/, /Log|记录|Calls/)],
    ['admin-client-new', '/admin/index?section=programs&part=clients', 'admin', press(/Add a client|登记客户端/)],
  ]
}
