// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Settings } from '../../ui/settings/reminder.tsx'
import { CommentSettings } from './form.tsx'

const show = () =>
  open(
    <Settings>
      <CommentSettings item_id="7" />
    </Settings>,
    '/item/setting/7',
  )
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('says how many threads become visible, and keeps readers at least as many as writers', async () => {
  const stored = { comment_from: '1', comment_see: '1', comment_names: '0', threads: '38' }
  answer(api.comment.settings, stored)
  answer(api.comment.saveSettings, { ...stored, comment_from: '2', comment_see: '2' })
  show()
  fireEvent.click(await screen.findByLabelText(/^Everybody who may read the item/))
  expect(screen.getByText('38 threads become visible to everybody who may read this item')).toBeVisible()
  fireEvent.click(screen.getAllByLabelText('Members')[1] as HTMLElement)
  expect(screen.queryByText(/become visible/)).toBeNull()
  fireEvent.click(screen.getAllByLabelText('Every signed-in reader')[0] as HTMLElement)
  expect(screen.getByText('38 threads become visible to every signed-in reader')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Save: Comments' }))
  await waitFor(() =>
    expect(sentRequests.filter(({ path }) => path === 'comment/saveSettings').map(({ fields }) => fields)).toEqual([
      { item_id: '7', comment_from: '2', comment_see: '2' },
    ]),
  )
})

it('explains that the settings could not be loaded', async () => {
  refuse(api.comment.settings, 'unexpected')
  show()
  expect(await screen.findByText('The settings of comments could not be loaded')).toBeVisible()
})
