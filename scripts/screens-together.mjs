// A page that people talk about, and an account with a second step, for scripts/screens.mjs.
import { createHmac } from 'node:crypto'
import { PASSWORD, signInAs } from './screens-fill.mjs'

const pages = {
  en: {
    title: 'Reservations',
    content: `An order reserves stock when it is accepted. The stock is **reserved for 30 minutes**.

## Confirming

Confirm with \`POST /orders/{id}/confirm\` before the reservation ends. Orders that are not confirmed in time go back to \`draft\`, and the warehouse releases their stock.

## Partial shipments

A line with \`allow_partial\` ships what is there and leaves the rest in a new order. The second parcel costs the buyer nothing.

## Labels

Labels are printed at the packing desk, one for each parcel. Since October the carrier collects twice a day.
`,
    lost: 'Labels are printed at the packing desk, one for each parcel.',
    instead: 'The packing desk prints a label per parcel when the order is packed.',
    words: ['reserved for 30 minutes', 'The second parcel costs the buyer nothing.', 'go back to'],
    texts: [
      'Is it still 30? The stock service releases after **45** since the last change.',
      'I looked: 45 for orders of the web shop, 30 for all others. I will write both here.',
      'Thank you. Please name the setting too.',
      'This is not true for parcels to Switzerland.',
      'Which desk, Lyon or Rotterdam?',
      'A table with the states would help on this page.',
    ],
  },
  zh: {
    title: '库存预留',
    content: `订单受理时即预留库存。自受理起，库存将**预留 30 分钟**，其他买家在此期间无法购买。

## 确认订单

请在预留到期前调用 \`POST /orders/{id}/confirm\`。逾期未确认的订单会退回 \`draft\` 状态，仓库随即释放库存。

## 部分发货

含有 \`allow_partial\` 的订单行会先发出现有库存，剩余部分转入新订单。第二个包裹不再向买家收取运费。

## 面单

面单在打包台打印，每个包裹一张。自十月起，承运商每天揽收两次。
`,
    lost: '面单在打包台打印，每个包裹一张。',
    instead: '订单打包时，由打包台为各包裹打印面单。',
    words: ['预留 30 分钟', '第二个包裹不再向买家收取运费。', '逾期未确认的订单'],
    texts: [
      '现在还是 30 分钟吗？上次调整之后，库存服务是 **45** 分钟才释放。',
      '查过了：商城订单是 45 分钟，其余是 30 分钟。我来把两种情况都写上。',
      '谢谢，麻烦把对应的配置项也写出来。',
      '寄往港澳台的包裹并非如此。',
      '是哪个打包台，杭州还是武汉？',
      '建议在本页加一张订单状态表。',
    ],
  },
}

async function fillTalk({ call }, reader, text) {
  const other = await reader.call('user/info')
  const { item_id } = await call('item/add', { item_name: text.title, item_type: '1' })
  await call('member/save', { item_id, username: other.username, member_group_id: '1' })
  const { page_id } = await call('page/save', { item_id, page_title: text.title, page_content: text.content })
  const begin = async (who, content, quote) => {
    const anchor = quote ? { anchor: JSON.stringify({ kind: 'passage', version: 1, quote }) } : {}
    return (await who.call('comment/add', { page_id, content, ...anchor })).thread.thread_id
  }
  const first = await begin(reader, text.texts[0], text.words[0])
  await call('comment/add', {
    page_id,
    thread_id: first,
    content: `@[${other.name || other.username}](user:${other.uid}) ${text.texts[1]}`,
  })
  await reader.call('comment/add', { page_id, thread_id: first, content: text.texts[2] })
  await begin({ call }, text.texts[3], text.words[1])
  await begin(reader, text.texts[4], text.lost)
  await begin({ call }, text.texts[5])
  const done = await begin(reader, text.texts[2], text.words[2])
  await call('comment/resolve', { thread_id: done })
  const content = text.content.replace(text.lost, text.instead)
  await call('page/save', { item_id, page_id, page_title: text.title, page_content: content })
  const { page_id: quiet } = await call('page/save', { item_id, page_title: `${text.title} 2`, page_content: text.content })
  return { item: item_id, page: page_id, quiet }
}

/** The code that an authenticator app shows `shift` steps from now. */
function codeOf(base32, shift = 0) {
  const bits = [...base32].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + shift))
  const mac = createHmac('sha1', secret).update(step).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function fillSecondStep(site, { call }) {
  await call('adminUser/addUser', { username: 'liam', name: '', password: PASSWORD })
  const liam = await signInAs(site, 'liam', PASSWORD)
  await liam.call('user/confirm', { password: PASSWORD, code: '' })
  const { secret } = await liam.call('secondStep/beginTotp')
  await liam.call('secondStep/addTotp', { code: codeOf(secret, -1), end_others: '0' })
  return secret
}

