import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { composerWords, panelWords, placeWords, resolveWords, threadWords } from '../web/src/comment/comment.words.ts'
import { noticeWords } from '../web/src/notice/notice.words.ts'
import { axeViolations } from './axe.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const TEXT = '# Orders\n\nThe stock is **reserved for 30 minutes** from then on.\n\nOrders leave at noon.'
const notices = { en: 'You were mentioned', zh: '有人提到了您' }

/** Selects a text of the article by its nodes, as a drag with the mouse does. */
const select = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('[data-article]') as Node, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1
      if (at >= 0) return getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
    }
    throw new Error(`no ${wanted} on the page`)
  }, text)

/** The texts that the browser underlines for comments. */
const underlined = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('sheaf-comment')?.values() ?? [])].map((range) => (range as Range).toString()))

describe.each(testLanguages('en'))('comments in %s', (language) => {
  const resolving = resolveWords[language]
  const [panel, thread, composer, place] = [panelWords[language], threadWords[language], composerWords[language], placeWords[language]]

  story('a comment stays at its words while the page changes, is answered and resolved; a lost one is attached again', async ({ site }) => {
    const [owner, member] = [await site.user('owner', language), await site.user('member', language)]
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders' })
    await owner.call('member/save', { item_id, username: member.username, member_group_id: '0' })
    const save = (page_content: string, page_id = '0') =>
      owner.call<{ page_id: string }>('page/save', { item_id, page_id, page_title: 'Orders', page_content })
    const { page_id } = await save(TEXT)

    await member.open(`/${item_id}/${page_id}`)
    const { page } = member
    await page.locator('#comment-button button').waitFor()
    await select(page, 'reserved for 30 minutes')
    await page.getByRole('toolbar', { name: place.selection }).getByRole('button').first().click()
    const field = page.getByRole('textbox', { name: composer.write })
    await field.fill('It is 45 now, ')
    await field.pressSequentially(`@${owner.username.slice(0, 4)}`)
    await page.getByRole('option', { name: owner.username }).first().click()
    await page.getByRole('button', { name: composer.comment, exact: true }).click()
    await page.locator('.thread .mention', { hasText: owner.username }).waitFor()
    expect(await underlined(page)).toEqual(['reserved for 30 minutes'])
    expect(await axeViolations(page)).toEqual([])

    // The page changes before the words and in them.
    await save(TEXT.replace('# Orders', '# Orders\n\nA new first paragraph.'), page_id)
    await owner.open('/notice/index')
    await owner.page.getByRole('button', { name: notices[language] }).first().click()
    await owner.page.getByRole('link', { name: noticeWords[language].toThread }).click()
    await owner.page.getByRole('textbox', { name: composer.reply }).fill('I will write the default here')
    await owner.page.getByRole('button', { name: composer.reply, exact: true }).click()
    await owner.page.locator('.thread .comment', { hasText: 'the default here' }).waitFor()
    expect(await underlined(owner.page)).toEqual(['reserved for 30 minutes'])
    await owner.page.getByRole('button', { name: thread.resolve, exact: true }).click()
    await owner.page.getByText(panel.none).waitFor()

    // The words of another comment go: it waits with its old words, until it gets new ones.
    await member.open(`/${item_id}/${page_id}`)
    await page.locator('#comment-button button').waitFor()
    await select(page, 'Orders leave at noon')
    await page.getByRole('toolbar', { name: place.selection }).waitFor()
    await page.keyboard.press('Control+Alt+KeyM')
    await field.fill('At noon of which zone?')
    await page.keyboard.press('Control+Enter')
    await page.locator('.thread .comment', { hasText: 'which zone' }).waitFor()
    await save('# Orders\n\nParcels are collected twice a day by the carrier.', page_id)
    await member.open(`/${item_id}/${page_id}`)
    await page.locator('#comment-button button').click()
    await page.getByRole('button', { name: panel.lost }).click()
    await page.locator('del', { hasText: 'Orders leave at noon' }).waitFor()
    await page.getByRole('button', { name: thread.attach }).click()
    await select(page, 'twice a day')
    await page.getByRole('button', { name: thread.attachHere }).click()
    await page.getByText(thread.attached).waitFor()
    await expect.poll(() => underlined(page)).toEqual(['twice a day'])

    // Who edits the line resolves the comment with the save.
    await owner.open(`/page/edit/${item_id}/${page_id}`)
    await owner.page.locator('.cm-line', { hasText: 'twice a day' }).click()
    await owner.page.keyboard.press('End')
    await owner.page.keyboard.type(' They come at noon and at five.')
    await owner.page.getByRole('checkbox', { name: resolving.resolveHere(1) }).check()
    expect(await axeViolations(owner.page)).toEqual([])
    await owner.page.keyboard.press('Control+s')
    await owner.page.getByText(resolving.resolvedHere(1)).waitFor()
    await owner.open(`/${item_id}/${page_id}`)
    await owner.page.locator('#comment-button button').click()
    await owner.page.getByText(panel.none).waitFor()
  })

  story('on a phone, the words of a thread are above the panel, also at the end of the page', async ({ site }) => {
    const owner = await site.user('owner', language, { width: 390, height: 844 })
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders' })
    const page_content = Array.from({ length: 30 }, (_, n) => `This is paragraph ${n}.`).join('\n\n')
    const { page_id } = await owner.call<{ page_id: string }>('page/save', { item_id, page_id: '0', page_title: 'Orders', page_content })
    const anchor = JSON.stringify({ kind: 'passage', version: 1, quote: 'paragraph 29' })
    await owner.call('comment/add', { page_id, thread_id: '0', content: 'Is it the last one?', anchor })
    await owner.open(`/${item_id}/${page_id}`)
    await owner.page.locator('.talk-foot').click()
    await owner.page.locator('button.thread-quote').click()
    const gap = () =>
      owner.page.evaluate(() => {
        const [words] = [...(CSS.highlights.get('sheaf-comment-on')?.values() ?? [])] as Range[]
        const panel = document.querySelector('.talk')?.getBoundingClientRect().top ?? 0
        return words ? panel - words.getBoundingClientRect().bottom : -1
      })
    await expect.poll(gap).toBeGreaterThan(0)
  })
})
