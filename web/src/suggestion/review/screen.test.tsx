// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { BASE, current, emma, LINES, PROPOSED, suggestionInfo } from '../suggestion.given.ts'
import { ReviewScreen } from './screen.tsx'

const show = (more: Parameters<typeof suggestionInfo>[0] = {}) => {
  answer(api.suggestion.info, suggestionInfo(more))
  open(<ReviewScreen />, '/page/suggestion/5', '/page/suggestion/:suggestion_id', emma)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const fields = { suggestion_id: '5', revision: '1', base_version: '3', note: '' }

beforeEach(() => {
  vi.stubGlobal('scrollBy', () => {})
  answer(api.notice.getList, [])
  answer(api.suggestion.accept, { state: 'accepted', page_id: '12', version: '4' })
  answer(api.suggestion.decline, [])
  answer(api.suggestion.withdraw, [])
})
afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

it('shows who suggests what and why, and accepts it whole', async () => {
  show()
  expect(await screen.findByRole('heading', { level: 1, name: /Create an order/ })).toBeVisible()
  for (const text of ['liam', 'via Cursor', 'The limit is wrong', 'Change 1', 'Change 2']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText('+2')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Note to liam optional'), { target: { value: 'Thanks' } })
  await press('Accept')
  await waitFor(() => expect(sent('suggestion/accept')).toEqual([{ ...fields, note: 'Thanks' }]))
})

it('leaves out a change by its button or by key, and saves exactly what is shown', async () => {
  show()
  await press('Leave out change 2')
  expect(await button('Accept 1 of 2')).toBeEnabled()
  fireEvent.keyDown(window, { key: 'j' })
  fireEvent.keyDown(window, { key: 'x' })
  expect(await button('Accept 0 of 2')).toBeDisabled()
  expect(screen.getByText(/Every change is left out/)).toBeVisible()
  fireEvent.keyDown(window, { key: 'x' })
  fireEvent.keyDown(window, { key: 'a' })
  await waitFor(() =>
    expect(sent('suggestion/accept')).toEqual([
      { ...fields, page_title: 'Create an order', page_content: LINES.with(3, 'line three').join('\n') },
    ]),
  )
})

it('goes through the changes with j and k, and opens folded lines', async () => {
  show()
  const fold = await screen.findAllByRole('button', { name: /lines without change/ })
  expect(screen.queryByText('line 10')).toBeNull()
  const marked = () => document.querySelector('[aria-current="true"]')?.getAttribute('data-change')
  for (const [key, change] of [
    ['j', '1'],
    ['j', '2'],
    ['k', '1'],
    ['k', '2'],
  ] as const) {
    fireEvent.keyDown(window, { key })
    expect([key, marked()]).toEqual([key, change])
  }
  for (const one of fold) fireEvent.click(one)
  expect(screen.getAllByText('line 10').length).toBeGreaterThan(0)
})

it('says in words what would change, without the changes that are left out', async () => {
  const table = (required: string) => `| Name | Type | Required |\n| --- | --- | --- |\n| qty | int | ${required} |`
  const text = (required: string, last: string) => `# Request\n\n${table(required)}\n\n# Answer\n\nThe order.\n\n# ${last}\n\nNone.`
  show({
    base_content: text('no', 'Limits'),
    current: current({ page_content: text('no', 'Limits') }),
    page_content: text('yes', 'Quotas'),
  })
  const meaning = within(await screen.findByRole('list', { name: 'Suggested changes' }))
  expect(meaning.getByText('qty').tagName).toBe('CODE')
  expect(meaning.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringContaining('“Quotas” added'),
    expect.stringContaining('“Limits” removed'),
    expect.stringMatching(/qty became required · Request/),
  ])
  await press('Leave out change 2')
  await waitFor(() => expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([expect.stringContaining('qty')]))
})

it('shows a new page as a whole, with its catalog', async () => {
  answer(api.catalog.catListName, [
    { cat_id: '3', cat_name: 'Orders/Calls', item_id: '7', s_number: '1', parent_cat_id: '0', level: '2', addtime: '' },
  ])
  show({ page_id: '0', cat_id: '3', base_version: '0', base_title: '', base_content: '', current: null })
  expect(await screen.findByText('Orders/Calls')).toBeVisible()
  expect(screen.getByText('New page')).toBeVisible()
  expect(screen.getByText('line 29')).toBeVisible()
  for (const name of ['Leave out change 1', 'Side by side']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Suggested changes' })).toBeNull()
  await press('Accept')
  await waitFor(() => expect(sent('suggestion/accept')).toEqual([{ ...fields, base_version: '0' }]))
})

it('merges a suggestion with a page that has moved on', async () => {
  show({ current: current({ version: '5', page_content: LINES.with(10, 'line ten').join('\n') }) })
  expect(await screen.findByText(/has 2 newer versions/)).toBeVisible()
  await press('Accept')
  await waitFor(() => expect(sent('suggestion/accept')).toEqual([{ ...fields, base_version: '5' }]))
})

it('names who changed the page meanwhile, with the difference, and what else is open for it', async () => {
  const meanwhile = ['9', '8', '7', '6', '5'].map((version) => ({
    version,
    author_username: 'noah',
    author_name: 'Noah Lang',
    addtime: '1795000000',
  }))
  show({
    current: current({ version: '9', page_content: LINES.with(10, 'line ten').join('\n'), meanwhile, base_history_id: '44' }),
    others: [{ suggestion_id: '6', username: 'olga', name: 'olga', via: 'Cursor', added: '3', removed: '1' }],
  })
  const list = within(await screen.findByRole('list', { name: 'What changed meanwhile' }))
  expect(list.getAllByText('Noah Lang')[0]).toHaveAttribute('title', 'noah')
  expect(list.getByText(/version 9 ·/)).toBeVisible()
  expect(list.getByText('and 1 older version')).toBeVisible()
  expect(list.getByRole('link', { name: 'Compare version 3 with the page now' })).toHaveAttribute('href', '/page/diff/12/44')
  const others = within(screen.getByRole('list', { name: 'Also open for this page' }))
  expect(others.getByRole('link', { name: 'Suggestion 6' })).toHaveAttribute('href', '/page/suggestion/6')
  expect(others.getByRole('listitem')).toHaveTextContent('Suggestion 6 · olga · via Cursor · +3 −1')
  cleanup()
  show()
  await screen.findByText('Change 1')
  for (const name of ['What changed meanwhile', 'Also open for this page']) expect(screen.queryByRole('list', { name })).toBeNull()
})

it.each([
  ['12', '/page/suggest/7/12'],
  ['0', '/page/suggest/7/0?suggestion=5'],
])('lets the proposer continue their open suggestion of page %s', async (page_id, href) => {
  answer(api.catalog.catListName, [])
  const now = page_id === '0' ? null : current()
  show({ page_id, current: now, is_own: true, via: '', decidable: false, refused: 'reader' })
  expect(await screen.findByRole('link', { name: 'Continue editing' })).toHaveAttribute('href', href)
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  cleanup()
  show({ page_id, current: now, is_own: true, via: 'Cursor', decidable: false, refused: 'reader' })
  expect(await screen.findByRole('button', { name: 'Withdraw…' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Continue editing' })).toBeNull()
})

it('offers to edit a new page before it is accepted', async () => {
  answer(api.catalog.catListName, [])
  show({ page_id: '0', base_version: '0', base_title: '', base_content: '', current: null })
  await press('More actions')
  expect(screen.getByRole('menuitem', { name: 'Edit before accepting' })).toHaveAttribute('href', '/page/suggest/7/0?review=5')
})

it('shows both pages, with headings that share no id with each other or with the screen', async () => {
  const text = (last: string) => `# Content\n\n## Text\n\nSee [below](#text).\n\n${last}`
  show({ base_content: text('one'), page_content: text('two'), current: current({ page_content: text('one') }) })
  await press('Preview')
  await waitFor(() => expect(screen.getAllByRole('heading', { name: /^Text/ })).toHaveLength(2))
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(ids).toEqual(expect.arrayContaining(['before-content', 'before-text', 'after-content', 'after-text']))
  expect(screen.getAllByRole('link', { name: 'below' }).map((link) => link.getAttribute('href'))).toEqual(['#before-text', '#after-text'])
  const main = screen.getByRole('main')
  expect(document.querySelector('.skip')).toHaveAttribute('href', `#${main.id}`)
  // No heading can have this id: those of headings have no such sign.
  expect(main.id).toMatch(/~$/)
})

it('lets the reviewer settle conflicts first', async () => {
  show({ current: current({ version: '4', page_content: LINES.with(3, 'line 3 of the page').join('\n') }), conflicts: '1' })
  expect((await screen.findByText(/settle 1 conflict before accepting/)).closest('[role="note"]')).toBeVisible()
  fireEvent.keyDown(window, { key: 'a' })
  for (const name of ['Accept', 'Leave out change 1']) expect(screen.queryByRole('button', { name })).toBeNull()
  // Only keys that do something are named.
  expect(screen.getByText('j and k go through the changes.')).toBeVisible()
  for (const text of ['x leaves one out.', 'a accepts.']) expect(screen.queryByText(text)).toBeNull()
  await press('Settle 1 conflict')
  const merge = within(screen.getByRole('dialog', { name: 'Settle 1 conflict' }))
  await merge.findByRole('button', { name: 'Take the suggestion' })
  // The page is on the left, as in the review, and the keys follow the order of the buttons.
  const place = within(merge.getByRole('group', { name: 'Place 1 of 1' }))
  expect(place.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Keep the page', 'Take the suggestion', 'Keep both'])
  expect(place.getByText('Page now').compareDocumentPosition(place.getByText('Suggestion'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Settle 1 conflict' }), { key: '2', code: 'Digit2', altKey: true })
  fireEvent.click(merge.getByRole('button', { name: 'Settle 1 conflict' }))
  expect(await screen.findByText(/settled the conflicts/)).toBeVisible()
  await press('Accept')
  await waitFor(() =>
    expect(sent('suggestion/accept')).toEqual([{ ...fields, base_version: '4', page_title: 'Create an order', page_content: PROPOSED }]),
  )
})

it('shows the new difference when something has changed meanwhile', async () => {
  show()
  refuse(api.suggestion.accept, 'suggestionRevised', 'Changed')
  await button('Accept')
  answer(api.suggestion.info, suggestionInfo({ revision: '2', page_content: LINES.with(7, 'line seven').join('\n') }))
  await press('Accept')
  expect(await screen.findByText('second version of this suggestion')).toBeVisible()
  expect(screen.queryByText('Change 2')).toBeNull()
})

it('shows that the suggestion is accepted when the answer was lost, and when another person was faster', async () => {
  for (const fail of [
    () =>
      answer(api.suggestion.accept, () => {
        throw new Error('offline')
      }),
    () => refuse(api.suggestion.accept, 'suggestionClosed', 'It was decided meanwhile'),
  ]) {
    show()
    await button('Accept')
    fail()
    answer(api.suggestion.info, suggestionInfo({ state: 'accepted' }))
    await press('Accept')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull())
    cleanup()
  }
})

it('shows in the dialog that a decision is refused; its note is not marked', async () => {
  refuse(api.suggestion.decline, 'suggestionClosed', 'It was decided meanwhile')
  show()
  await press('Decline…')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('It was decided meanwhile')
  expect(dialog.getByLabelText('Why? optional')).toBeValid()
})

it('declines with a note, and lets the proposer withdraw', async () => {
  show()
  await press('Decline…')
  fireEvent.change(screen.getByLabelText('Why? optional'), { target: { value: 'Not now' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(sent('suggestion/decline')).toEqual([{ suggestion_id: '5', revision: '1', note: 'Not now' }]))
  cleanup()
  show({ is_own: true, decidable: false, refused: 'reader' })
  await press('Withdraw…')
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent('suggestion/withdraw')).toEqual([{ suggestion_id: '5' }]))
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

it.each([
  ['nothing is left to change', { current: current({ version: '4', page_content: PROPOSED }) }, /contains the suggestion already/],
  ['the page is in the recycle bin', { refused: 'deleted', current: current({ is_del: '1' }) }, /in the recycle bin/],
  ['the item is archived', { refused: 'archived' }, /archived/],
  ['another editor must accept', { refused: 'own', is_own: true }, /another editor must accept/],
  ['somebody edits the page', { current: current({ lock_username: 'noah', lock_name: 'noah' }) }, /noah is editing/],
  ['it has hidden characters', { hidden: '1', page_content: `${BASE}\u200B` }, /1 hidden character is/],
  [
    'it was accepted',
    { state: 'accepted', decided_name: 'noah', decided_note: 'Thanks', refused: 'closed' },
    /noah accepted this on .* Thanks/,
  ],
  ['it was accepted with changes', { state: 'accepted', is_partial: '1', decided_name: 'noah', refused: 'closed' }, /with changes/],
  ['it was declined', { state: 'declined', decided_name: 'noah', refused: 'closed' }, /noah declined/],
  ['it was withdrawn', { state: 'withdrawn', refused: 'closed' }, /Withdrawn on/],
  ['it was overtaken', { state: 'overtaken', refused: 'closed' }, /Closed on/],
] as [string, Parameters<typeof suggestionInfo>[0], RegExp][])('says that %s', async (_, more, text) => {
  show(more)
  expect((await screen.findByText(text)).closest('[role="note"]')).toBeVisible()
})

it('marks hidden characters, and renders suggested text as text only (S124)', async () => {
  show({ page_content: `${BASE}\n<img src=x onerror=alert(1)>\u202E` })
  expect(await screen.findByText('U+202E')).toBeVisible()
  expect(document.querySelector('img')).toBeNull()
})

it('explains a missing suggestion, and offers to load it again after an error', async () => {
  refuse(api.suggestion.info, 'noVisit', 'No')
  open(<ReviewScreen />, '/page/suggestion/5', '/page/suggestion/:suggestion_id', emma)
  expect(await screen.findByText('There is no such suggestion here')).toBeVisible()
  cleanup()
  refuse(api.suggestion.info, 'unexpected', 'Out of order')
  open(<ReviewScreen />, '/page/suggestion/5', '/page/suggestion/:suggestion_id', emma)
  expect(await screen.findByText('The suggestion could not be loaded')).toBeVisible()
})
