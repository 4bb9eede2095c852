// Pages with proofs for scripts/screens.mjs. Every state is made by calls: a first report of a build accepts, a second one with other
// seals makes stale, `missing` makes gone, a page with a period has a review, and a repository that no build speaks for is unchecked.
const text = (...lines) => lines.join('\n\n')
const proof = (target) => `<!-- source: ${target} -->`

const openapi = (description) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders API', version: '1.4.0' },
    paths: Object.fromEntries(
      ['orders', 'refunds', 'shipments', 'carts'].map((name) => [
        `/v2/${name}`,
        {
          get: { operationId: `list-${name}`, summary: `List ${name}`, tags: [name], responses: { 200: { description: 'All of them' } } },
          post: { operationId: `create-${name}`, summary: `Create ${name}`, tags: [name], responses: { 200: { description } } },
        },
      ]),
    ),
  })

const pages = (cat) => [
  ['Replace an order', cat.orders, text('How an order is replaced.', proof('shop:src/orders/replace.ts#replaceOrder'))],
  ['Stock sync job', cat.runbooks, text('## Schedule', proof('shop:jobs/stock-sync.sh'), 'Every night at two.')],
  [
    'Errors and retries',
    '0',
    text(
      'What to do about errors.',
      proof('https://www.rfc-editor.org/rfc/rfc9110'),
      '## Retries',
      proof('shop:src/http/retry.ts#retryDelay'),
      'A client waits twice as long after each attempt.',
      '## Limits',
      proof('operation orders create-orders'),
      'Thirty requests a minute.',
    ),
  ],
  ['Getting a token', cat.guides, text('## The header', proof('shop:src/auth/token.ts#L12-40'), 'A token ends after an hour.')],
  ['On-call handbook', cat.runbooks, 'Who is called, and when.'],
  ['Labels and customs forms', cat.guides, text('How labels are printed.', proof('labels:src/print/customs.ts'))],
  ['Order states', cat.orders, text('From reserved to shipped.', proof('shop:src/orders/states.ts#OrderState'))],
  ['Introduction', '0', 'What this is about.'],
]

const fence = (info, ...lines) => [`\`\`\`${info}`, ...lines, '```'].join('\n')
const examples = text(
  '# Listing orders',
  'Newest first, at most 100 at a time.',
  fence('http [List orders] env=staging expect=200', 'GET {{host}}/v2/orders?limit=10', 'Authorization: Bearer {{token}}'),
  fence('json response', '{', '  "orders": [{ "id": 7, "state": "reserved", "total": "9.90" }],', '  "next": null', '}'),
  'An order that does not exist:',
  fence('http [An order that does not exist] env=staging expect=404', 'GET {{host}}/v2/orders/0', 'Authorization: Bearer {{token}}'),
  'To create one:',
  fence('http env=staging expect=201 run=unsafe', 'POST {{host}}/v2/orders', 'Content-Type: application/json', '', '{ "pieces": 1 }'),
)

/** A page with an example that passes, one that fails, and one that has not run. */
async function fillExamples({ call }, item_id, cat_id, pair) {
  const { page_id } = await call('page/save', { item_id, cat_id, page_title: 'Listing orders', page_content: examples })
  const { list } = await call('open/getExamples', { ...pair, env: 'staging' })
  const results = list.slice(0, 2).map(({ name, env, seal }, n) => ({
    ...{ page_id, name, env, seal, state: n === 0 ? 'passing' : 'failing', status: n === 0 ? 200 : 500, ms: 31 },
    ...(n === 0 ? {} : { paths: ['$.orders[0].total', '$.next'].map((path, at) => ({ path, problem: at === 0 ? 'type' : 'missing' })) }),
  }))
  await call('open/reportExamples', { ...pair, env: 'staging', ref: '4f2c9e1b70aa5d28', results: JSON.stringify(results) })
  return page_id
}

const seals = { 'shop:src/http/retry.ts#retryDelay': 'changed', 'shop:src/auth/token.ts#L12-40': 'changed' }
const missing = ['shop:src/orders/replace.ts#replaceOrder', 'shop:jobs/stock-sync.sh']

function upload(source, words) {
  const form = new FormData()
  for (const [key, value] of Object.entries(source)) form.set(key, value)
  form.set('file', new Blob([openapi(words)]), 'orders.json')
  return form
}

