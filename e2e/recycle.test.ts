import { describe, expect } from 'vitest'
import { settingWords } from '../web/src/item-settings/screen.words.ts'
import { pageToolsWords } from '../web/src/reading/page-tools/page-tools.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { recycleWords } from '../web/src/recycle/recycle.words.ts'
import { historyWords } from '../web/src/versions/history/history.words.ts'
import { testLanguages } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

const TITLE = 'Refunds'

describe.each(testLanguages('en'))('a page deleted by mistake, in %s', (language) => {
  const [reading, tools, setting, history, bin] = [
    readingWords[language],
    pageToolsWords[language],
    settingWords[language],
    historyWords[language],
    recycleWords[language],
  ]
  let writer: TestUser
  let item_id = ''
  let page_id = ''
  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language)
    item_id = (await writer.call<{ item_id: string }>('item/add', { item_name: 'Orders' })).item_id
    const { cat_id } = await writer.call<{ cat_id: string }>('catalog/save', {
      item_id,
      parent_cat_id: '0',
      cat_name: 'Money',
    })
    await writer.call('page/save', { item_id, page_title: 'Start', page_content: 'Welcome.' })
    const form = { item_id, cat_id, page_title: TITLE, page_content: 'Within **14** days.' }
    page_id = (await writer.call<{ page_id: string }>('page/save', form)).page_id
    await writer.call('page/save', { page_id, page_title: TITLE, page_content: 'Within **30** days.' })
    await writer.upload({ item_id, page_id }, { name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from('days\n30\n') })
  })

  story('is found in the recycle bin, previewed and restored with its file and its history', async () => {
    const { page } = writer
    await writer.open(`/${item_id}/${page_id}`)
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.deletePage }).click()
    await page.getByRole('button', { name: tools.deleteDo }).click()
    await page.getByText(tools.pageDeleted(TITLE)).waitFor()
    expect((await writer.context.request.get(`/${item_id}/${page_id}`)).status()).toBe(404)

    await page.goto(`/item/setting/${item_id}`)
    await page.getByRole('link', { name: setting.recycle }).click()
    const row = page.getByRole('row', { name: TITLE })
    await row.getByText(bin.days(30)).waitFor()
    await row.getByRole('button', { name: bin.look(TITLE) }).click()
    await page.getByText('Within **30** days.').waitFor()
    await page.getByRole('button', { name: bin.recover, exact: true }).last().click()
    await page.getByText(bin.recoverText('Orders')).waitFor()
    await page.getByRole('button', { name: bin.recoverDo }).click()
    await page.getByText(bin.empty).waitFor()
    await page.getByRole('link', { name: bin.open }).click()

    await page.locator('.art', { hasText: 'Within 30 days.' }).waitFor()
    await page.getByRole('button', { name: reading.attachments(1) }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'terms.csv' }).click()])
    expect(download.suggestedFilename()).toBe('terms.csv')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.history }).click()
    await expect.poll(() => page.getByRole('list', { name: history.versions }).getByRole('listitem').count()).toBe(2)
    const revisions = await writer.call<{ page_content: string }[]>('page/history', { page_id })
    expect(revisions.map((revision) => revision.page_content)).toEqual(['Within **14** days.'])
    expect(writer.browserErrors.filter((text) => !/404/.test(text))).toEqual([])
  })
})
