// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { Article, type View } from '../reading/article/view.tsx'
import { aPage, emma } from '../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { aMark, anInfo, liam, noOne, platform, unplanned, verified } from './review.given.ts'
import { dayOf } from './verify.tsx'

const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const shown = {
  state: '' as const,
  due: '1900000000',
  verified_until: '0',
  verified_version: '0',
  verified_history_id: '0',
  is_unowned: false,
}

function Page({ view, unique_key }: { view: View; unique_key?: string | undefined }) {
  return <Article view={view} title={useRef(null)} unique_key={unique_key} />
}
const show = (review: View['review'], more: { editable?: boolean; account?: Account | null; unique_key?: string } = {}) => {
  const { editable = true, account = emma, unique_key } = more
  const view = { ...aPage('1', { editable, page_id: '30' }), ...(review && { review }) }
  return open(<Page view={view} unique_key={unique_key} />, '/12/30', '/12/30', account)
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answer(api.review.info, anInfo())
  answer(api.review.trail, { list: [], total: '0' })
  answer(api.review.people, { people: [liam], teams: [platform] })
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('under the title: the state and who is responsible; nothing for a page without both; a single-page link has no button', () => {
  show({ ...shown, state: 'due', due: '1795000000', steward: liam })
  expect(screen.getByRole('button', { name: /^Due since \d+ Nov 2026$/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Responsible: Liam Ortiz' })).toBeVisible()
  cleanup()
  show({ ...shown, state: 'changed', is_unowned: true, steward: undefined })
  expect(screen.getByRole('button', { name: 'Changed since it was verified' })).toBeVisible()
  expect(screen.getByText('No one is responsible')).toBeVisible()
  cleanup()
  show(undefined)
  expect(screen.queryByText(/verified|due|responsible/i)).toBeNull()
  cleanup()
  show({ ...shown, state: 'verified', verified_until: '1900000000' }, { account: null, unique_key: 'abc' })
  expect(screen.getByText(/^Verified until/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Verified/ })).toBeNull()
})

it('“Changed since it was verified” leads to the comparison, with the review next to it; without one it opens the review', async () => {
  show({ ...shown, state: 'changed', verified_history_id: '88' })
  expect(screen.getByRole('link', { name: 'Changed since it was verified' }).getAttribute('href')).toBe('/page/diff/30/88')
  press('Review…')
  await screen.findByRole('dialog')
  cleanup()
  show({ ...shown, state: 'changed' })
  expect(screen.queryByRole('link', { name: 'Changed since it was verified' })).toBeNull()
  press('Changed since it was verified')
  await screen.findByRole('dialog')
  cleanup()
  show({ ...shown, state: 'changed', verified_history_id: '88' }, { account: null, unique_key: 'abc' })
  expect(screen.getByText('Changed since it was verified')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Changed since it was verified' })).toBeNull()
})

it('from the page of a notice to “Still true” are two presses; the version that is open is sent', async () => {
  show({ ...shown, state: 'due', due: '1795000000' })
  answer(api.review.verify, anInfo({ mark: verified }))
  press(/^Due since/)
  await screen.findByRole('form', { name: 'Is it still true?' })
  press('Still true')
  expect(await screen.findByText('The page is verified')).toBeVisible()
  expect(sent('review/verify')).toEqual([{ page_id: '30', version: '3', until: '0', request_id: expect.any(String) }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes after “Still true”, and keeps what is written when the state is asked for again', async () => {
  let seconds = 1900000000
  answer(api.review.info, () => anInfo({ proposed_until: String(seconds++) }))
  answer(api.review.verify, anInfo({ mark: verified }))
  answer(api.review.flag, { thread_id: '5' })
  const { queries } = show({ ...shown, state: 'due', due: '1795000000' })
  const again = () => act(() => queries.invalidateQueries({ queryKey: ['review'] }))
  press(/^Due since/)
  fireEvent.click(await screen.findByRole('button', { name: 'Needs work…' }))
  fireEvent.change(screen.getByLabelText('What needs work?'), { target: { value: 'The fee is old' } })
  await again()
  expect(screen.getByLabelText('What needs work?')).toHaveValue('The fee is old')
  press('Cancel')
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'Compared with the terms' } })
  await again()
  expect(screen.getByLabelText(/^Note/)).toHaveValue('Compared with the terms')
  press('Still true')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('review/verify')).toHaveLength(1)
})

it('gives the focus to “Still true” when the state has loaded', async () => {
  show({ ...shown, state: 'due', due: '1795000000' })
  press(/^Due since/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Still true' })).toHaveFocus())
})

it('takes a note and another day, and says when the page was changed in the meantime', async () => {
  show({ ...shown, state: 'due', due: '1795000000' })
  refuse(api.review.verify, 'versionOutdated')
  press(/^Due since/)
  const day = await screen.findByLabelText<HTMLInputElement>('Verified until')
  expect(day.value).toBe(dayOf('1900000000'))
  fireEvent.change(day, { target: { value: '2027-01-31' } })
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'Compared with the terms' } })
  press('Still true')
  expect(await screen.findByText(/^Someone has changed the page in the meantime/)).toBeVisible()
  const until = String(new Date('2027-01-31T00:00').getTime() / 1000)
  expect(sent('review/verify')).toEqual([
    { page_id: '30', version: '3', until, note: 'Compared with the terms', request_id: expect.any(String) },
  ])
})

