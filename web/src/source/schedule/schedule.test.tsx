// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Schedule } from './schedule.tsx'

const address = (more: Partial<Answer<'source', 'schedule'>> = {}): Answer<'source', 'schedule'> => ({
  url: 'https://api.example.com/openapi.json',
  every_hours: 24,
  header_name: 'Authorization',
  next_time: '1795192800',
  check_time: '1795106400',
  problem: '',
  problem_since: '0',
  is_on: '1',
  ...more,
})
const sent = (path: string) => sentRequests.filter((one) => one.path === path).map(({ fields }) => fields)
const show = (isHeld = false) => open(<Schedule source_id="5" isHeld={isHeld} />, '/item/sources/7/5')

beforeEach(() => {
  resetAnswers()
  answer(api.source.schedule, address())
})
afterEach(cleanup)

it('saves address, time and header, and never sends a kept secret to another address unnoticed', async () => {
  show()
  expect(await screen.findByText(/^Last fetched/)).toBeVisible()
  fireEvent.change(screen.getByLabelText(/Address of the description/), { target: { value: 'https://other.example.com/' } })
  refuse(api.source.saveSchedule, 'sourceHeader')
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText(/Enter the value of the header again/)).toBeVisible()
  answer(api.source.saveSchedule, address())
  fireEvent.change(screen.getByLabelText(/Its value/), { target: { value: 'Bearer 1' } })
  fireEvent.change(screen.getByLabelText('How often'), { target: { value: '6' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent('source/saveSchedule')).toHaveLength(2))
  expect(sent('source/saveSchedule')[1]).toMatchObject({
    source_id: '5',
    url: 'https://other.example.com/',
    every_hours: '6',
    header_name: 'Authorization',
    header_value: 'Bearer 1',
  })
})

it.each([
  ['status:404', 'The address responded with status 404.'],
  ['timeout', 'did not respond in time'],
  ['refused:sourceKind', 'not a description'],
  ['header', 'Enter it again'],
  ['status:401', 'Check the header with the secret'],
  ['refused:importTextTooBig', 'larger than 24 MB'],
  ['refused:sourceParts', 'more parts than'],
  ['refused:sourceOther', 'for a database, or the other way round'],
  ['refused:ownerDisabled', 'The account of the owner of this item is disabled'],
])('describes the failure %s', async (problem, text) => {
  answer(api.source.schedule, address({ problem, problem_since: '1795000000' }))
  show()
  expect((await screen.findByText(/^Fetching has failed since/)).textContent).toContain(text)
})

it('fetches when a manager asks, and says what came of it', async () => {
  answer(api.source.fetch, { report: null, problem: '' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Fetch now' }))
  expect(await screen.findByText('Nothing has changed at the address')).toBeVisible()
  answer(api.source.fetch, { report: null, problem: 'status:500' })
  fireEvent.click(screen.getByRole('button', { name: 'Fetch now' }))
  expect(await screen.findByText('The address responded with status 500.')).toBeVisible()
})

it('says that the version on hold still waits when nothing else is at the address', async () => {
  answer(api.source.fetch, { report: null, problem: '' })
  show(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Fetch now' }))
  expect(await screen.findByText('Nothing new at the address. The version on hold waits for a decision')).toBeVisible()
})

it('says that the operator has switched it off', async () => {
  answer(api.source.schedule, address({ is_on: '0' }))
  show()
  expect(await screen.findByText(/switched requests to other servers off/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Fetch now' })).toBeNull()
})