/** What a build of the repository reports: of each proof what `see` returns. */
async function report({ call }, keys, ref, see) {
  const { list } = await call('open/getProofs', { ...keys, repo: 'shop', page: '1', count: '100' })
  const results = list.map(({ proof_id, target }) => ({ proof_id: Number(proof_id), target, ...see(target) }))
  await call('open/reportProofs', { ...keys, repo: 'shop', ref, results: JSON.stringify(results) })
}

/** Fills an item with pages in every state; returns the ids that the screens need. */
export async function fillTruth(user, title = 'Order Service API') {
  const { call } = user
  const { item_id } = await call('item/add', { item_name: title })
  const catalog = async (cat_name) => (await call('catalog/save', { item_id, cat_name, parent_cat_id: '0' })).cat_id
  const cat = { orders: await catalog('Orders'), runbooks: await catalog('Runbooks'), guides: await catalog('Guides') }
  const { source_id } = await call('source/add', upload({ item_id, name: 'orders', title: 'Orders API', label: '1.4.0' }, 'Done'))
  const ids = {}
  for (const [page_title, cat_id, page_content] of pages(cat))
    ids[page_title] = (await call('page/save', { item_id, cat_id, page_title, page_content })).page_id

  const keys = await call('item/getKey', { item_id })
  const pair = { api_key: keys.api_key, api_token: keys.api_token }
  await report(user, pair, '8c1d2f0a4b7e9d31', () => ({ seal: 'first' }))
  await report(user, pair, '4f2c9e1b70aa5d28', (target) =>
    missing.includes(target) ? { problem: 'missing' } : { seal: seals[target] ?? 'first' },
  )
  await call('truth/repos', { item_id, repo: 'shop', pattern: 'https://git.example.com/shop/compare/{from}...{to}' })
  const { uid } = await call('user/info', {})
  const set = (title, days) =>
    call('review/set', { item_id, subjects: JSON.stringify([{ kind: 'page', subject_id: ids[title] }]), uid, days })
  await set('On-call handbook', '1')
  await set('Errors and retries', '90')
  const examples = await fillExamples(user, item_id, cat.guides, pair)
  return {
    examples,
    item: item_id,
    stale: ids['Errors and retries'],
    plain: ids.Introduction,
    source: source_id,
  }
}

/** The screens of proofs, by the ids of `fillTruth`. */
export function truthScreens({ empty, truth }) {
  if (!truth) return []
  const { item, stale, plain, examples } = truth
  const badge = async (page) => page.locator('.meta button:has(.state)').click()
  const menu = async (page) => {
    await page
      .getByRole('button', { name: /^(More|更多)/ })
      .first()
      .click()
    await page
      .getByRole('menuitem', { name: /Sources of this page|本页依据/ })
      .first()
      .click()
    await page.locator('.truth-panel .btn').first().waitFor()
  }
  const add = (kind) => async (page) => {
    await menu(page)
    await page
      .getByRole('button', { name: /Add a source|添加依据/ })
      .first()
      .click()
    await page.locator('.truth-add .seg button').nth(kind).click()
  }
  const open = async (page) => {
    await page
      .getByRole('row', { name: /Errors and retries/ })
      .getByRole('button', { expanded: false })
      .click()
  }
  return [
    ['truth', `/item/truth/${item}`, 'admin'],
    ['truth-open', `/item/truth/${item}`, 'admin', open],
    ['truth-fresh', `/item/truth/${item}?state=fresh`, 'admin'],
    ['truth-none', `/item/truth/${item}?keyword=nothing-like-it`, 'admin'],
    ['truth-begin', `/item/truth/${empty}`, 'admin'],
    ['truth-refused', `/item/truth/${item}`, 'newcomer'],
    ['truth-page', `/${item}/${stale}`, 'admin'],
    ['truth-badge', `/${item}/${stale}`, 'admin', badge],
    ['truth-examples', `/${item}/${examples}`, 'admin'],
    ['truth-examples-badge', `/${item}/${examples}`, 'admin', badge],
    ['truth-panel', `/${item}/${stale}`, 'admin', menu],
    ['truth-panel-empty', `/${item}/${plain}`, 'admin', menu],
    ['truth-add', `/${item}/${plain}`, 'admin', add(0)],
    ['truth-add-operation', `/${item}/${stale}`, 'admin', add(1)],
    ['truth-editor', `/page/edit/${item}/${stale}`, 'admin'],
  ]
}
