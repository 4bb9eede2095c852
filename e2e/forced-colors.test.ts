import { expect } from 'vitest'
import { untilSettled } from './settled.ts'
import { story } from './story.ts'

/* A contrast theme of Windows removes backgrounds and shadows. Each state that they show needs another sign. */
story('in a contrast theme, current places, chosen entries, switches and changed words can be distinguished', async ({ site }) => {
  const { page, open, call } = await site.admin('en')
  await page.emulateMedia({ forcedColors: 'active' })
  const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Contrast' })
  const form = { item_id, page_title: 'Start', page_content: 'A line with 3 words.' }
  const { page_id } = await call<{ page_id: string }>('page/save', form)
  await call('page/save', { ...form, page_id, page_content: 'A line with 4 words.' })
  const [first] = await call<{ page_history_id: string }[]>('page/history', { page_id })
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name)

  await open(`/${item_id}/${page_id}`)
  expect(await styleOf('.tl[aria-current]', 'outline-width')).toBe('2px')
  expect(await styleOf('.top .btn', 'outline-width')).toBe('1px')

  await call('adminNotice/send', { notice_title: 'Tonight', notice_content: 'The server restarts.' })
  await open('/item/index')
  await page.locator('.ib .dot').waitFor()
  expect(await styleOf('.ib .dot', 'background-color')).not.toBe(await styleOf('body', 'background-color'))
  await page.locator('.ic').first().waitFor()
  await page
    .locator('.ic .flags')
    .first()
    .evaluate((one) => one.insertAdjacentHTML('beforeend', '<i class="unread"></i>'))
  expect(await styleOf('.ic .unread', 'background-color')).not.toBe(await styleOf('body', 'background-color'))
  expect(await styleOf('.ic', 'outline-style')).toBe('solid')
  expect(await styleOf('.first-steps, .steps-line', 'outline-style')).toBe('solid')

  await open('/admin/index?section=settings')
  await untilSettled(page)
  const [knob, track] = await page
    .locator('.switch')
    .first()
    .evaluate((one) => [getComputedStyle(one, '::after').backgroundColor, getComputedStyle(one).backgroundColor])
  expect(knob).not.toBe(track)

  await call('comment/add', { page_id, thread_id: '0', content: 'Really?' })
  await open(`/${item_id}/${page_id}`)
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click()
  await page.locator('.thread').waitFor()
  expect(await styleOf('.thread', 'outline-style')).toBe('solid')
  await page.locator('.thread').click()
  await page.locator('.thread[aria-current="true"]').waitFor()
  await page.locator('.talk h2').click()
  expect(await styleOf('.thread', 'outline-width')).toBe('2px')

  await open(`/item/truth/${item_id}`)
  await page.locator('.truth-begin li').first().waitFor()
  expect(await styleOf('.truth-begin li', 'outline-style')).toBe('solid')

  await open(`/page/diff/${page_id}/${first?.page_history_id}`)
  await page.locator('.df ins').waitFor()
  expect(await styleOf('.df ins', 'text-decoration-line')).toBe('underline')
  expect(await styleOf('.df del', 'text-decoration-line')).toBe('line-through')
  expect(await styleOf('.seg [aria-pressed="true"]', 'outline-width')).toBe('2px')
  expect(await styleOf('.seg [aria-pressed="false"]', 'outline-style')).toBe('none')
})
