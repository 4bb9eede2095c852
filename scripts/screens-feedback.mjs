// An item that asks its readers, for scripts/screens.mjs: voices before and after a save, notes of people and of visitors, an answer.
const page = (title, content) => ({ page_title: title, page_content: content })
const pages = [
  page('Cancel an order', 'An order can be cancelled until it is packed.\n\n## Within the first hour\n\nNo reason is needed.'),
  page('Delivery windows', 'Parcels are delivered between 8:00 and 20:00, on Saturdays until 14:00.'),
  page('Refunds', 'A refund arrives within five working days.'),
]

async function asVisitor(site, fields) {
  const body = new URLSearchParams({ shown_ms: '9000', ...fields })
  const answer = await (await fetch(`${site}/api/feedback/give`, { method: 'POST', body, headers: { origin: site } })).json()
  if (answer.error_code) throw new Error(`feedback/give: ${answer.error_code} ${answer.error_message}`)
}

export async function fillFeedback(site, { call }, reader, newcomer) {
  const { item_id } = await call('item/add', { item_name: 'Help for buyers', item_type: '1' })
  await call('feedback/saveSettings', { item_id, feedback_from: '2', feedback_show: '1' })
  const ids = []
  for (const one of pages) ids.push((await call('page/save', { item_id, ...one })).page_id)
  const [cancel, delivery, refunds] = ids
  await call('review/set', { item_id, subjects: JSON.stringify([{ kind: 'page', subject_id: delivery }]), days: '90' })
  const browser = (n) => String(n).padStart(32, '0')
  for (let n = 0; n < 10; n++) await asVisitor(site, { page_id: cancel, feedback_type: n < 8 ? '1' : '2', client_id: browser(n) })
  for (let n = 0; n < 4; n++) await asVisitor(site, { page_id: refunds, feedback_type: n < 1 ? '1' : '2', client_id: browser(n) })
  await asVisitor(site, {
    page_id: delivery,
    feedback_type: '2',
    client_id: browser(50),
    reasons: '["outdated","wrong"]',
    note: 'Since October there is no delivery on Saturdays any more. My parcel was left at the depot for two days.',
  })
  const give = (who, page_id, note, more = {}) => who.call('feedback/give', { page_id, feedback_type: '2', note, ...more })
  await give(reader, cancel, '已打包的订单能否在发货前取消？页面没有说明。', { reasons: '["missing"]' })
  await give(newcomer, refunds, 'How long does it take for a card from another country?', { reasons: '["unclear","missing"]' })
  await call('page/save', {
    item_id,
    page_id: refunds,
    ...page('Refunds', 'A refund arrives within five working days, from abroad within ten.'),
  })
  const { list } = await call('feedback/getList', { item_id, page_id: refunds, state: 'new' })
  await call('feedback/settle', {
    feedback_id: list[0].feedback_id,
    state: 'answered',
    answer: 'Within ten working days. The page says so now.',
  })
  const { item_id: off } = await call('item/add', { item_name: 'Help for sellers', item_type: '1' })
  await call('page/save', { item_id: off, ...pages[1] })
  return { item: item_id, page: cancel, off }
}

/** The screens of feedback, by the ids of `fillFeedback`. */
export function feedbackScreens({ feedback }) {
  if (!feedback) return []
  const { item, page: asked, off } = feedback
  const bottom = async (page) => page.locator('.fb-foot').first().scrollIntoViewIfNeeded()
  const vote = (name) => async (page) => {
    await bottom(page)
    await page.locator('.fb-votes').getByRole('button', { name }).click()
    await page.locator('.fb-details').waitFor()
    await page.locator('.fb-send').scrollIntoViewIfNeeded()
  }
  const no = vote(/No|没有/)
  const fill = async (page) => {
    await no(page)
    await page.getByText(/Out of date|内容过时/).click()
    await page.locator('.fb-details textarea').fill('Orders that are packed can be cancelled at the desk.')
  }
  const send = async (page) => {
    await fill(page)
    await page.getByRole('button', { name: /^(Send|提交)$/ }).click()
    await page.locator('.fb-details').waitFor({ state: 'detached' })
  }
  const answered = (answer) => async (page) => {
    await page.route('**/api/feedback/give', (route) => route.fulfill({ json: answer }))
    await fill(page)
  }
  const moreActions = /^More for|更多操作$/
  const verify = async (page) => {
    const note = page.locator('.fbk-row').filter({ hasText: 'Since October' })
    const more = note.getByRole('button', { name: moreActions })
    if (await more.isVisible()) await more.click()
    const name = /^(Verify the page|核实页面)$/
    await note.getByRole('link', { name }).or(page.getByRole('menuitem', { name })).click()
    await page.getByRole('button', { name: /^(Still true|内容仍然准确)$/ }).waitFor()
  }
  const captcha = async (page) => {
    const said = { feedback_type: '2', reasons: [], figures: null, captcha: true, note: 'none' }
    await answered({ error_code: 0, error_message: '', data: said })(page)
    await page.locator('.fb-captcha img').waitFor()
  }
  const limit = async (page) => {
    await page.route('**/api/feedback/give', (route) =>
      route.fulfill({ json: { error_code: 429, error_message: 'Too many requests. Wait a moment', error_name: 'tooMany', data: null } }),
    )
    await bottom(page)
    await page.locator('.fb-votes button').first().click()
    await page.getByRole('alert').waitFor()
  }
  const failed = async (page) => {
    await page.route('**/api/feedback/info', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: /Try again|重试/ }).scrollIntoViewIfNeeded()
  }
  const answer = async (page) =>
    page
      .getByRole('button', { name: /^(Answer|答复)$/ })
      .first()
      .click()
  const menu = async (page) =>
    page
      .getByRole('button', { name: /^(More|更多)/ })
      .first()
      .click()
  /** A menu on phones. */
  const actions = async (page) => {
    const more = page.getByRole('button', { name: moreActions }).first()
    if (await more.isVisible()) await more.click()
  }
  const foot = `/${item}/${asked}`
  return [
    ['feedback-foot', foot, undefined, bottom],
    ['feedback-no', foot, undefined, no],
    ['feedback-yes', foot, 'newcomer', vote(/Yes|^有帮助/)],
    ['feedback-filled', foot, undefined, fill],
    ['feedback-captcha', foot, undefined, captcha],
    ['feedback-sent', foot, 'newcomer', send],
    ['feedback-limit', foot, undefined, limit],
    ['feedback-failed', foot, undefined, failed],
    ['feedback-menu', foot, 'admin', menu],
    ['feedback-list', `/item/feedback/${item}`, 'admin'],
    ['feedback-actions', `/item/feedback/${item}`, 'admin', actions],
    ['feedback-answer', `/item/feedback/${item}`, 'admin', answer],
    ['feedback-verify', `/item/feedback/${item}`, 'admin', verify],
    ['feedback-answered', `/item/feedback/${item}?state=answered`, 'admin'],
    ['feedback-aside', `/item/feedback/${item}?state=aside`, 'admin'],
    ['feedback-pages', `/item/feedback/${item}?state=pages`, 'admin'],
    ['feedback-off', `/item/feedback/${off}?state=pages`, 'admin'],
    ['feedback-refused', `/item/feedback/${item}`, 'newcomer'],
    ['feedback-settings', `/item/setting/${item}?tab=talk`, 'admin'],
  ]
}
