// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { emma } from '../../suggestion/suggestion.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { PageFeedback } from './ask.tsx'
import type { FeedbackInfo } from './details.tsx'

const none: FeedbackInfo = { asked: true, feedback_type: '0', reasons: [], figures: null, captcha: false }
const figures = { helpful: '12', unhelpful: '3', now_helpful: '8', now_unhelpful: '2', since: '1763000000' }
const give = (more: Partial<FeedbackInfo> & { note?: 'none' | 'kept' | 'full' } = {}) =>
  answer(api.feedback.give, (fields) => {
    const { asked: _a, ...stored } = { ...none, feedback_type: fields['feedback_type'] ?? '', note: 'none' as const, ...more }
    return stored
  })
const show = (account = emma as typeof emma | null) =>
  open(<PageFeedback page_id="4" version="7" />, '/12/4', '/:item/:page_id', account as never)
const sent = () => sentRequests.filter(({ path }) => path === 'feedback/give').map(({ fields }) => fields)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.useRealTimers()
})

it('takes a voice with one press, then reasons and a note, and says who reads it', async () => {
  answer(api.feedback.info, { ...none, figures })
  give({ figures })
  show()
  expect(await screen.findByText(/^Since .*: 8 of 10 readers found this page helpful$/)).toBeVisible()
  await press('No')
  expect(await screen.findByText('Thank you for your answer.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByText('Only the editors see this, with your name.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  fireEvent.click(screen.getByLabelText('Out of date'))
  fireEvent.change(screen.getByLabelText(/Tell the editors more/), { target: { value: 'The limit is 50.' } })
  give({ note: 'kept' })
  await press('Send')
  expect(await screen.findByText('Thank you. The editors will read it.')).toBeVisible()
  expect(sent()).toEqual([
    { page_id: '4', version: '7', feedback_type: '2' },
    { page_id: '4', version: '7', feedback_type: '2', website: '', reasons: '["outdated"]', note: 'The limit is 50.' },
  ])
})

it('keeps the note when the voice is changed, and the focus when the form goes', async () => {
  answer(api.feedback.info, none)
  give()
  show()
  await press('No')
  const note = await screen.findByLabelText(/Tell the editors more/)
  fireEvent.click(screen.getByLabelText('Out of date'))
  fireEvent.change(note, { target: { value: 'The limit is 50.' } })
  await press('Yes')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true'))
  expect(screen.getByLabelText(/Tell the editors more/)).toHaveValue('The limit is 50.')
  screen.getByRole('button', { name: 'Send' }).focus()
  give({ note: 'kept' })
  await press('Send')
  expect(await screen.findByText('Thank you. The editors will read it.')).toBeVisible()
  expect(sent().at(-1)).toEqual({ page_id: '4', version: '7', feedback_type: '1', website: '', note: 'The limit is 50.' })
  await waitFor(() => expect(screen.getByRole('region', { name: 'Was this page helpful?' })).toHaveFocus())
})

it('an earlier answer can be changed and withdrawn', async () => {
  answer(api.feedback.info, { ...none, feedback_type: '1' })
  give()
  show()
  expect(await screen.findByText('You have answered this page. You can change your answer.')).toBeVisible()
  await press('Withdraw')
  expect(await screen.findByText('Your answer is withdrawn.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'false')
  expect(screen.queryByLabelText(/Tell the editors more/)).toBeNull()
})

it('a visitor gets a number with the first answer, which is sent when the page was read for a moment', async () => {
  answer(api.feedback.info, none)
  give()
  show(null)
  await screen.findByText('Was this page helpful?')
  expect(localStorage.getItem('sheaf.reader')).toBeNull()
  await press('Yes')
  await waitFor(() => expect(sent()).toHaveLength(1))
  const [{ client_id = '', shown_ms = '' } = {}] = sent()
  expect(client_id).toMatch(/^[0-9a-f]{32}$/)
  expect(localStorage.getItem('sheaf.reader')).toBe(client_id)
  expect(Number(shown_ms)).toBeGreaterThanOrEqual(3000)
  expect(screen.getByText('Only the editors see this.')).toBeVisible()
})

it('asks for a captcha when the server wants one, keeps the text, and draws another picture after a wrong answer', async () => {
  answer(api.feedback.info, { ...none, captcha: true })
  answer(api.common.createCaptcha, { captcha_id: '77' })
  give({ captcha: true })
  show()
  await press('No')
  fireEvent.change(await screen.findByLabelText(/Tell the editors more/), { target: { value: 'Wrong unit' } })
  expect(await screen.findByAltText('Five characters to enter')).toHaveAttribute('src', '/api/common/showCaptcha?captcha_id=77')
  answer(api.common.createCaptcha, { captcha_id: '78' })
  refuse(api.feedback.give, 'captchaWrong')
  fireEvent.change(screen.getByLabelText('Characters in the picture'), { target: { value: 'abc12' } })
  await press('Send')
  expect(await screen.findByText('Please enter the characters as the picture shows them')).toBeVisible()
  await waitFor(() => expect(screen.getByAltText('Five characters to enter')).toHaveAttribute('src', expect.stringContaining('78')))
  expect(screen.getByLabelText(/Tell the editors more/)).toHaveValue('Wrong unit')
  expect(sent().at(-1)).toMatchObject({ captcha_id: '77', captcha: 'abc12', note: 'Wrong unit' })
})

it.each([
  ['tooMany', 'There were many answers from your network. Try again in an hour.'],
  ['unexpected', /^Your answer was not sent\./],
] as const)('explains why an answer was not sent: %s', async (error, text) => {
  answer(api.feedback.info, none)
  refuse(api.feedback.give, error)
  show()
  await press('Yes')
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'false')
})

it('says that an item takes no more notes today', async () => {
  answer(api.feedback.info, none)
  give()
  show()
  await press('Yes')
  fireEvent.change(await screen.findByLabelText(/Tell the editors more/), { target: { value: 'Clear' } })
  give({ note: 'full' })
  await press('Send')
  expect(await screen.findByText(/takes no more notes today/)).toBeVisible()
})

it('shows figures alone to readers who are not asked, nothing without figures, and a way to try again', async () => {
  answer(api.feedback.info, { ...none, asked: false, figures })
  show()
  expect(await screen.findByText('12 of 15 readers found this page helpful')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  refuse(api.feedback.info, 'unexpected')
  show()
  await screen.findByText('The feedback could not be loaded.')
  answer(api.feedback.info, { ...none, figures: { ...figures, now_helpful: '0', now_unhelpful: '0' } })
  await press('Try again')
  expect(await screen.findByText('Before the last change: 12 of 15 readers found this page helpful')).toBeVisible()
})
