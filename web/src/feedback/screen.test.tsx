// @vitest-environment jsdom
import type { Answer } from '@sheaf/contract/client'
import { renderSmall } from '@sheaf/markdown/small'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { aThread } from '../comment/comment.given.ts'
import { api } from '../lib/api.ts'
import { anItem } from '../reading/screen/screen.given.ts'
import { emma } from '../suggestion/suggestion.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { getToasts } from '../ui/toast.tsx'
import type { Note } from './note.tsx'
import { FeedbackScreen } from './screen.tsx'

const note = (feedback_id: string, more: Partial<Note> = {}): Note => ({
  feedback_id,
  page_id: '4',
  page_title: 'Cancel an order',
  feedback_type: '2',
  reasons: ['wrong'],
  note: 'The limit is 50.',
  count: '1',
  version: '3',
  page_version: '3',
  note_state: 'new',
  note_time: '1763000000',
  uid: '9',
  username: 'liam',
  name: 'Liam Fox',
  answer: '',
  settled_username: '',
  settled_name: '',
  settled_time: '0',
  is_person: true,
  has_period: false,
  ...more,
})
const visitor = { uid: '0', username: '', name: '', is_person: false }
const list = (...notes: Note[]) =>
  answer(api.feedback.getList, { list: notes, total: String(notes.length), counts: { new: '2', answered: '0', aside: '0' } })
const show = (search = '') => open(<FeedbackScreen />, `/item/feedback/12${search}`, '/item/feedback/:item_id', emma)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map(({ fields }) => fields)
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('li') as HTMLElement)
type Pages = Answer<'feedback', 'pages'>

beforeEach(() => {
  answer(api.item.info, { ...anItem(), allow_feedback: '1' })
  answer(api.notice.getList, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists new notes as plain text, with their page and who wrote them', async () => {
  list(note('1'), note('2', { ...visitor, note: '<b>x</b> https://spam.test', count: '3', version: '2', reasons: [], feedback_type: '1' }))
  show()
  const [person, other] = [await rowOf('The limit is 50.'), await rowOf('<b>x</b> https://spam.test')]
  expect(person.getByRole('link', { name: 'Cancel an order' })).toHaveAttribute('href', '/12/4')
  for (const text of ['Not helpful', 'Wrong', 'Liam Fox']) expect(person.getByText(text)).toBeVisible()
  for (const text of ['A visitor', 'Helpful', '3 times within a day', 'read version 2; the page is at version 3'])
    expect(other.getByText(text)).toBeVisible()
  expect(other.queryByRole('link', { name: /spam/ })).toBeNull()
  expect(person.getByRole('link', { name: 'Suggest a change' })).toHaveAttribute('href', '/page/suggest/12/4')
  expect(sent('feedback/getList')).toEqual([{ item_id: '12', page_id: '0', state: 'new', page: '1', count: '50' }])
  expect(screen.getByRole('link', { name: /^New/ })).toHaveTextContent('2')
})

it('leads to the review of a page that has one', async () => {
  list(note('1', { has_period: true }), note('2', { note: 'Old' }))
  show()
  const [reviewed, other] = [await rowOf('The limit is 50.'), await rowOf('Old')]
  expect(reviewed.getByRole('link', { name: 'Verify the page' })).toHaveAttribute('href', '/12/4?open=review')
  expect(other.queryByRole('link', { name: 'Verify the page' })).toBeNull()
})

it('has a menu on a phone, so that a note does not take two lines of buttons', async () => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(max-width: 47.9375em)', ...listeners }))
  onTestFinished(() => void vi.stubGlobal('matchMedia', undefined))
  list(note('1', { has_period: true }))
  show()
  const row = await rowOf('The limit is 50.')
  expect(row.queryByRole('link', { name: 'Verify the page' })).toBeNull()
  fireEvent.click(row.getByRole('button', { name: /^More for/ }))
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual([
    expect.stringContaining('Make it a comment'),
    'Edit the page',
    'Suggest a change',
    'Verify the page',
  ])
})