it('“Needs work” begins a comment', async () => {
  show({ ...shown, state: 'due', due: '1795000000' })
  answer(api.review.flag, { thread_id: '5' })
  press(/^Due since/)
  fireEvent.click(await screen.findByRole('button', { name: 'Needs work…' }))
  expect(screen.getByRole('button', { name: 'Post the comment' })).toBeDisabled()
  fireEvent.change(screen.getByLabelText('What needs work?'), { target: { value: 'The fee is old' } })
  // What is written is there again when the panel opens again.
  fireEvent.keyDown(screen.getByLabelText('What needs work?'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('What needs work?')).toBeNull())
  press(/^Due since/)
  expect(await screen.findByLabelText('What needs work?')).toHaveValue('The fee is old')
  press('Post the comment')
  await screen.findByText('The comment is on the page')
  expect(sent('review/flag')[0]).toMatchObject({ page_id: '30', content: 'The fee is old', request_id: expect.any(String) })
})

it('shows where steward and period come from, what changed, and every verification', async () => {
  answer(api.review.info, anInfo({ mark: { ...verified, state: 'changed' }, verified_history_id: '88' }))
  const one = {
    verification_id: '1',
    version: '2',
    until: '1900000000',
    uid: '9',
    username: 'liam',
    name: 'Liam Ortiz',
    addtime: '1795000000',
  }
  answer(api.review.trail, {
    list: [
      {
        ...one,
        note: 'Terms of May',
        via: '',
        ended_reason: 'changed',
        ended_time: '1795086400',
        ended_version: '3',
        ended_username: 'noah',
        ended_name: 'Noah Lang',
      },
    ],
    total: '1',
  })
  show({ ...shown, state: 'changed' })
  press('Changed since it was verified')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('set for the catalog “Payments”')).toBeVisible()
  expect(dialog.getByText('Every 6 months')).toBeVisible()
  expect(dialog.getByText('set for the item “Orders”')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'What has changed since' }).getAttribute('href')).toBe('/page/diff/30/88')
  expect(await dialog.findByText(/^ended .*: changed by Noah Lang$/)).toHaveAttribute('title', 'noah')
  expect(dialog.getByText('Terms of May')).toBeVisible()
})