export async function fillTogether(site, admin, reader) {
  const talk = { en: await fillTalk(admin, reader, pages.en), zh: await fillTalk(admin, reader, pages.zh) }
  return { talk, secret: await fillSecondStep(site, admin) }
}

const press = (name) => (page) => page.getByRole('button', { name }).first().click()
const inOrder =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page)
  }

const openPanel = async (page) => {
  await page.locator('#comment-button button:visible, .talk-foot:visible').first().click()
  await page.waitForTimeout(300)
}
const tab = (name) => inOrder(openPanel, press(name))
const select = (words) => async (page) => {
  await page.locator('#comment-button button').waitFor({ state: 'attached' })
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('[data-article]'), NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue.indexOf(wanted)
      if (at >= 0) return getSelection().setBaseAndExtent(node, at, node, at + wanted.length)
    }
    throw new Error(`no ${wanted} on the page`)
  }, words)
  await page.waitForTimeout(400)
}
const compose = (words) =>
  inOrder(select(words), async (page) => {
    await page.keyboard.press('Control+Alt+KeyM')
    await page.getByRole('textbox').last().waitFor()
  })
const typed = (words, text) =>
  inOrder(compose(words), async (page) => {
    await page.keyboard.type(text)
  })
const mention = (words) =>
  inOrder(compose(words), async (page) => {
    await page.keyboard.type('@')
    await page.getByRole('option').first().waitFor()
  })
const send = async (page) => {
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(600)
}
const fails = (call) => async (page) => {
  await page.route(`**/api/${call}`, (route) => route.abort())
  await page.reload()
  await page.waitForSelector('html[data-ready]', { state: 'attached' })
}
const reply = async (page) => {
  await openPanel(page)
  await page.keyboard.press('n')
  await page.keyboard.press('r')
  await page.keyboard.type('Yes')
}

const signIn = (username) => async (page) => {
  await page.locator('input[name=username], input[autocomplete*=username]').first().fill(username)
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/secondStep**')
  await page.waitForSelector('html[data-ready]', { state: 'attached' })
}
/** A code is accepted once, so a picture waits for the next one; an earlier run can have used the present one. */
let used = ''
const asLiam = (secret, act) => async (page) => {
  await signIn('liam')(page)
  used ||= codeOf(secret)
  while (codeOf(secret) === used) await page.waitForTimeout(1000)
  used = codeOf(secret)
  await page.locator('input').first().fill(used)
  await page.waitForURL('**/user/security')
  await act?.(page)
}
/** The account stays confirmed for some minutes, so that only the first picture is asked. */
const confirmed = async (page) => {
  const password = page.locator('dialog input[type=password], [role=dialog] input[type=password]').first()
  await page.locator('dialog :is(input[type=password], img), [role=dialog] :is(input[type=password], img)').first().waitFor()
  if (await password.isVisible()) {
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await page.waitForTimeout(900)
}

/** The screens of comments and of the second step, by the ids of `fillTogether`. */
export function togetherScreens({ together }, language) {
  if (!together) return []
  const { item, page, quiet } = together.talk[language]
  const { words, texts } = pages[language]
  const on = `/${item}/${page}`
  const setUp = press(/^(Set up…|设置…)$/)
  const toSecurity = '/user/login?redirect=%2Fuser%2Fsecurity'
  return [
    ['comments-page', on, 'admin'],
    ['comments-panel', on, 'admin', openPanel],
    ['comments-resolved', on, 'admin', tab(/^(Resolved|已解决)/)],
    ['comments-lost', on, 'admin', tab(/^(Text has changed|原文已变更)/)],
    ['comments-attach', on, 'admin', inOrder(tab(/^(Text has changed|原文已变更)/), press(/^(Attach again|重新关联)$/))],
    ['comments-reply', on, 'admin', reply],
    ['comments-selected', on, 'admin', select(words[0])],
    ['comments-compose', on, 'admin', typed(words[0], texts[0])],
    ['comments-mention', on, 'admin', mention(words[0])],
    ['comments-not-sent', on, 'admin', inOrder(fails('comment/add'), typed(words[1], texts[3]), send)],
    ['comments-none', `/${item}/${quiet}`, 'admin', openPanel],
    ['comments-failed', on, 'admin', inOrder(fails('comment/getList'), openPanel)],
    ['comments-mine', '/notice/index?tab=comments', 'reader'],
    ['comments-mine-none', '/notice/index?tab=comments', 'newcomer'],
    ['security-confirm', '/user/security', 'newcomer', setUp],
    ['security-app', '/user/security', 'newcomer', inOrder(setUp, confirmed)],
    ['second-step', toSecurity, undefined, signIn('liam')],
    ['second-step-recovery', toSecurity, undefined, inOrder(signIn('liam'), press(/^(Use a recovery code|使用恢复码)$/))],
    ['security-on', toSecurity, undefined, asLiam(together.secret)],
  ]
}
