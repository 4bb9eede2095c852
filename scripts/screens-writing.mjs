// What happens while a page is edited: two people save, the session or the connection ends. For scripts/screens.mjs.
import { PASSWORD, signInAs } from './screens-fill.mjs'

const texts = {
  en: {
    title: 'Rules of the warehouse',
    theirTitle: 'Rules of the warehouse and of its partners in Rotterdam and Lyon',
    base: `# Orders

An order is accepted until 22:00 and packed on the next working day.

| Field | Type | Description |
| --- | --- | --- |
| order_id | string | The number of the order, which the shop assigns and the warehouse never changes |
| state | string | draft, confirmed, packed, shipped |
| weight | integer | In grams, with the parcel |

The label is printed at https://warehouse.example.com/labels/orders/print?format=pdf&size=a6&desk=north&copies=2&language=en-GB&callback=none

## Returns

A return arrives within ten days.

Nothing else is kept.
`,
    mine: [
      ['until 22:00', 'until 23:00'],
      ['draft, confirmed, packed, shipped', 'draft, confirmed, packed, shipped, held, and cancelled before it is packed'],
      ['within ten days', 'within twelve days'],
    ],
    theirs: [
      ['until 22:00', 'until 21:30, on Saturdays until noon'],
      ['draft, confirmed, packed, shipped', 'draft, confirmed, packed, shipped, returned'],
      ['In grams, with the parcel', 'In grams, without the parcel'],
      ['&copies=2', '&copies=3&after=packing&reprint=allowed&station=packing-desk-14-second-floor'],
    ],
  },
  zh: {
    title: '仓库规则',
    theirTitle: '仓库规则（含鹿特丹、里昂两地合作仓）',
    base: `# 订单

订单在每天 22:00 之前受理，下一个工作日打包。

| 字段 | 类型 | 说明 |
| --- | --- | --- |
| order_id | string | 订单号，由商城分配，仓库从不修改 |
| state | string | draft、confirmed、packed、shipped |
| weight | integer | 单位为克，含包装 |

面单打印地址：https://warehouse.example.com/labels/orders/print?format=pdf&size=a6&desk=north&copies=2&language=zh-CN&callback=none

## 退货

退货须在十天内送达。

其余内容不予保留。
`,
    mine: [
      ['每天 22:00 之前', '每天 23:00 之前'],
      ['draft、confirmed、packed、shipped', 'draft、confirmed、packed、shipped、held；尚未打包的订单还可以变为 cancelled'],
      ['十天内', '十二天内'],
    ],
    theirs: [
      ['每天 22:00 之前', '每天 21:30 之前（周六为中午 12:00 之前）'],
      ['draft、confirmed、packed、shipped', 'draft、confirmed、packed、shipped、returned'],
      ['单位为克，含包装', '单位为克，不含包装'],
      ['&copies=2', '&copies=3&after=packing&reprint=allowed&station=packing-desk-14-second-floor'],
    ],
  },
}
const changed = (text, changes) => changes.reduce((all, [from, to]) => all.replace(from, to), text)

export async function fillWriting({ call }) {
  const ids = {}
  for (const [language, { title, theirTitle, base, mine, theirs }] of Object.entries(texts)) {
    const { item_id } = await call('item/add', { item_name: title, item_type: '1' })
    await call('member/save', { item_id, username: 'zhongwen', member_group_id: '1' })
    const page = async (content, more = {}) =>
      (await call('page/save', { item_id, page_title: title, page_content: content, ...more })).page_id
    const compared = await page(base)
    await page(changed(base, mine), { page_id: compared })
    await page(changed(base, theirs), { page_id: compared, page_title: theirTitle })
    const history = (await call('page/history', { page_id: compared, brief: '1' })).at(-1).page_history_id
    ids[language] = { item: item_id, page: await page(base), compared, history }
  }
  return ids
}

const save = (page) => page.keyboard.press('Control+s')
const write = async (page, text) => {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  // Typing would continue the lists and tables.
  await page.keyboard.insertText(text)
}

/** The screens of `fillWriting`. */
export function writingScreens({ writing }, language) {
  if (!writing) return []
  const { item, page, compared, history } = writing[language]
  const { title, theirTitle, base, mine, theirs } = texts[language]
  const edit = `/page/edit/${item}/${page}`
  /** Another person has saved since the editor was opened. */
  const merge = (their, titleOf, act) => async (tab) => {
    const other = await signInAs(new URL(tab.url()).origin, 'zhongwen', PASSWORD)
    const saved = (page_title, page_content) => other.call('page/save', { item_id: item, page_id: page, page_title, page_content })
    await saved(title, base)
    await tab.reload()
    await tab.waitForSelector('html[data-ready]', { state: 'attached' })
    await write(tab, changed(base, mine))
    await saved(titleOf, changed(base, their))
    await save(tab)
    await tab.locator('.mg-text .cm-content').waitFor()
    await act?.(tab)
  }
  const choose = (nth) => (tab) => tab.locator('.mg-text button').nth(nth).click()
  const failing = (act) => async (tab) => {
    await act(tab)
    await write(tab, `${base}\n${language === 'zh' ? '新的一行。' : 'One more line.'}`)
    await save(tab)
  }
  const offline = (tab) => tab.route('**/api/page/save', (route) => route.abort())
  const signedOut = (tab) => tab.context().clearCookies({ name: /token|session/ })
  return [
    ['merge', edit, 'admin', merge(theirs, theirTitle)],
    ['merge-chosen', edit, 'admin', merge(theirs, title, choose(0))],
    ['merge-clean', edit, 'admin', merge(theirs.slice(2), title)],
    ['merge-end', edit, 'admin', merge(theirs, title, (tab) => tab.keyboard.press('Alt+ArrowDown'))],
    ['compare', `/page/diff/${compared}/${history}`, 'admin'],
    ['editor-offline', edit, 'admin', failing(offline)],
    ['editor-signed-out', edit, 'admin', failing(signedOut)],
    [
      'editor-leave',
      edit,
      'admin',
      async (tab) => {
        await write(tab, `${base}\n.`)
        await tab.locator('a[href^="/"]:visible').first().click()
      },
    ],
  ]
}
