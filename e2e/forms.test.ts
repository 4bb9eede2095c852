import { factsOf } from '@sheaf/contract/languages'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { adminWords } from '../web/src/admin/admin.words.ts'
import { siteWords } from '../web/src/admin/settings/settings.words.ts'
import { addItemWords } from '../web/src/items/add/add-item.words.ts'
import { memberWords } from '../web/src/member/member.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { languages } from './browser.ts'
import { untilSettled } from './settled.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

/** Whether the text of the first matching element is cut off. */
const isCut = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((line) => line.scrollWidth > line.clientWidth)

let site: Site
story.beforeAll(async ({ start }) => {
  site = await start()
})

describe.each(languages)('forms and lists in %s', (language) => {
  const [admin, settings, add, member, editor, ui] = [
    adminWords[language],
    siteWords[language],
    addItemWords[language],
    memberWords[language],
    editorWords[language],
    uiWords[language],
  ]
  let user: TestUser
  let item_id = ''
  let page_id = ''
  beforeAll(async () => {
    user = await site.admin(language)
    const make = <T>(path: string, form: Record<string, string>) => user.call<T>(path, form)
    item_id = (await make<{ item_id: string }>('item/add', { item_name: 'Warehouse' })).item_id
    const { cat_id } = await make<{ cat_id: string }>('catalog/save', { item_id, cat_name: 'Orders and shipments' })
    page_id = (await make<{ page_id: string }>('page/save', { item_id, cat_id, page_title: 'Stock', page_content: 'All.' })).page_id
    await make('adminUser/addUser', { username: `mia-${language}`, password: 'bamboo and cord 7', name: 'Mia' })
    await make('member/save', { item_id, username: `mia-${language}`, member_group_id: '1', cat_id: '0' })
  })

  story('lists and the form of a new item have the same left edge', async () => {
    const { page } = user
    const edges: number[] = []
    for (const path of ['/item/index', '/team/index', '/item/group/index', '/attachment/index', '/notice/index', '/item/add']) {
      await user.go(path)
      await untilSettled(page)
      edges.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0)
    }
    expect(new Set(edges).size).toBe(1)
  })

  story.for([false, true])('a list of options opens at its field and accepts a click, with motion %s', async (motion, { site: shared }) => {
    const { page, open, call } = await shared.admin(language, { motion })
    await call('item/add', { item_name: 'Warehouse' })
    await open('/admin/index?section=settings')
    await page.getByRole('radio', { name: settings.homeItem }).check()
    const field = page.getByRole('combobox', { name: settings.item })
    await field.click()
    const choice = page.getByRole('option', { name: /^Warehouse/ }).first()
    await untilSettled(page)
    const edge = async (element: typeof field) => (await element.boundingBox())?.x ?? 0
    expect(Math.abs((await edge(choice)) - (await edge(field)))).toBeLessThan(20)
    // As long as a person presses a button; an element that moves meanwhile would be missed.
    await choice.click({ delay: 80 })
    await expect.poll(() => field.inputValue()).toMatch(/^Warehouse/)
  })

  story('changed settings whose button is out of view are named and saved at the foot, and leaving asks for confirmation', async () => {
    const { page } = user
    await user.open('/admin/index?section=settings')
    const line = page.getByLabel(settings.beian)
    await line.fill(`Warehouse ${language}`)
    const reminder = page.getByRole('region', { name: ui.unsaved })
    expect(await reminder.count()).toBe(0)
    await page.getByRole('switch', { name: settings.storageOpen }).scrollIntoViewIfNeeded()
    await reminder.getByText(ui.unsavedParts([settings.home])).waitFor()
    await page.getByRole('link', { name: admin.login, exact: true }).click()
    await page.getByRole('dialog', { name: ui.unsavedTitle }).waitFor()
    await page.getByRole('button', { name: ui.keepEditing }).click()
    expect(new URL(page.url()).search).toBe('?section=settings')
    await reminder.getByRole('button', { name: ui.save }).click()
    await reminder.waitFor({ state: 'detached' })
    await page.getByText(ui.saved, { exact: true }).waitFor()
    await page.reload()
    await line.waitFor()
    expect(await line.inputValue()).toBe(`Warehouse ${language}`)
  })

  story('switching the language keeps the entered text', async () => {
    const { page } = user
    const other = addItemWords[language === 'en' ? 'zh' : 'en']
    await user.open('/item/add')
    await page.getByLabel(add.name, { exact: true }).fill('Cold storage')
    await page.getByRole('button', { name: factsOf(language === 'en' ? 'zh' : 'en').name }).click()
    expect(await page.getByLabel(other.name, { exact: true }).inputValue()).toBe('Cold storage')
    await page.getByRole('button', { name: factsOf(language).name }).click()
    expect(await page.getByLabel(add.name, { exact: true }).inputValue()).toBe('Cold storage')
    await page.getByLabel(add.name, { exact: true }).fill('')
  })

  story('a long name does not widen a list of the console', async () => {
    const { page } = user
    const item_name = `${language}${'Reservation'.repeat(22)}`
    await user.call('item/add', { item_name })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await user.open('/admin/index?section=items')
      await page.getByRole('rowheader').getByRole('link', { name: item_name }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  story('the catalog of a member is shown in full at a width of 1024', async () => {
    const { page } = user
    await page.setViewportSize({ width: 1024, height: 800 })
    await user.open(`/item/setting/${item_id}?tab=members`)
    await page.getByRole('combobox', { name: member.scopeOf(`mia-${language}`) }).waitFor()
    expect(await isCut(page, '.member-table tr:nth-child(2) td:nth-child(3) .cut')).toBe(false)
  })

  story('a phone shows the save status in full', async () => {
    const { page } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await user.open(`/page/edit/${item_id}/${page_id}`)
    await page.locator('.ed-text .cm-content').click()
    await page.keyboard.type('x')
    await page.getByRole('status').filter({ hasText: editor.unsaved }).waitFor()
    expect(await isCut(page, '.ed-status')).toBe(false)
    await page.getByRole('button', { name: editor.save, exact: true }).click()
    await page.locator(`.ed-status[data-short="${editor.savedShort}"]`).waitFor()
    expect(await isCut(page, '.ed-status')).toBe(false)
    expect(user.browserErrors).toEqual([])
  })
})
