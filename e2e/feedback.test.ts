import { describe, expect } from 'vitest'
import { askWords } from '../web/src/feedback/ask/ask.words.ts'
import { feedbackWords } from '../web/src/feedback/feedback.words.ts'
import { talkWords } from '../web/src/item-settings/talk.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const answered = { en: 'Your feedback was answered', zh: '您的反馈已得到答复' }

describe.each(testLanguages('en'))('feedback in %s', (language) => {
  const [ask, list, talk, reading] = [askWords[language], feedbackWords[language], talkWords[language], readingWords[language]]

  story('a manager asks visitors; a visitor and a reader answer with notes; an editor reads and answers', async ({ site }) => {
    const [owner, reader] = [await site.user('owner', language), await site.user('reader', language)]
    const visitor = await site.visitor(language)
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Help' })
    const { page_id } = await owner.call<{ page_id: string }>('page/save', { item_id, page_title: 'Refunds', page_content: 'Five days.' })
    await owner.open(`/item/setting/${item_id}?tab=talk`)
    await owner.page.getByLabel(talk.visitors).check()
    await owner.page.getByRole('button', { name: talk.feedback }).click()
    await expect.poll(async () => (await owner.call<{ feedback_from: string }>('feedback/settings', { item_id })).feedback_from).toBe('2')

    const give = async ({ page }: typeof visitor, note: string) => {
      await page.getByRole('region', { name: ask.question }).getByRole('button', { name: ask.no }).click()
      await page.getByText(ask.thanks).waitFor()
      await page.getByText(ask.outdated).click()
      await page.getByLabel(ask.note).fill(note)
      await page.getByRole('button', { name: ask.send, exact: true }).click()
      await page.getByText(ask.sent).waitFor()
    }
    await visitor.open(`/${item_id}/${page_id}`)
    await give(visitor, 'Ten days from abroad')
    // No cookie is set for a reader without an account.
    expect((await visitor.context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
    await visitor.open(`/${item_id}/${page_id}`)
    await visitor.page.getByText(ask.answered).waitFor()
    await reader.open(`/${item_id}/${page_id}`)
    await give(reader, 'And by card?')

    await owner.go(`/${item_id}/${page_id}`)
    await owner.page.getByRole('button', { name: reading.more, exact: true }).click()
    await owner.page.getByRole('menuitem', { name: reading.feedback }).click()
    const ofVisitor = owner.page.getByRole('listitem').filter({ hasText: 'Ten days from abroad' })
    await ofVisitor.getByText(list.visitor).waitFor()
    await ofVisitor.getByRole('button', { name: list.putAside }).click()
    await ofVisitor.waitFor({ state: 'detached' })
    const ofReader = owner.page.getByRole('listitem').filter({ hasText: 'And by card?' })
    await ofReader.getByRole('button', { name: list.answer }).click()
    await ofReader.getByRole('textbox').fill('Ten days, too.')
    await ofReader.getByRole('button', { name: list.send }).click()
    await owner.page.getByText(list.noneNew).waitFor()
    await reader.go('/notice/index')
    await reader.page.getByText(answered[language]).waitFor()
    await reader.page.getByText('Ten days, too.').waitFor()
  })

  story('long titles wrap in the lists of feedback and of reviews on a phone', async ({ site }) => {
    const owner = await site.user('owner', language, { width: 390, height: 844 })
    const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: '仓储系统与客户服务'.repeat(20) })
    const title = { page_title: '部分发货的取消与退款规则'.repeat(8), page_content: 'Five days.' }
    const { page_id } = await owner.call<{ page_id: string }>('page/save', { item_id, ...title })
    await owner.call('review/set', { item_id, subjects: JSON.stringify([{ kind: 'page', subject_id: page_id }]), days: '90' })
    await owner.call('feedback/saveSettings', { item_id, feedback_from: '1' })
    await owner.call('feedback/give', { page_id, feedback_type: '2' })
    for (const path of [`/item/review/${item_id}`, '/review?tab=report', `/item/feedback/${item_id}?state=pages`]) {
      await owner.open(path)
      await owner.page.getByRole('rowheader').first().waitFor()
      expect(await owner.page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })
})
