// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { anItem, emma } from '../../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { aMark, aRow, liam, noOne, platform, verified } from '../review.given.ts'
import { ItemReviewScreen, ReviewScreen } from './screen.tsx'

type List = Answer<'review', 'getList'>
const list = (more: Partial<List> = {}): List => ({
  list: [
    aRow('30', { mark: aMark({ state: 'due', due: '1795000000' }) }),
    aRow('31', { steward: noOne, item_id: '13' }),
    aRow('32', { may_set: false }),
  ],
  total: '3',
  counts: { mine: '1', due: '1', soon: '0', changed: '0', unowned: '1', never: '2' },
  next: { page_id: '0', page_title: '', item_id: '0', due: '0' },
  stewards: [liam, platform],
  has_report: false,
  ...more,
})
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const show = (query = '') => open(<ReviewScreen />, `/review${query}`, '/review', emma)
const showItem = (query = '') => open(<ItemReviewScreen />, `/item/review/12${query}`, '/item/review/:item_id', emma)

beforeEach(() => {
  answer(api.review.getList, list())
  answer(api.review.offers, { to_me: [], by_me: [] })
  answer(api.review.people, { people: [liam], teams: [platform] })
  answer(api.item.myList, [])
  answer(api.item.info, anItem())
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists pages with their state, and filters them by state and person', async () => {
  show()
  const row = within(await screen.findByRole('row', { name: /Page 30/ }))
  expect(row.getByText(/^Due since/)).toBeVisible()
  expect(row.getByText('Orders › Payments')).toBeVisible()
  expect(row.getByRole('link', { name: 'Open “Page 30”' }).getAttribute('href')).toBe('/12/30')
  expect(screen.queryByRole('navigation', { name: 'View' })).toBeNull()
  press(/^Due\s*1$/)
  fireEvent.change(screen.getByLabelText('Responsible'), { target: { value: 't4' } })
  await waitFor(() => expect(sent('review/getList').at(-1)).toMatchObject({ item_id: '0', state: 'due', uid: '0', team_id: '4' }))
})

it('selects pages of two items: they get a person, and never “Still true”', async () => {
  answer(api.review.set, { subjects: '1' })
  show()
  fireEvent.click(await screen.findByLabelText('Select “Page 30”'))
  fireEvent.click(screen.getByLabelText('Select “Page 31”'))
  expect(screen.queryByLabelText('Select “Page 32”')).toBeNull()
  expect(screen.getByText('2 pages selected')).toBeVisible()
  expect(screen.queryByRole('button', { name: /still true|verify/i })).toBeNull()
  press('Responsible…')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  fireEvent.click(screen.getByLabelText('Person or team'))
  fireEvent.click(await screen.findByRole('option', { name: 'Liam Ortiz (liam)' }))
  press('Save')
  await screen.findByText('2 pages are changed')
  const of = (subject_id: string) => JSON.stringify([{ kind: 'page', subject_id }])
  expect(sent('review/set')).toEqual([
    { item_id: '12', subjects: of('30'), uid: '9', team_id: '0' },
    { item_id: '13', subjects: of('31'), uid: '9', team_id: '0' },
  ])
  expect(screen.queryByText(/pages selected/)).toBeNull()
})

it('a period is set without touching who is responsible', async () => {
  answer(api.review.set, { subjects: '1' })
  show()
  fireEvent.click(await screen.findByLabelText('Select “Page 30”'))
  press('Period…')
  fireEvent.change(screen.getByLabelText('Review'), { target: { value: '365' } })
  press('Save')
  await waitFor(() => expect(sent('review/set')[0]).toEqual({ item_id: '12', subjects: expect.any(String), days: '365' }))
})

