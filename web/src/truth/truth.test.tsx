// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { anItem, aPage, emma } from '../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { TruthBadge } from './badge.tsx'
import type { Row } from './filters.tsx'
import { TruthScreen } from './list-screen.tsx'
import { ProofPanel } from './panel.tsx'
import { SaveTick } from './save-tick.tsx'
import type { PageTruth, Proof, Reason } from './sentences.ts'

const reason = (more: Partial<Reason> = {}): Reason => ({
  kind: 'proof',
  state: 'stale',
  target: 'shop:src/http/retry.ts#retryDelay',
  heading: 'Retries',
  count: 1,
  ...more,
})
const proof = (more: Partial<Proof> = {}): Proof => ({
  proof_id: '5',
  page_id: '2',
  heading: 'Headers',
  kind: 'file',
  target: 'shop:src/http/retry.ts#retryDelay',
  repo: 'shop',
  path: 'src/http/retry.ts',
  selector: 'retryDelay',
  state: 'stale',
  problem: '',
  accepted_time: '1795000000',
  accepted_by: 'liam',
  accepted_name: 'Liam Ortiz',
  accepted_ref: '8c1d2f0a4b7e9d31',
  seen_time: '1795106400',
  seen_ref: '4f2c9e1b70aa5d28',
  compare_url: 'https://git.example.com/shop/compare/8c1d2f0a4b7e9d31...4f2c9e1b70aa5d28',
  ...more,
})
const fresh = proof({
  proof_id: '6',
  kind: 'operation',
  target: 'operation orders createOrder',
  state: 'fresh',
  compare_url: '',
  heading: '',
})
const noReview = {
  owner_uid: '0',
  owner_username: '',
  owner_name: '',
  every_days: '0',
  due: '0',
  checked_time: '0',
  checked_name: '',
  from: '',
}
const truth = (more: Partial<PageTruth> = {}): PageTruth => ({
  page_id: '2',
  state: 'stale',
  since: '1795106400',
  reasons: [reason()],
  proofs: [proof(), fresh],
  review: noReview,
  can_accept: '1',
  ...more,
})
const row = (page_id: string, more: Partial<Row> = {}): Row => ({
  page_id,
  page_title: `Page ${page_id}`,
  cat_id: '0',
  cat_name: '',
  state: 'stale',
  since: '1795106400',
  reasons: [reason()],
  owner_uid: '0',
  owner_username: '',
  owner_name: '',
  ...more,
})
const counts = { gone: '1', stale: '1', due: '1', unchecked: '1', fresh: '0' }
const noCounts = { gone: '0', stale: '0', due: '0', unchecked: '0', fresh: '0' }
const repos = [{ repo: 'shop', seen_ref: '4f2c9e1b70aa5d28', seen_time: '1795106400' }]
const rows = [
  row('1', { state: 'gone', reasons: [reason({ state: 'gone', target: 'shop:jobs/stock-sync.sh', heading: '' })] }),
  row('2', { reasons: [reason(), reason({ target: 'shop:a.ts' })], owner_uid: '9', owner_username: 'liam', owner_name: 'Liam Ortiz' }),
  row('3', { state: 'due', reasons: [reason({ kind: 'review', state: 'due', target: '', heading: '' })] }),
  row('4', { reasons: [reason({ kind: 'words', target: '', heading: '', count: 2 })] }),
  row('9', { reasons: [reason({ kind: 'example', target: 'List `orders`', heading: 'staging' })] }),
  row('7', { state: 'gone', reasons: [reason({ kind: 'part', state: 'gone', target: 'Cancel an order', heading: '' })] }),
  row('8', { state: 'unchecked', reasons: [reason({ state: 'unchecked', target: 'labels:src/a.ts#L1-9', heading: '' })] }),
]

const showList = (query = '') => open(<TruthScreen />, `/item/truth/12${query}`, '/item/truth/:item_id', emma)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string | RegExp, inside = screen.getByRole('main')) => fireEvent.click(within(inside).getByRole('button', { name }))
const list = (found = rows) => answer(api.truth.list, { total: String(found.length), counts, list: found })