it('a manager sets a team and an own number of days', async () => {
  answer(api.review.info, unplanned)
  answer(api.review.set, { subjects: '1' })
  show({ ...shown, is_unowned: true })
  press('No one is responsible')
  expect(await screen.findByText('This page has no period of review. Set one first.')).toBeVisible()
  press('Change…')
  fireEvent.click(screen.getByLabelText('Responsible'))
  fireEvent.click(await screen.findByRole('option', { name: 'Platform (team)' }))
  fireEvent.change(screen.getByLabelText('Review'), { target: { value: 'own' } })
  press('Save')
  expect(await screen.findByText('Please enter 1 to 1825 days')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Days between two reviews'), { target: { value: '45' } })
  press('Save')
  await screen.findByText('Responsible and review are saved')
  const subjects = '[{"kind":"page","subject_id":"30"}]'
  expect(sent('review/set')).toEqual([{ item_id: '12', subjects, uid: '0', team_id: '4', days: '45' }])
})

it('a manager switches reviews of a page off, and sees where they are', async () => {
  answer(api.review.info, anInfo({ own: { ...noOne, days: '90', no_period: false, is_gone: false } }))
  answer(api.review.set, { subjects: '1' })
  show({ ...shown, is_unowned: true })
  press('No one is responsible')
  fireEvent.click(await screen.findByRole('button', { name: 'Change…' }))
  const off = anInfo({
    period: { days: '0', from_kind: 'page', from_id: '30', from_name: 'Page' },
    own: { ...noOne, days: '0', no_period: true, is_gone: false },
  })
  answer(api.review.info, off)
  const field = screen.getByLabelText<HTMLSelectElement>('Review')
  expect(field.value).toBe('90')
  const choice = within(field).getByRole<HTMLOptionElement>('option', { name: 'No review, even if one is set above' })
  fireEvent.change(field, { target: { value: choice.value } })
  press('Save')
  await screen.findByText('Responsible and review are saved')
  expect(sent('review/set')).toEqual([
    { item_id: '12', subjects: '[{"kind":"page","subject_id":"30"}]', uid: '0', team_id: '0', no_period: '1' },
  ])
  expect(await screen.findByText('No review planned', { selector: 'dd span' })).toBeVisible()
  expect(screen.getByText('set for this page')).toBeVisible()
  press('Change…')
  expect(screen.getByLabelText<HTMLSelectElement>('Review').value).toBe(choice.value)
})

it('a steward hands the page on, and the person who was asked accepts', async () => {
  answer(api.review.info, anInfo({ may_set: false, may_hand_on: true }))
  answer(api.review.handOn, { offers: '1' })
  show({ ...shown, steward: { ...noOne, uid: '1', username: 'emma', name: 'Emma' } })
  press('Responsible: Emma')
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over…' }))
  expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled()
  fireEvent.click(screen.getByLabelText('To'))
  fireEvent.click(await screen.findByRole('option', { name: 'Liam Ortiz (liam)' }))
  expect(screen.queryByRole('option', { name: /team/ })).toBeNull()
  press('Ask')
  await screen.findByText('Liam Ortiz has been asked')
  expect(sent('review/handOn')).toEqual([{ item_id: '12', page_ids: '["30"]', uid: '9' }])
  cleanup()
  const offer = { offer_id: '7', uid: '1', username: 'emma', name: 'Emma', addtime: '1795000000', is_mine: false }
  answer(api.review.info, anInfo({ offer }))
  answer(api.review.answerOffer, { offer_id: '7' })
  show({ ...shown, steward: liam })
  press('Responsible: Liam Ortiz')
  expect(await screen.findByText('Liam Ortiz asks you to be responsible for this page.')).toBeVisible()
  screen.getByRole('button', { name: 'Accept' }).focus()
  answer(api.review.info, anInfo({ steward: { ...anInfo().steward, uid: '9' } }))
  press('Accept')
  await waitFor(() => expect(sent('review/answerOffer')).toEqual([{ offer_id: '7', yes: '1' }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Still true' })).toHaveFocus()
})

it('a reader sees the state and no forms, a visitor no names; a failed panel loads again', async () => {
  const reader = anInfo({ mark: verified, may_set: false, may_verify: false, version: '0', proposed_until: '0' })
  answer(api.review.info, reader)
  show({ ...shown, state: 'verified', verified_until: '1900000000' }, { editable: false })
  press(/^Verified until/)
  expect(await screen.findByText(/^Liam Ortiz verified version 2 on/)).toBeVisible()
  for (const name of ['Still true', 'Change…', 'Needs work…']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('History')).toBeNull()
  cleanup()
  const nameless = { ...verified, verified_uid: '0', verified_username: '', verified_name: '' }
  answer(api.review.info, { ...reader, mark: nameless, steward: { ...unplanned.steward } })
  show({ ...shown, state: 'verified', verified_until: '1900000000' }, { editable: false, account: null })
  press(/^Verified until/)
  expect(await screen.findByText(/^Version 2 was verified on/)).toBeVisible()
  expect(screen.queryByText('Responsible')).toBeNull()
  cleanup()
  refuse(api.review.info, 'unexpected')
  show({ ...shown, state: 'due', due: '1795000000' })
  press(/^Due since/)
  await screen.findByText('The review of this page could not be loaded')
  answer(api.review.info, anInfo({ mark: aMark({ state: 'due', due: '1795000000' }) }))
  press('Try again')
  expect(await screen.findByRole('button', { name: 'Still true' })).toBeVisible()
})
