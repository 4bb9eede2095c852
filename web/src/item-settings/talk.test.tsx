// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
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
  fireEvent.click(await screen.findByLabelText(/^Visitors too/))
  fireEvent.click(screen.getByLabelText(/^All readers/))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Feedback' }))
  await waitFor(() =>
    expect(sentRequests.filter(({ path }) => path === 'feedback/saveSettings').map(({ fields }) => fields)).toEqual([
      { item_id: '7', feedback_from: '2', feedback_show: '1' },
    ]),
  )
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