it('answers offers, and says what is due next when nothing is', async () => {
  const offer = { offer_id: '7', page_id: '30', page_title: 'Refund rules', item_id: '12', item_name: 'Orders', addtime: '1' }
  const [from, to] = [
    { from_uid: '9', from_username: 'liam', from_name: 'Liam Ortiz' },
    { uid: '1', username: 'emma', name: 'Emma' },
  ]
  answer(api.review.offers, { to_me: [{ ...offer, ...from, ...to }], by_me: [] })
  answer(api.review.answerOffer, { offer_id: '7' })
  const next = { page_id: '31', page_title: 'Carrier labels', item_id: '12', due: '1900000000' }
  answer(api.review.getList, list({ list: [], total: '0', next }))
  show('?state=due')
  expect(await screen.findByText('Nothing is due')).toBeVisible()
  expect(screen.getByText(/^The next is “Carrier labels” on/)).toBeVisible()
  expect(await screen.findByText('Liam Ortiz asks you to be responsible for “Refund rules”.')).toBeVisible()
  press('Decline')
  await waitFor(() => expect(sent('review/answerOffer')).toEqual([{ offer_id: '7', yes: '0' }]))
})

it('the report has items with their catalogs, people, months and a file', async () => {
  const figures = {
    pages: '10',
    listed: '9',
    unowned: '3',
    with_steward: '6',
    with_period: '8',
    verified: '5',
    changed: '1',
    due: '2',
    median_days: '12',
    oldest_due: '1795000000',
  }
  const row = (cat_id: string, cat_name: string) => ({
    item_id: '12',
    item_name: 'Orders',
    cat_id,
    cat_name,
    parent_cat_id: '0',
    ...figures,
  })
  answer(api.review.getList, list({ has_report: true }))
  answer(api.review.report, {
    rows: [row('0', ''), row('10', 'Payments')],
    people: [{ ...platform, pages: '6', due: '1', soon: '2', verified: '3' }],
    months: [{ month: '2026-11', verified: '4', ended: '1', valid: '5' }],
  })
  show('?tab=report')
  const places = within(await screen.findByRole('table', { name: 'By item and catalog' }))
  expect(places.queryByText('Payments')).toBeNull()
  press('Show the catalogs of “Orders”')
  const payments = within(places.getByRole('row', { name: /Payments/ }))
  expect(payments.getByRole('img', { name: '5 verified, 1 changed since, 2 due, of 10' })).toBeVisible()
  expect(payments.getByText('12')).toBeVisible()
  const shown = screen.getByLabelText('Figures')
  expect(shown).toHaveTextContent('Verified50%5 of 10 pages, 4 reviews this month')
  expect(shown).toHaveTextContent('Due2of 9 pages in the listChanged since1No one responsible3')
  expect(within(screen.getByRole('table', { name: 'By person' })).getByText('Platform')).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Last 12 months' })).getByText('Nov 2026')).toBeVisible()
  const csv = new URL(screen.getByRole('link', { name: 'Download the report as CSV' }).getAttribute('href') ?? '', 'http://x.invalid')
  expect(Object.fromEntries(csv.searchParams)).toEqual({ item_id: '0', csv: '1' })
})

it('one item: its pages, or that they are not for this user; what fails loads again; visitors sign in', async () => {
  showItem('?cat_id=10')
  await screen.findByRole('row', { name: /Page 30/ })
  expect(sent('review/getList')).toContainEqual(expect.objectContaining({ item_id: '12', cat_id: '10' }))
  cleanup()
  answer(api.item.info, anItem({ item_edit: false }))
  showItem()
  expect(await screen.findByText('You cannot see the reviews of this item')).toBeVisible()
  cleanup()
  refuse(api.review.getList, 'unexpected')
  show()
  await screen.findByText('The list could not be loaded')
  answer(api.review.getList, list({ list: [aRow('40', { mark: verified })], total: '1' }))
  press('Try again')
  await screen.findByRole('row', { name: /Page 40.*Verified until/ })
  cleanup()
  open(<ReviewScreen />, '/review', '/review', null)
  expect(await screen.findByText(/^now at \/user\/login\?redirect=/)).toBeVisible()
})