beforeEach(() => {
  answer(api.item.info, anItem())
  answer(api.truth.summary, { ...counts, pages: '4', repos })
  answer(api.truth.repos, [{ ...repos[0], repo: 'shop', seen_ref: '', seen_time: '0', pattern: '' }])
  answer(api.truth.page, truth())
  answer(api.page.view, aPage('2'))
  answer(api.source.list, [])
  list()
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists pages with their reason in a sentence, and filters them by state, words and owner', async () => {
  showList()
  const table = await screen.findByRole('table', { name: 'Still true?' })
  const sentences = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) => within(one).getAllByRole('cell')[1]?.textContent)
  expect(sentences).toEqual([
    'jobs/stock-sync.sh is no longer in the repository “shop”',
    'retryDelay in src/http/retry.ts has changedin the section “Retries”, and 1 more',
    'The review of this page is due',
    '2 texts were written for an earlier version of the description',
    "The example “List 'orders'” failed in its last run, in staging",
    '“Cancel an order” is no longer in the description',
    'No recent check of src/a.ts',
  ])
  expect(screen.getByText('4 of 4 pages name their sources')).toBeVisible()
  expect(screen.getByText(/Last build of/).textContent).toMatch(/^Last build of shop .* at 4f2c9e1$/)
  press(/Source gone/)
  await waitFor(() => expect(sent('truth/list').at(-1)).toMatchObject({ item_id: '12', state: 'gone', page: '1' }))
  expect(screen.getByRole('button', { name: /Source gone/ }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('gone')
  fireEvent.change(screen.getByLabelText('Owner'), { target: { value: '9' } })
  fireEvent.change(screen.getByLabelText('Catalog'), { target: { value: '11' } })
  list([])
  fireEvent.change(screen.getByLabelText('Page or reason'), { target: { value: 'retry' } })
  expect(await screen.findByText('No page matches')).toBeVisible()
  expect(sent('truth/list').at(-1)).toMatchObject({ state: 'gone', owner_uid: '9', cat_id: '11', keyword: 'retry' })
  const csv = new URL(screen.getByRole('link', { name: 'Download this list as CSV' }).getAttribute('href') ?? '', 'http://x.invalid')
  expect(Object.fromEntries(csv.searchParams)).toEqual({
    item_id: '12',
    state: 'gone',
    owner_uid: '9',
    cat_id: '11',
    keyword: 'retry',
    format: 'csv',
  })
})

