// Items with responsible people and reviews, for scripts/screens.mjs: verified, changed, never verified, without anyone responsible.
const text = {
  'Refund rules': 'A refund arrives within five working days, from abroad within ten.',
  'Create an order': 'An order is accepted until 22:00 and packed on the next working day.',
  'Carrier labels': 'Labels are printed at the packing desk.',
  'Release checklist': 'Announce the release on the day before.',
  'VPN for contractors': 'Contractors ask their team lead for a key.',
}
const DAY = 86_400

export async function fillReview({ call }, reader) {
  const [me, other] = [await call('user/info'), await reader.call('user/info')]
  const { item_id } = await call('item/add', { item_name: 'Order Service API', item_type: '1' })
  const { cat_id } = await call('catalog/save', { item_id, cat_name: 'Payments' })
  await call('member/save', { item_id, username: other.username, member_group_id: '1' })
  const ids = {}
  for (const [page_title, page_content] of Object.entries(text)) {
    const place = page_title === 'Refund rules' || page_title === 'Carrier labels' ? { cat_id } : {}
    ids[page_title] = (await call('page/save', { item_id, page_title, page_content, ...place })).page_id
  }
  const set = (kind, subject_id, more) => call('review/set', { item_id, subjects: JSON.stringify([{ kind, subject_id }]), ...more })
  await set('item', item_id, { days: '180' })
  await set('catalog', cat_id, { uid: me.uid })
  await set('page', ids['Create an order'], { uid: other.uid, days: '90' })
  await set('page', ids['Release checklist'], { uid: other.uid })
  const verify = async (title, note) => {
    const { version } = await call('page/info', { page_id: ids[title] })
    await call('review/verify', { page_id: ids[title], version, note })
  }
  await verify('Refund rules', 'Compared with the terms of November.')
  await verify('Create an order', '')
  await verify('Release checklist', 'As in the last three releases.')
  await verify('Refund rules', 'The desk in Lyon confirmed the ten days.')
  const changed = 'An order is accepted until 23:00 and packed on the next working day.'
  await reader.call('page/save', { item_id, page_id: ids['Create an order'], page_title: 'Create an order', page_content: changed })
  await call('review/handOn', { item_id, page_ids: JSON.stringify([ids['Carrier labels']]), uid: other.uid })
  return { item: item_id, cat: cat_id, refund: ids['Refund rules'], create: ids['Create an order'], vpn: ids['VPN for contractors'] }
}

/** Answers of the list and of the report in which the first page is due since three weeks ago. */
const withDue = async (page) => {
  const late = 21
  const due = String(Math.round(Date.now() / 1000) - late * DAY)
  const less = (count) => String(Math.max(0, Number(count) - 1))
  let first
  await page.route('**/api/review/getList*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [row] = answer.data?.list ?? []
    if (row) {
      const isSoon = Number(row.mark.due) * 1000 - Date.now() < 30 * DAY * 1000
      Object.assign(answer.data.counts, { due: '1', ...(isSoon && { soon: less(answer.data.counts.soon) }) })
      first ??= { ...row, wasVerified: row.mark.state === 'verified', isSoon }
      row.mark = { ...row.mark, state: 'due', due }
    }
    await route.fulfill({ response, json: answer })
  })
  await page.route('**/api/review/report*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    // The report is asked for after the list has said that there is one.
    const isFirst = ({ uid, team_id }) => uid === first?.steward.uid && team_id === first?.steward.team_id
    for (const row of answer.data?.rows ?? [])
      if (row.item_id === first?.item_id && (row.cat_id === '0' || row.cat_id === first.cat_id))
        Object.assign(row, {
          due: '1',
          median_days: String(late),
          oldest_due: due,
          ...(first.wasVerified && { verified: less(row.verified) }),
        })
    for (const one of (answer.data?.people ?? []).filter(isFirst))
      Object.assign(one, {
        due: '1',
        ...(first.isSoon && { soon: less(one.soon) }),
        ...(first.wasVerified && { verified: less(one.verified) }),
      })
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await page.locator('.rev-rows').waitFor()
}

const withDueReport = async (page) => {
  await withDue(page)
  await page.locator('.seg a').nth(1).click()
  await page.locator('.rev-report').first().waitFor()
}

/** The screens of reviews, by the ids of `fillReview`. */
export function reviewScreens({ review }) {
  if (!review) return []
  const { item, refund, create, vpn } = review
  const open = async (page) => {
    await page
      .locator('.meta button')
      .filter({ hasText: /Verified until|Review…|No one is|Responsible|已核实|复核…|无人负责|负责人/ })
      .first()
      .click()
    await page.locator('.rev-panel .rev-trail').waitFor()
  }
  const select = async (page) => {
    await page.locator('.rev-rows input[type=checkbox]').first().check()
    await page.locator('.rev-rows input[type=checkbox]').nth(1).check()
  }
  const failed = async (page) => {
    await page.route('**/api/review/getList*', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').waitFor()
  }
  const press = (name) => async (page) => page.getByRole('button', { name }).first().click()
  return [
    ['due', '/review', 'admin', withDue],
    ['due-select', '/review', 'admin', select],
    [
      'due-steward',
      '/review',
      'admin',
      async (page) => {
        await select(page)
        await press(/^(Responsible…|负责人…)$/)(page)
      },
    ],
    ['due-report', '/review', 'admin', withDueReport],
    ['due-item', `/item/review/${item}`, 'admin'],
    ['due-item-report', `/item/review/${item}?tab=report`, 'admin'],
    ['due-reader', '/review', 'reader'],
    ['due-failed', '/review', 'admin', failed],
    ['due-empty', '/review', 'newcomer'],
    ['due-page', `/${item}/${refund}`, 'admin'],
    ['due-page-changed', `/${item}/${create}`, 'admin'],
    ['due-panel', `/${item}/${refund}`, 'admin', open],
    ['due-panel-changed', `/${item}/${create}`, 'admin', open],
    ['due-panel-unowned', `/${item}/${vpn}`, 'admin', open],
    [
      'due-panel-set',
      `/${item}/${vpn}`,
      'admin',
      async (page) => {
        await open(page)
        await press(/^(Change…|修改…)$/)(page)
      },
    ],
    [
      'due-panel-flag',
      `/${item}/${refund}`,
      'admin',
      async (page) => {
        await open(page)
        await press(/^(Needs work…|需要修订…)$/)(page)
      },
    ],
    [
      'due-setting',
      `/item/setting/${item}?tab=talk`,
      'admin',
      async (page) => page.getByText(/The mark under the title|标题下方的标记/).scrollIntoViewIfNeeded(),
    ],
  ]
}