it('makes a note a comment on its page, in which the words of the reader are text alone', async () => {
  const words = '# Wrong: https://spam.test [x](https://spam.test) @[Liam](user:9) <b>\n    1. `code`'
  list(note('1', { ...visitor, note: words }))
  answer(api.comment.add, { thread: aThread('7'), not_told: [] })
  answer(api.feedback.settle, note('1', { note_state: 'answered' }))
  show()
  const row = within((await screen.findByText(/^# Wrong/)).closest('li') as HTMLElement)
  fireEvent.click(row.getByRole('button', { name: 'Make it a comment' }))
  await waitFor(() => expect(sent('feedback/settle')).toEqual([{ feedback_id: '1', state: 'answered' }]))
  const [{ content = '', ...fields } = {}] = sent('comment/add')
  expect(fields).toEqual({ page_id: '4', request_id: 'feedback-1' })
  const { html } = renderSmall(content, { mentions: () => true })
  document.body.append(Object.assign(document.createElement('div'), { id: 'comment', innerHTML: html }))
  const shown = document.querySelector('#comment') as HTMLElement
  expect([...shown.querySelectorAll('*')].map(({ localName }) => localName)).toEqual(['blockquote', 'p', 'br'])
  expect(shown.textContent).toContain('# Wrong: https://spam.test [x](https://spam.test) @[Liam](user:9) <b>')
  expect(getToasts().map(({ text, action }) => [text, action?.text])).toEqual([['The note is a comment on the page', 'Show']])
})

it('answers a person, marks the note of a visitor, and puts one aside', async () => {
  list(note('1'), note('2', { ...visitor, note: 'Old' }))
  answer(api.feedback.settle, ({ feedback_id = '', state = '' }) => note(feedback_id, { note_state: state as Note['note_state'] }))
  show()
  const [person, other] = [await rowOf('The limit is 50.'), await rowOf('Old')]
  expect(other.queryByRole('button', { name: 'Answer' })).toBeNull()
  fireEvent.click(person.getByRole('button', { name: 'Answer' }))
  const field = person.getByLabelText('Answer to Liam Fox')
  expect(person.getByText('Liam Fox gets it as a notice, with your name.')).toBeVisible()
  fireEvent.change(field, { target: { value: 'Corrected, thank you.' } })
  fireEvent.click(person.getByRole('button', { name: 'Send the answer' }))
  expect(await screen.findByText('The answer is sent')).toBeVisible()
  fireEvent.click(other.getByRole('button', { name: 'Mark as answered' }))
  expect(await screen.findByText('The note is marked as answered')).toBeVisible()
  await waitFor(() =>
    expect(sent('feedback/settle')).toEqual([
      { feedback_id: '1', state: 'answered', answer: 'Corrected, thank you.' },
      { feedback_id: '2', state: 'answered' },
    ]),
  )
})

it('keeps an answer that was not sent', async () => {
  list(note('1'))
  refuse(api.feedback.settle, 'noteChanged')
  show()
  const row = await rowOf('The limit is 50.')
  fireEvent.click(row.getByRole('button', { name: 'Answer' }))
  fireEvent.change(row.getByLabelText('Answer to Liam Fox'), { target: { value: 'Corrected' } })
  fireEvent.click(row.getByRole('button', { name: 'Send the answer' }))
  expect(await row.findByText('This note has changed in the meantime. Look at it again')).toBeVisible()
  expect(row.getByLabelText('Answer to Liam Fox')).toHaveValue('Corrected')
})

it('keeps the focus in the list: in the note after Cancel, and after the note is gone', async () => {
  list(note('1'), note('2', { ...visitor, note: 'Another one' }))
  answer(api.feedback.settle, note('1'))
  show()
  const row = await rowOf('The limit is 50.')
  fireEvent.click(row.getByRole('button', { name: 'Answer' }))
  expect(row.getByRole('textbox')).toHaveFocus()
  fireEvent.click(row.getByRole('button', { name: 'Cancel' }))
  const first = screen.getByText('The limit is 50.').closest('li')
  await waitFor(() => expect(first).toHaveFocus())
  row.getByRole('button', { name: 'Put aside' }).focus()
  list(note('2', { ...visitor, note: 'Another one' }))
  fireEvent.click(row.getByRole('button', { name: 'Put aside' }))
  await waitFor(() => expect(screen.queryByText('The limit is 50.')).toBeNull())
  await waitFor(() => expect(document.activeElement?.contains(screen.getByText('Another one'))).toBe(true))
  expect(document.body).not.toHaveFocus()
})

it('shows who answered, and takes a note up again', async () => {
  const by = { settled_username: 'noah', settled_name: 'Noah Lang', settled_time: '1763000000' }
  list(note('1', { note_state: 'answered', answer: 'It is 50 now.', ...by }))
  answer(api.feedback.settle, note('1'))
  show('?state=answered')
  expect(await screen.findByText(/^Noah Lang answered on/)).toHaveAttribute('title', 'noah')
  expect(screen.getByText('It is 50 now.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(sent('feedback/settle')).toEqual([{ feedback_id: '1', state: 'new' }]))
})

it('shows the figures of pages', async () => {
  list()
  const figures = { helpful: '20', unhelpful: '11', now_helpful: '8', now_unhelpful: '2', since: '1763000000' }
  const pages: Pages = { list: [{ page_id: '4', page_title: 'Cancel an order', ...figures, notes: '2' }], total: '1' }
  answer(api.feedback.pages, pages)
  show('?state=pages')
  const row = within(await screen.findByRole('row', { name: /Cancel an order/ }))
  expect(row.getAllByText('8 of 10')[0]).toBeVisible()
  expect(row.getAllByText('20 of 31')[0]).toBeVisible()
  expect(row.getByRole('link', { name: '2 new notes' })).toHaveAttribute('href', '/item/feedback/12?page_id=4')
})

it.each([
  ['', 'Nothing new'],
  ['?state=answered', 'Nothing is answered yet'],
  ['?state=aside', 'Nothing is put aside'],
])('explains an empty list: %s', async (search, text) => {
  list()
  show(search)
  expect(await screen.findByText(text)).toBeVisible()
})

it('explains a missing right, an error, and an item that asks no one', async () => {
  refuse(api.feedback.getList, 'noPermission')
  show()
  expect(await screen.findByText('You cannot read the feedback of this item')).toBeVisible()
  cleanup()
  refuse(api.feedback.getList, 'unexpected')
  show()
  expect(await screen.findByText('The feedback could not be loaded')).toBeVisible()
  cleanup()
  answer(api.item.info, anItem())
  list()
  answer(api.feedback.pages, { list: [], total: '0' })
  show('?state=pages')
  expect(await screen.findByText('Readers are not asked')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/item/setting/12?tab=talk')
  cleanup()
  answer(api.item.info, anItem({ item_edit: false, item_manage: false }))
  show()
  expect(await screen.findByText('You cannot read the feedback of this item')).toBeVisible()
})
