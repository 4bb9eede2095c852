// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { unplanned } from '../review/review.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { anItem } from './screen.given.ts'
import { ItemSettingScreen } from './screen.tsx'

const show = () => open(<ItemSettingScreen />, '/item/setting/7?tab=talk', '/item/setting/:item_id')
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('decides whom the item asks, and who sees the figures', async () => {
  answer(api.item.detail, anItem())
  answer(api.feedback.settings, { feedback_from: '0', feedback_show: '0' })
  answer(api.feedback.saveSettings, { feedback_from: '2', feedback_show: '1' })
  show()
  fireEvent.click(await screen.findByLabelText(/^All readers, including visitors/))
  fireEvent.click(screen.getByLabelText(/^All readers(?!,)/))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Feedback' }))
  await waitFor(() =>
    expect(sentRequests.filter(({ path }) => path === 'feedback/saveSettings').map(({ fields }) => fields)).toEqual([
      { item_id: '7', feedback_from: '2', feedback_show: '1' },
    ]),
  )
})

it('decides who sees marks, and who is responsible for the item', async () => {
  answer(api.item.detail, anItem())
  answer(api.review.settings, { review_show: '1' })
  answer(api.review.saveSettings, { review_show: '0' })
  answer(api.review.info, { ...unplanned, kind: 'item', subject_id: '7', item_id: '7' })
  answer(api.review.people, { people: [], teams: [] })
  answer(api.review.set, { subjects: '1' })
  show()
  fireEvent.click(await screen.findByLabelText('Only people who can edit the page'))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Review' }))
  const sent = (path: string) => sentRequests.filter((call) => call.path === path).map(({ fields }) => fields)
  await waitFor(() => expect(sent('review/saveSettings')).toEqual([{ item_id: '7', review_show: '0' }]))
  const period = await screen.findByRole('combobox', { name: 'Review' })
  fireEvent.change(period, { target: { value: '180' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const subjects = '[{"kind":"item","subject_id":"7"}]'
  await waitFor(() => expect(sent('review/set')).toEqual([{ item_id: '7', subjects, uid: '0', team_id: '0', days: '180' }]))
})

it('explains that the settings could not be loaded, and has none for spreadsheets', async () => {
  answer(api.item.detail, anItem())
  refuse(api.feedback.settings, 'unexpected')
  show()
  expect(await screen.findByText('These settings could not be loaded')).toBeVisible()
  cleanup()
  answer(api.item.detail, anItem({ item_type: '4' }))
  show()
  await screen.findByRole('link', { name: 'Public and agents' })
  expect(screen.queryByRole('link', { name: 'Talk and review' })).toBeNull()
})
