import { describe, expect } from 'vitest'
import { noticeWords } from '../web/src/notice/notice.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { reviewWords, suggestionWords, suggestWords } from '../web/src/suggestion/suggestion.words.ts'
import { historyWords } from '../web/src/versions/history/history.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const TEXT = '# Limits\n\nA key is valid for 12 hours.\n\nOrders leave at noon.\n\nShelves are numbered.'
const notices = { en: 'A suggestion to decide', zh: '有待处理的修改建议' }
const decided = { en: 'Your suggestion was accepted', zh: '您的建议已被采纳' }

describe.each(testLanguages('en'))('suggestions in %s', (language) => {
  const [reading, suggest, review] = [readingWords[language], suggestWords[language], reviewWords[language]]
  const [shared, notice, history] = [suggestionWords[language], noticeWords[language], historyWords[language]]

  story('a reader suggests an edit; an editor comes from the notice, leaves a change out and accepts', async ({ site }) => {
    const [owner, reader] = [await site.user('owner', language), await site.user('reader', language)]
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Keys' })
    const fields = { item_id, page_title: 'Limits', page_content: TEXT }
    const { page_id } = await owner.call<{ page_id: string }>('page/save', fields)

    await reader.open(`/${item_id}/${page_id}`)
    const { page } = reader
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.suggestEdit }).click()
    const replace = async (line: string, text: string) => {
      await page.locator('.cm-line', { hasText: line }).click()
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+End')
      await page.keyboard.type(text)
    }
    await replace('valid for 12', 'A key is valid for 24 hours.')
    await replace('Shelves', 'Shelves have names.')
    await page.getByLabel(suggest.why).fill('Since release 2.4')
    await page.getByRole('button', { name: suggest.difference }).click()
    await page.getByRole('dialog', { name: suggest.differenceTitle }).locator('ins', { hasText: '24' }).waitFor()
    await page.getByRole('button', { name: suggest.closeDifference }).click()
    await page.getByRole('button', { name: suggest.send }).click()
    await page.getByRole('heading', { name: suggest.sentTitle }).waitFor()

    // Meanwhile the page moves on in another place.
    const saved = { page_id, page_title: 'Limits', page_content: TEXT.replace('noon', 'one') }
    await owner.call('page/save', saved)
    await owner.open('/notice/index')
    // A reload would lose the count, and the check below would fail.
    await owner.page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset['clicks'] = '0'
      addEventListener('click', () => (dataset['clicks'] = String(Number(dataset['clicks']) + 1)), true)
    })
    await owner.page.getByRole('button', { name: notices[language] }).first().click()
    await owner.page.getByRole('link', { name: notice.toSuggestion }).click()
    await owner.page.getByText(review.moved(1)).waitFor()
    await owner.page.getByText('Since release 2.4').waitFor()
    await owner.page.getByRole('button', { name: review.leaveOutOf(2) }).click()
    await owner.page.getByRole('button', { name: review.acceptSome(1, 2) }).click()
    await owner.page.locator('.tag', { hasText: shared.accepted }).waitFor()
    // The notice, its link, one change that is left out, and the acceptance.
    expect(await owner.page.evaluate(() => document.documentElement.dataset['clicks'])).toBe('4')
    const { page_content } = await owner.call<{ page_content: string }>('page/info', { page_id })
    expect(page_content).toBe(TEXT.replace('12', '24').replace('noon', 'one'))

    await owner.go(`/${item_id}/${page_id}`)
    await owner.page.getByText('24 hours').waitFor()
    await owner.page.getByRole('button', { name: reading.more, exact: true }).click()
    await owner.page.getByRole('menuitem', { name: reading.history }).click()
    await owner.page.getByText(history.acceptedBy(owner.username, reader.username)).waitFor()
    await reader.go('/notice/index')
    await reader.page.getByText(decided[language]).waitFor()
  })

  story('a reader suggests a new page in a catalog, and accepting it creates the page', async ({ site }) => {
    const [owner, reader] = [await site.user('owner', language), await site.user('reader', language)]
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Keys' })
    const { cat_id } = await owner.call<{ cat_id: string }>('catalog/save', { item_id, cat_name: 'Rules', parent_cat_id: '0' })
    const fields = { item_id, cat_id, page_title: 'Limits', page_content: TEXT }
    const { page_id } = await owner.call<{ page_id: string }>('page/save', fields)
    await reader.open(`/${item_id}/${page_id}`)
    const { page } = reader
    await page.getByRole('link', { name: reading.suggestPage }).click()
    await page.getByRole('combobox').first().waitFor()
    await page.locator('.ed-name').fill('Renewal')
    await page.locator('.cm-content').click()
    await page.keyboard.type('A key is renewed every year.')
    await page.getByRole('button', { name: suggest.send }).click()
    await page.getByRole('link', { name: suggest.see }).click()
    await page.locator('.tag', { hasText: shared.newPage }).or(page.getByText(shared.newPage)).first().waitFor()
    const { pathname } = new URL(page.url())
    await page.getByRole('link', { name: shared.goOn }).click()
    await page.locator('.cm-line', { hasText: 'A key is renewed every year.' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' In May.')
    await page.getByRole('button', { name: suggest.send }).click()
    await page.getByRole('heading', { name: suggest.sentTitle }).waitFor()
    await owner.open(pathname)
    await owner.page.getByText(review.revision(2)).waitFor()
    await owner.page.getByText('A key is renewed every year. In May.').waitFor()
    await owner.page.getByRole('button', { name: review.accept, exact: true }).click()
    await owner.page.locator('.tag', { hasText: shared.accepted }).waitFor()
    await owner.go(`/${item_id}/${page_id}`)
    await owner.page.getByRole('treeitem', { name: 'Renewal' }).click()
    await owner.page.getByText('A key is renewed every year. In May.').waitFor()
  })

  story('a text that is not sent yet survives leaving the editor', async ({ site }) => {
    const [owner, reader] = [await site.user('owner', language), await site.user('reader', language)]
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Keys' })
    const { page_id } = await owner.call<{ page_id: string }>('page/save', { item_id, page_title: 'Limits', page_content: TEXT })
    await reader.open(`/page/suggest/${item_id}/${page_id}`)
    await reader.page.locator('.cm-content').click()
    await reader.page.keyboard.press('Control+Home')
    await reader.page.keyboard.type('A first line.\n')
    await expect
      .poll(() => reader.page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('sheaf.suggest.'))))
      .toBe(true)
    await reader.open(`/page/suggest/${item_id}/${page_id}`)
    await reader.page.getByText(suggest.restored).waitFor()
    await reader.page.getByRole('button', { name: suggest.discard }).click()
    await reader.page.locator('.cm-line', { hasText: 'A first line.' }).waitFor({ state: 'detached' })
  })
})