it('a row opens to its proofs: what changed, still true, edit; a review leads to the page', async () => {
  showList()
  const toggle = await screen.findByRole('button', { name: 'Show the sources of “Page 2”' })
  fireEvent.click(toggle)
  const change = await screen.findByRole('link', { name: /^What changed in retryDelay/ })
  expect(change.getAttribute('href')).toBe(proof().compare_url)
  expect(change.getAttribute('rel')).toBe('noreferrer')
  expect(change.closest('li')?.textContent).toMatch(
    /Section “Headers” · Confirmed .* by Liam Ortiz at 8c1d2f0 · checked .* at 4f2c9e1What changed$/,
  )
  expect(screen.getByText(/^Read the section “Retries” again/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/page/edit/12/2')
  answer(api.truth.accept, truth({ state: 'fresh', reasons: [], proofs: [fresh] }))
  press('Still true')
  expect(await screen.findByText('“Page 2” is confirmed')).toBeVisible()
  expect(sent('truth/accept')).toEqual([{ page_id: '2' }])
  // A review is confirmed on the page itself, which someone has to read.
  expect(screen.getAllByRole('link', { name: 'Look' }).map((link) => link.getAttribute('href'))).toContain('/12/3')
})

it('says how to begin, that nothing is outdated, and that no build has reported', async () => {
  answer(api.truth.summary, { ...noCounts, pages: '0', repos: [] })
  showList()
  expect(await screen.findByText('No page names its sources yet')).toBeVisible()
  expect(screen.getByText('<!-- source: shop:src/orders.ts#createOrder -->')).toBeVisible()
  expect(screen.getByText('npx --no-install sheaf-push check --repo shop')).toBeVisible()
  cleanup()
  answer(api.truth.summary, { ...counts, pages: '4', repos: [{ repo: 'labels', seen_ref: '', seen_time: '0' }] })
  list([])
  showList()
  expect(await screen.findByText('Every page with a source is up to date')).toBeVisible()
  expect(screen.getByText('npx --no-install sheaf-push check --repo labels')).toBeVisible()
  cleanup()
  refuse(api.item.info, 'noPermission')
  showList()
  expect(await screen.findByText('You cannot see this list')).toBeVisible()
})

it('a manager says where commits of a repository are compared', async () => {
  showList()
  fireEvent.click(await screen.findByRole('button', { name: 'Add an address to shop' }))
  const dialog = await screen.findByRole('dialog', { name: 'Where to compare commits of shop' })
  const field = within(dialog).getByLabelText('Address')
  fireEvent.change(field, { target: { value: 'https://git.example.com/shop' } })
  press('Save', dialog)
  expect(await within(dialog).findByText(/contains \{from\} and \{to\}$/)).toBeVisible()
  fireEvent.change(field, { target: { value: 'https://git.example.com/shop/compare/{from}...{to}' } })
  press('Save', dialog)
  expect(await screen.findByText('The address is saved')).toBeVisible()
  expect(sent('truth/repos').at(-2)).toMatchObject({ repo: 'shop', pattern: 'https://git.example.com/shop/compare/{from}...{to}' })
})

it('the badge opens to reasons and proofs; a single-page link asks with its key and offers nothing to do', async () => {
  const page = { page_id: '2', item_id: '12', truth_state: 'stale' }
  open(<TruthBadge page={page} />, '/12/2', '/12/2', emma)
  fireEvent.click(screen.getByRole('button', { name: 'Still true? May be outdated' }))
  const why = await screen.findByRole('dialog', { name: 'Still true?' })
  expect(await within(why).findByText('retryDelay', { selector: 'li code' })).toBeVisible()
  expect(within(why).getByRole('link', { name: 'All pages of this item' }).getAttribute('href')).toBe('/item/truth/12')
  cleanup()
  answer(api.truth.page, truth({ can_accept: '0', proofs: [proof({ accepted_by: '', accepted_name: '', compare_url: '' })] }))
  open(<TruthBadge page={page} unique_key="abc" />, '/p/abc')
  fireEvent.click(screen.getByRole('button', { name: 'Still true? May be outdated' }))
  expect(await screen.findByText('shop:src/http/retry.ts#retryDelay')).toBeVisible()
  expect(sent('truth/page').at(-1)).toEqual({ unique_key: 'abc' })
  expect(screen.queryByRole('button', { name: 'Still true' })).toBeNull()
  cleanup()
  open(<TruthBadge page={{ ...page, truth_state: '' }} />, '/12/2')
  expect(screen.queryByRole('button', { name: /Still true/ })).toBeNull()
})

it('the panel adds a file, moves a proof to another section, confirms one and removes one', async () => {
  const page_content = 'Text\n\n## Headers\n\nOne'
  answer(api.page.info, { ...textOf('2'), page_content, version: '7' })
  answer(api.truth.saveProof, textOf('2'))
  open(<ProofPanel page={{ page_id: '2', item_id: '12', page_title: 'Errors' }} onClose={() => {}} />, '/12/2', '/12/2', emma)
  const panel = await screen.findByRole('dialog', { name: 'Sources of “Errors”' })
  const section = await within(panel).findByLabelText<HTMLSelectElement>('Section of createOrder')
  // Headings of a part of a source are not in the text that people wrote.
  expect([...section.options].map(({ text }) => text)).toEqual(['Start of the page', 'Headers'])
  fireEvent.change(section, { target: { value: 'Headers' } })
  expect(await screen.findByText('The source is in another section')).toBeVisible()
  const move = { page_id: '2', proof_id: '6', heading: 'Headers', target: fresh.target, base_version: '7' }
  expect(sent('truth/saveProof')).toEqual([move])
  answer(api.truth.accept, truth())
  press('retryDelay is still true', panel)
  await waitFor(() => expect(sent('truth/accept')).toEqual([{ page_id: '2', proof_ids: '[5]' }]))
  press('Remove retryDelay', panel)
  await waitFor(() => expect(sent('truth/saveProof').at(-1)).toMatchObject({ proof_id: '5', target: '' }))

  press('Add a source', panel)
  press('Add', panel)
  expect(await within(panel).findByText(/^Please use letters, digits/)).toBeVisible()
  fireEvent.change(within(panel).getByLabelText('Repository'), { target: { value: 'shop' } })
  fireEvent.change(within(panel).getByLabelText('Path'), { target: { value: '/etc/passwd' } })
  press('Add', panel)
  expect(await within(panel).findByText(/^Please enter a path in the repository/)).toBeVisible()
  fireEvent.change(within(panel).getByLabelText('Path'), { target: { value: 'src/orders.ts' } })
  fireEvent.change(within(panel).getByLabelText(/^Function, class or lines/), { target: { value: 'createOrder' } })
  fireEvent.change(within(panel).getByLabelText('Section'), { target: { value: 'Headers' } })
  press('Add', panel)
  expect(await screen.findByText('The source is added')).toBeVisible()
  expect(sent('truth/saveProof').at(-1)).toMatchObject({ proof_id: '0', heading: 'Headers', target: 'shop:src/orders.ts#createOrder' })
})

it('the panel finds an operation and a table of a source', async () => {
  answer(api.page.info, textOf('2'))
  answer(api.truth.saveProof, textOf('2'))
  answer(api.source.list, [ordersSource, { ...ordersSource, source_id: '8', kind: 'database', name: 'main', title: 'Shop' }])
  answer(api.source.parts, ({ keyword }) =>
    keyword === 'create'
      ? [{ kind: 'operation', key: 'createOrder', title: 'Create an order', method: 'POST', path: '/v2/orders', page_id: '4' }]
      : [],
  )
  open(<ProofPanel page={{ page_id: '2', item_id: '12', page_title: 'Errors' }} onClose={() => {}} />, '/12/2', '/12/2', emma)
  const panel = await screen.findByRole('dialog')
  fireEvent.click(await within(panel).findByRole('button', { name: 'Add a source' }))
  press('Operation', panel)
  expect(await within(panel).findByText('No operation matches')).toBeVisible()
  press('Add', panel)
  expect(await within(panel).findByText('Please choose an operation')).toBeVisible()
  fireEvent.change(within(panel).getByLabelText('Title, path or name'), { target: { value: 'create' } })
  fireEvent.click(await within(panel).findByRole('radio', { name: /Create an order/ }))
  press('Add', panel)
  await waitFor(() => expect(sent('truth/saveProof')[0]).toMatchObject({ target: 'operation orders createOrder', heading: '' }))

  // Tables are those of sources that are databases.
  fireEvent.click(await within(panel).findByRole('button', { name: 'Add a source' }))
  press('Table', panel)
  press('Add', panel)
  expect(await within(panel).findByText('Please choose a table')).toBeVisible()
  answer(api.source.parts, [{ kind: 'table', key: 'public.orders', title: 'orders', method: '', path: '', page_id: '5' }])
  fireEvent.change(within(panel).getByLabelText('Name of the table'), { target: { value: 'ord' } })
  fireEvent.click(await within(panel).findByRole('radio', { name: /orders/ }))
  press('Add', panel)
  await waitFor(() => expect(sent('truth/saveProof')[1]).toMatchObject({ target: 'table main public.orders' }))
})

it('a save offers the tick only on a page with sources that have changed', async () => {
  let isOn = false
  const tick = () => <SaveTick page_id="2" isOn={isOn} onChange={(on) => (isOn = on)} />
  open(tick(), '/page/edit/12/2')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'The page now reflects the change' }))
  expect(isOn).toBe(true)
  cleanup()
  // It was saved: what is confirmed is not confirmed again by the next save.
  answer(api.truth.page, truth({ proofs: [fresh] }))
  open(tick(), '/page/edit/12/2')
  await waitFor(() => expect(isOn).toBe(false))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

const textOf = (page_id: string) => ({
  page_id,
  author_uid: '1',
  author_username: 'emma',
  item_id: '12',
  cat_id: '0',
  page_title: 'Errors',
  page_content: 'Text',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  author_name: 'emma',
  suggested_by_name: '',
  version: '4',
  truth_state: 'stale',
  attachment_count: '0',
  unique_key: '',
  addtime: '1795106400',
})
const ordersSource = {
  source_id: '5',
  item_id: '12',
  cat_id: '0',
  kind: 'openapi',
  name: 'orders',
  title: 'Orders API',
  seq: '2',
  label: '1.4.0',
  version_time: '1795000000',
  addtime: '1794000000',
  check_time: '1795000000',
  state: 'applied',
  parts: '5',
  pages: '4',
  gone: '0',
  held_seq: '0',
  held_label: '',
  held_gone: '0',
  failing_since: '0',
  describable: '0',
  described: '0',
  described_here: '0',
}
