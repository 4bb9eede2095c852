// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { NoticesScreen } from '../../notice/notices-screen.tsx'
import { anItem } from '../../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { emma, suggestionRow } from '../suggestion.given.ts'
import { SuggestionsScreen } from './screen.tsx'

const show = (address = '/item/suggestion/12') => open(<SuggestionsScreen />, address, '/item/suggestion/:item_id', emma)
const asked = () => sentRequests.filter(({ path }) => path === 'suggestion/getList').map(({ fields }) => fields)
const rows = (...list: Parameters<typeof suggestionRow>[]) =>
  answer(api.suggestion.getList, { list: list.map((row) => suggestionRow(...row)), next: '0' })

const byNoah = { decided_username: 'noah', decided_name: 'Noah Lang' }

beforeEach(() => {
  answer(api.notice.getList, [])
  answer(api.item.info, anItem())
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists what an editor decides about, with a link to each review', async () => {
  rows(['5'], ['6', { state: 'open', page_id: '0', title: 'Errors', via: '' }])
  show('/item/suggestion/12?page_id=4')
  expect(await screen.findByRole('link', { name: 'Create an order' })).toHaveAttribute('href', '/page/suggestion/5')
  expect(screen.getByText('New page')).toBeVisible()
  expect(screen.getByRole('link', { name: 'To decide' })).toHaveAttribute('aria-current', 'page')
  expect(asked()).toEqual([{ item_id: '12', page_id: '4', state: 'open', mine: '0', count: '50', before: '0' }])
  expect(screen.getByRole('link', { name: 'Show all of the item' })).toBeVisible()
})

it('names proposers as people read it, and distinguishes two with the same name', async () => {
  rows(
    ['5', { username: 'liam', name: 'Liam Fox' }],
    ['6', { username: 'lfox', name: 'Liam Fox' }],
    ['7', { username: 'olga', name: 'olga' }],
  )
  show()
  const [first, second] = await screen.findAllByText('Liam Fox')
  expect([first, second].map((one) => [one?.title, one?.textContent])).toEqual([
    ['liam', 'Liam Fox (liam)'],
    ['lfox', 'Liam Fox (lfox)'],
  ])
  expect(screen.getByText('olga')).not.toHaveAttribute('title')
})

it('shows own ones to a reader, without titles that they can no longer read', async () => {
  answer(api.item.info, anItem({ item_edit: false, item_manage: false }))
  rows(['5', { title: '', page_title: '', readable: false, decidable: false, state: 'declined', ...byNoah, decided_note: 'Too long' }])
  show()
  expect(await screen.findByText('A page that you can no longer read')).toBeVisible()
  expect(screen.getByText('Declined')).toBeVisible()
  expect(screen.getByText('Noah Lang: Too long')).toHaveAttribute('title', 'noah')
  expect(asked()[0]).toMatchObject({ mine: '1' })
})

it.each([
  ['', 'Nothing to decide'],
  ['?tab=mine', 'You have suggested nothing yet'],
  ['?tab=decided', 'Nothing is decided yet'],
])('explains an empty list: %s', async (search, text) => {
  rows()
  show(`/item/suggestion/12${search}`)
  expect(await screen.findByText(text)).toBeVisible()
})

it('continues own open suggestions, but not those of a program', async () => {
  rows(['5', { via: '' }], ['6', { via: '', page_id: '0' }], ['7'], ['8', { via: '', state: 'accepted' }])
  show('/item/suggestion/12?tab=mine')
  const links = await screen.findAllByRole('link', { name: 'Continue editing' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/page/suggest/7/12', '/page/suggest/7/0?suggestion=6'])
  cleanup()
  rows(['5', { via: '' }])
  show()
  await screen.findByRole('link', { name: 'Create an order' })
  expect(screen.queryByRole('link', { name: 'Continue editing' })).toBeNull()
})

it('loads older suggestions on demand, also after a part in which there is nothing to decide', async () => {
  const parts: Record<string, { list: ReturnType<typeof suggestionRow>[]; next: string }> = {
    '0': { list: [], next: '90' },
    '90': { list: [suggestionRow('5')], next: '80' },
  }
  answer(api.suggestion.getList, ({ before = '' }) => parts[before] ?? { list: [], next: '0' })
  show()
  const older = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show older suggestions' }))
  await older()
  expect(await screen.findByRole('link', { name: 'Create an order' })).toBeVisible()
  refuse(api.suggestion.getList, 'unexpected', 'Out of order')
  await older()
  expect(await screen.findByText('The older suggestions could not be loaded')).toBeVisible()
  answer(api.suggestion.getList, { list: [suggestionRow('4', { title: 'Errors' })], next: '0' })
  await older()
  expect(await screen.findByRole('link', { name: 'Errors' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older suggestions' })).toBeNull())
  expect(asked().map(({ before }) => before)).toEqual(['0', '90', '80', '80'])
})

it('explains a missing right and an error', async () => {
  refuse(api.suggestion.getList, 'noPermission', 'No')
  show()
  expect(await screen.findByText('You decide about no suggestions here')).toBeVisible()
  cleanup()
  refuse(api.suggestion.getList, 'unexpected', 'Out of order')
  show()
  expect(await screen.findByText('The suggestions could not be loaded')).toBeVisible()
})

it('lists those of all items under the notices', async () => {
  rows(['5'])
  open(<NoticesScreen />, '/notice/index?tab=suggestions', '/notice/index', emma)
  expect(await screen.findByRole('link', { name: 'Create an order' })).toBeVisible()
  expect(screen.getByText('Orders')).toBeVisible()
  expect(asked()).toEqual([{ item_id: '0', page_id: '0', state: 'open', mine: '0', count: '50', before: '0' }])
})
