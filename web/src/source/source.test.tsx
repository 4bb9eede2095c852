// @vitest-environment jsdom
import '../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { Upload } from '../test/upload.ts'
import type { Info } from '../tree/item-tree.ts'
import { DetachDialog } from './detach-dialog.tsx'
import { SourcesScreen } from './list-screen.tsx'
import { SourceScreen } from './source-screen.tsx'

type Source = Answer<'source', 'list'>[number]
type Version = Answer<'source', 'versions'>['list'][number]

const emma: Account = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const item = (more: Partial<Info> = {}): Info => ({
  item_id: '7',
  item_domain: '',
  is_archived: '0',
  item_name: 'Order Service',
  default_page_id: '',
  default_cat_id2: '',
  default_cat_id3: '',
  default_cat_id4: '',
  unread_count: '0',
  item_type: '1',
  is_login: true,
  item_edit: true,
  item_manage: true,
  ItemPermn: true,
  ItemCreator: true,
  current_page_id: '',
  global_param: [],
  is_private: 0,
  edit_cats: null,
  owner_name: '',
  can_suggest: false,
  menu: {
    pages: [],
    catalogs: [
      {
        cat_id: '3',
        cat_name: 'Orders',
        item_id: '7',
        s_number: '1',
        addtime: '1',
        parent_cat_id: '0',
        level: '2',
        pages: [{ page_id: '31', cat_id: '3', page_title: 'Create an order', author_uid: '2', addtime: '1' }],
        catalogs: [],
      },
    ],
  },
  ...more,
})
const source = (more: Partial<Source> = {}): Source => ({
  source_id: '5',
  item_id: '7',
  cat_id: '3',
  kind: 'openapi',
  name: 'orders',
  title: 'Orders API',
  seq: '2',
  label: '1.4.0',
  version_time: '1795000000',
  addtime: '1794000000',
  check_time: '1795000000',
  state: 'applied',
  held_seq: '0',
  held_label: '',
  held_gone: '0',
  failing_since: '0',
  describable: '0',
  described: '0',
  described_here: '0',
  parts: '5',
  pages: '4',
  gone: '0',
  ...more,
})
const version = (more: Partial<Version> = {}): Version => ({
  version_id: '9',
  seq: '2',
  label: '1.4.0',
  commit: '4f2c9e1b70aa',
  branch: 'main',
  commit_time: '0',
  file_name: 'orders.json',
  size: '2048',
  sha256: '',
  username: 'emma',
  author_name: 'Emma',
  via: '',
  addtime: '1795000000',
  state: 'applied',
  is_current: '1',
  made: '0',
  changed: '3',
  binned: '0',
  kept: '0',
  gone: '0',
  gone_titles: [],
  breaking: '0',
  risky: '0',
  safe: '0',
  words: '0',
  ...more,
})
const counts = {
  made: 5,
  changed: 0,
  binned: 0,
  kept: 0,
  gone: 0,
  breaking: 0,
  risky: 0,
  safe: 0,
  words: 0,
  breaking_accepted: 0,
  risky_accepted: 0,
}
const report = { source_id: '5', version_id: '9', seq: '1', parts: 5, ...counts, changes: [] }
const applied = { ...report, state: 'applied' as const, gone_titles: [], problems: [{ name: '#/paths/x', reason: 'remote' }] }

const file = (text: string, name = 'openapi.json') => new File([text], name, { type: 'application/json' })
const openapi = (title = 'Order Service API') => file(JSON.stringify({ openapi: '3.1.0', info: { title, version: '1.4.0' } }))
const choose = (...files: File[]) =>
  act(async () => fireEvent.change(screen.getByLabelText(/Choose a file|Another file/), { target: { files } }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const showList = (query = '', account: Account | null = emma) =>
  open(<SourcesScreen />, `/item/sources/7${query}`, '/item/sources/:item_id', account)
const showOne = () => open(<SourceScreen />, '/item/sources/7/5', '/item/sources/:item_id/:source_id', emma)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const detail = (more: Partial<Answer<'source', 'detail'>> = {}) =>
  answer(api.source.detail, { ...source(), on_gone: 'bin', views: 'operations', language: 'en', left_out: [], instances: [], ...more })

const waiting = (more: Partial<Answer<'source', 'result'>> = {}) => ({ words: [], matches: [], gone: [], checks: [], ...more })
const change = (more: Partial<Answer<'source', 'changes'>[number]> = {}) => ({
  ...{ class: 'breaking', text: 'POST /orders: `quantity` became required', page_id: '41', seal: 'a'.repeat(64) },
  ...{ schema: '', accepted_by: '', accepted_time: '0', reason: '' },
  ...more,
})

beforeEach(() => {
  answer(api.item.info, item())
  answer(api.source.result, waiting())
  answer(api.source.changes, [])
  answer(api.source.list, [source()])
  answer(api.source.versions, { list: [version()], total: '1' })
  answer(api.import.progress, { stage: 'none', done: 0, total: 0 })
  detail()
})
afterEach(() => {
  cleanup()
  resetAnswers()
  Upload.all = []
})

it('lists sources with their version, counts and state, and what waits for a decision', async () => {
  answer(api.source.list, [
    source(),
    source({ source_id: '6', name: 'carrier', state: 'held', held_seq: '3', held_label: '2.0', held_gone: '41' }),
    source({ source_id: '7', name: 'stock', failing_since: '1795600000' }),
    source({ source_id: '8', name: 'old', gone: '2', describable: '200', described: '52', described_here: '30' }),
    source({ source_id: '9', name: 'shop', kind: 'database', describable: '9', described: '9' }),
  ])
  showList()
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(/^(Up to date|On hold|2 removed|Not fetched since .+)$/).textContent)).toEqual([
    'Up to date',
    'On hold',
    expect.stringMatching(/^Not fetched since .*\w+/),
    '2 removed',
    'Up to date',
  ])
  expect(screen.getByText('41% described: 26% in the description, 15% here')).toBeVisible()
  expect(screen.getByText('100% described: 100% in the database, 0% here')).toBeVisible()
  expect(rows[0]?.textContent).toContain('Orders API · OpenAPI · in Orders')
  expect(rows[0]?.textContent).toContain('4 pages5 parts')
  expect(await screen.findByText('41 parts would be removed by 2.0. Nothing was changed.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Review…' }).getAttribute('href')).toBe('/item/sources/7/6')
  expect(screen.getByText('npx --no-install sheaf-push openapi openapi.json --name orders')).toBeVisible()
})

it('does not say that a source is up to date whose first version was never read to its end', async () => {
  answer(api.source.list, [source({ seq: '0', label: '', version_time: '0' })])
  showList()
  expect(await screen.findByText('Not read yet')).toBeVisible()
  expect(screen.queryByText('Up to date')).toBeNull()
})

it('explains sources when there is none, and adds the first by an upload', async () => {
  answer(api.source.list, [])
  showList()
  expect(await screen.findByText(/^A source is the description of an API/)).toBeVisible()
  press('Add a source')
  const dialog = await screen.findByRole('dialog', { name: 'Add a source' })
  press('Add the source')
  expect(await within(dialog).findByText('Please choose a file')).toBeVisible()
  await act(async () => fireEvent.change(within(dialog).getByLabelText('Choose a file'), { target: { files: [file('x', 'a.pdf')] } }))
  expect(within(dialog).getByText('“a.pdf” is neither JSON nor YAML')).toBeVisible()
  await act(async () => fireEvent.change(within(dialog).getByLabelText('Choose a file'), { target: { files: [openapi()] } }))
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('order-service')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Order Service API')
  expect(screen.getByLabelText<HTMLInputElement>(/^Version/).value).toBe('1.4.0')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Not a name' } })
  press('Add the source')
  expect(await screen.findByText('Lower-case letters, digits and hyphens only, at most 40')).toBeVisible()
  expect(Upload.all).toEqual([])
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'orders' } })
  fireEvent.change(screen.getByLabelText('Its pages go into'), { target: { value: '3' } })
  fireEvent.click(screen.getByLabelText(/Keep its page/))
  press('Add the source')
  await waitFor(() => expect(Upload.all).toHaveLength(1))
  const upload = Upload.last
  expect(upload.address).toBe('/api/source/add')
  const { file: _file, request_id, ...fields } = Object.fromEntries(upload.body)
  expect(request_id).toMatch(/^[\w-]{8,64}$/)
  expect(fields).toEqual({
    item_id: '7',
    cat_id: '3',
    name: 'orders',
    title: 'Order Service API',
    label: '1.4.0',
    views: 'operations',
    on_gone: 'keep',
  })
  answer(api.import.progress, { stage: 'saving', done: 2, total: 5 })
  act(() => upload.upload.onload?.())
  expect(await screen.findByText('Page 2 of 5')).toBeVisible()
  await upload.answers({ source_id: '5', report: applied })
  expect(await screen.findByText('The pages are up to date')).toBeVisible()
  expect(screen.getByText(/5 pages created/)).toBeVisible()
  expect(screen.getByText('1 place could not be read completely')).toBeVisible()
  const pages = screen.getByRole('link', { name: 'Open the pages' })
  expect(pages.getAttribute('href')).toBe('/7/31')
  expect(document.activeElement).toBe(pages)
})

it('repeats an upload without a response as the same, and sends another file as a new version', async () => {
  showOne()
  await screen.findByRole('heading', { name: 'New version' })
  await choose(openapi())
  press('Update')
  await waitFor(() => expect(Upload.all).toHaveLength(1))
  await act(async () => Upload.last.onerror())
  press('Try again')
  await waitFor(() => expect(Upload.all).toHaveLength(2))
  await act(async () => Upload.last.onerror())
  await choose(openapi('Order Service API 2'))
  press('Update')
  await waitFor(() => expect(Upload.all).toHaveLength(3))
  const [first, again, other] = Upload.all.map(({ body }) => body.get('request_id'))
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('shows a refusal of the server, and keeps the fields', async () => {
  showList('?add=1')
  await screen.findByRole('dialog', { name: 'Add a source' })
  await choose(openapi())
  await screen.findByLabelText('Name')
  press('Add the source')
  await waitFor(() => expect(Upload.all).toHaveLength(1))
  await Upload.last.refuses('sourceName', 'There is a source named order-service in this item already')
  expect(await screen.findByText(/There is a source named order-service/)).toBeVisible()
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('order-service')
  expect(name).toHaveAccessibleDescription(/There is a source named order-service/)
  expect(document.activeElement).toBe(name)
})

it('is for editors: others see why, and editors who do not manage the item cannot add one', async () => {
  answer(api.item.info, item({ item_edit: false, item_manage: false }))
  showList()
  expect(await screen.findByRole('heading', { name: 'You cannot see the sources of this item' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/7')
  cleanup()
  answer(api.item.info, item({ item_manage: false }))
  answer(api.source.list, [])
  showList('?add=1')
  expect(await screen.findByText('A manager of the item can upload the first file.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  answer(api.item.info, item({ item_type: '4' }))
  showList()
  expect(await screen.findByRole('heading', { name: 'This item has no sources' })).toBeVisible()
  cleanup()
  showList('', null)
  expect(await screen.findByText('now at /user/login?redirect=%2Fitem%2Fsources%2F7')).toBeVisible()
})

it('says when the list or a source cannot be loaded', async () => {
  refuse(api.source.list, 'unexpected', 'Out of order')
  showList()
  expect(await screen.findByText('The sources could not be loaded')).toBeVisible()
  cleanup()
  refuse(api.source.detail, 'noPermission')
  showOne()
  expect(await screen.findByRole('heading', { name: 'This source does not exist' })).toBeVisible()
})

it('brings a source up to date by an upload, and uses an older version only on request', async () => {
  showOne()
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders API' })).toBeVisible()
  await choose(openapi())
  expect((await screen.findByLabelText<HTMLInputElement>(/^Version/, { selector: 'input' })).value).toBe('1.4.0')
  press('Update')
  await waitFor(() => expect(Upload.all).toHaveLength(1))
  expect(Upload.last.address).toBe('/api/source/push')
  await Upload.last.answers({ ...applied, state: 'older', problems: [] })
  expect(await screen.findByText('A newer version is here already, so nothing was changed')).toBeVisible()
  press('Use it anyway')
  await waitFor(() => expect(Upload.all).toHaveLength(2))
  expect(Object.fromEntries(Upload.last.body)).toMatchObject({ source_id: '5', label: '1.4.0', force: '1' })
  await Upload.last.answers({ ...applied, state: 'held', gone: 2, gone_titles: ['List orders', 'Get an order'], problems: [] })
  expect(await screen.findByText('2 parts would be removed, so nothing was changed')).toBeVisible()
  expect(screen.getByText('Get an order')).toBeVisible()
})

it('says what the shown version changed, the worst first, with links to the pages', async () => {
  answer(api.source.versions, { list: [version({ breaking: '1', words: '3' })], total: '1' })
  const ofSchema = change({ text: 'Line: `price` added', page_id: '40', schema: 'Line' })
  answer(api.source.changes, [change(), ofSchema, change({ class: 'words', text: 'Two texts changed', page_id: '0' })])
  showOne()
  const region = await screen.findByRole('region', { name: /What changed for users of the API/ })
  expect(await within(region).findByRole('link', { name: 'POST /orders: quantity became required' })).toHaveAttribute('href', '/7/41')
  expect(within(region).getByRole('link', { name: 'Line: price added' })).toHaveAttribute('href', '/7/40?schema=Line')
  expect(within(region).getByText('1 breaking')).toBeVisible()
  expect(within(region).getByText('and 1 more')).toBeVisible()
})

it('shows words that wait with their three sides, and sends the decision', async () => {
  const word = {
    page_id: '41',
    page_title: 'Create an order',
    path: 'body.quantity',
    mode: 'replace',
    words: 'Ours text',
    base: 'Before',
    now: 'After',
    suggested: '',
    homes: [],
  }
  const homeless = { ...word, path: 'query.old', state: 'homeless', now: '', suggested: 'query.new', homes: ['query.new', 'description'] }
  answer(api.source.result, waiting({ words: [{ ...word, state: 'moved_on' }, homeless] }))
  answer(api.source.decide, { done: 1, refused: [] })
  showOne()
  const region = await screen.findByRole('region', { name: /Texts to review/ })
  for (const text of ['After', 'The source has a new text', 'The source no longer has this place'])
    expect(within(region).getByText(text)).toBeVisible()
  fireEvent.click(within(region).getByRole('button', { name: 'Show both: Create an order, body.quantity' }))
  await waitFor(() => expect(sent('source/decide')).toHaveLength(1))
  expect(JSON.parse(String(sent('source/decide')[0]?.['words']))).toEqual([
    { page_id: 41, path: 'body.quantity', mode: 'replace', choice: 'both' },
  ])
  expect(within(region).getByRole('button', { name: 'Remove your text: Create an order, query.old' })).toBeVisible()
  // Words without a place move to the suggested one or to another one.
  expect(within(region).getByRole('button', { name: 'Move the words about query.old to query.new' })).toBeVisible()
  await userEvent.selectOptions(within(region).getByRole('combobox', { name: 'New place of the words about query.old' }), 'description')
  await userEvent.click(within(region).getByRole('button', { name: 'Move the words about query.old to description' }))
  await waitFor(() => expect(sent('source/decide')).toHaveLength(2))
  expect(JSON.parse(String(sent('source/decide')[1]?.['words']))).toEqual([
    { page_id: 41, path: 'query.old', mode: 'replace', choice: 'move', to: 'description' },
  ])
})

it('asks whether a new part is a former one, and says what became of their pages', async () => {
  const match = {
    ...{ match_id: '3', kind: 'operation', from_title: 'List lines', from_method: 'GET', from_path: '/lines', from_page_id: '0' },
    ...{ to_title: 'Lines of an order', to_method: 'GET', to_path: '/orders/{id}/lines', to_page_id: '52' },
  }
  answer(api.source.result, waiting({ matches: [match] }))
  answer(api.source.decideMatch, { page_id: '51', kept_page_id: '52' })
  showOne()
  const region = await screen.findByRole('region', { name: /Renamed\?/ })
  expect(region).toHaveTextContent('Is GET /orders/{id}/lines the former GET /lines?')
  expect(within(region).getByText(/in the recycle bin and would come back/)).toBeVisible()
  expect(within(region).getByRole('link', { name: 'Lines of an order' })).toHaveAttribute('href', '/7/52')
  fireEvent.click(within(region).getByRole('button', { name: 'Yes, the same: GET /orders/{id}/lines' }))
  expect(await screen.findByText(/The page made for it stays/)).toBeVisible()
  expect(sent('source/decideMatch')).toEqual([{ source_id: '5', match_id: '3', choice: 'yes' }])
})

it('a manager accepts a change with a reason and takes it back, also one that a build has only compared', async () => {
  const check = {
    branch: 'lines',
    label: '',
    commit: 'f00dfeed',
    addtime: '1795000000',
    changes: [change({ text: 'GET /lines: operation removed' })],
  }
  answer(api.source.result, waiting({ checks: [check] }))
  answer(api.source.versions, { list: [version({ breaking: '1' })], total: '1' })
  answer(api.source.changes, [change({ accepted_by: 'Emma', accepted_time: '1795000000', reason: 'No client uses it' })])
  answer(api.source.accept, [])
  answer(api.source.unaccept, [])
  showOne()
  const found = await screen.findByRole('region', { name: 'Found by a build, not applied yet' })
  expect(within(found).getByText('lines · f00dfeed')).toBeVisible()
  fireEvent.click(within(found).getByRole('button', { name: 'Accept… GET /lines: operation removed' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept this change?' })
  press('Accept')
  expect(await within(dialog).findByText('Please enter a reason')).toBeVisible()
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: ' Agreed ' } })
  press('Accept')
  await waitFor(() => expect(sent('source/accept')).toEqual([{ source_id: '5', seal: 'a'.repeat(64), reason: 'Agreed' }]))
  const region = screen.getByRole('region', { name: /What changed for users of the API/ })
  expect(within(region).getByText(/^Accepted by Emma, .*: No client uses it$/)).toBeVisible()
  fireEvent.click(within(region).getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(sent('source/unaccept')).toHaveLength(1))
  cleanup()
  answer(api.item.info, item({ item_manage: false }))
  showOne()
  expect(await screen.findByText(/^Accepted by Emma/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Accept|Undo)/ })).toBeNull()
})

it('lists pages of parts that are gone, which become plain text or go to the recycle bin', async () => {
  const gone = { kind: 'operation', title: 'List lines', method: 'GET', path: '/lines', page_id: '51', page_title: 'Lines', seq: '2' }
  answer(api.source.result, waiting({ gone: [{ ...gone, label: '2.0', writer: 'Emma' }] }))
  answer(api.source.detach, [])
  answer(api.page.delete, [])
  showOne()
  const region = await screen.findByRole('region', { name: /No longer in the description/ })
  expect(within(region).getByRole('link', { name: 'Lines' })).toHaveAttribute('href', '/7/51')
  expect(within(region).getByText('GET /lines · removed in 2.0 · last saved by Emma')).toBeVisible()
  for (const [button, action] of [
    ['Keep as plain text: Lines', 'Keep as plain text'],
    ['Move to the recycle bin: Lines', 'Move to the recycle bin'],
  ] as const) {
    fireEvent.click(within(region).getByRole('button', { name: button }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect([...sent('source/detach'), ...sent('page/delete')]).toEqual([{ page_id: '51' }, { page_id: '51' }])
})

it('applies or drops a held version after a confirmation', async () => {
  const held = version({ version_id: '10', label: '2.0', state: 'held', gone: '2', gone_titles: ['List orders'], is_current: '0' })
  answer(api.source.versions, { list: [held, version()], total: '2' })
  answer(api.source.release, { ...applied, gone: 2 })
  showOne()
  const region = await screen.findByRole('region', { name: '2.0 is on hold' })
  expect(within(region).getByText('List orders')).toBeVisible()
  expect(within(region).getByText('and 1 more')).toBeVisible()
  for (const action of ['Discard', 'Apply']) {
    fireEvent.click(within(region).getByRole('button', { name: action }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent('source/release')).toEqual([
    { source_id: '5', version_id: '10', action: 'drop' },
    { source_id: '5', version_id: '10', action: 'apply' },
  ])
  cleanup()
  answer(api.item.info, item({ item_manage: false }))
  showOne()
  expect(await screen.findByText('A manager of the item decides.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
})

it('lists versions with their file, puts a part back, and changes the settings', async () => {
  const production = { name: 'production', label: '', addtime: '1', check_time: '1764000000', is_compared: '1', differences: '2' }
  detail({
    left_out: [{ kind: 'operation', key: 'refund', title: 'Refund an order', method: 'POST', path: '/refunds' }],
    instances: [production, { ...production, name: 'old', is_compared: '0' }],
  })
  answer(api.source.putBack, { page_id: '40' })
  answer(api.source.update, [])
  showOne()
  const row = await screen.findByRole('row', { name: /1\.4\.0.*3 changed.*Emma/ })
  expect(row.textContent).toContain('4f2c9e1b on main')
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/api/source/file?source_id=5&version_id=9')
  press('Restore')
  expect(await screen.findByText('“Refund an order” is back')).toBeVisible()
  expect(sent('source/putBack')).toEqual([{ source_id: '5', kind: 'operation', key: 'refund' }])
  // Other instances of a database.
  const all = screen.getByRole('region', { name: /^Other instances/ })
  expect(within(all).getByText(/^2 differences · compared/)).toBeVisible()
  expect(within(all).getByText(/^not compared with the present version/)).toBeVisible()
  answer(api.source.removeInstance, [])
  press('Remove production')
  expect(await screen.findByText('“production” is removed')).toBeVisible()
  expect(sent('source/removeInstance')).toEqual([{ source_id: '5', instance: 'production' }])
  fireEvent.click(screen.getByLabelText(/Keep its page/))
  press(/^Save/)
  await waitFor(() => expect(sent('source/update')).toEqual([{ source_id: '5', on_gone: 'keep' }]))
})

it('is deleted with the own password, and its pages as chosen', async () => {
  answer(api.source.delete, [])
  showOne()
  await screen.findByRole('heading', { level: 1 })
  press('Delete…')
  press('Delete the source')
  expect(await screen.findByText('Please enter your password')).toBeVisible()
  fireEvent.click(screen.getByLabelText('Go to the recycle bin'))
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'secret' } })
  press('Delete the source')
  expect(await screen.findByText('now at /item/sources/7')).toBeVisible()
  expect(sent('source/delete')).toEqual([{ source_id: '5', pages: 'bin', password: 'secret' }])
})

it('makes a page plain text after a confirmation that names its source', async () => {
  answer(api.source.detach, [])
  const sources = [{ source_id: '5', name: 'orders', title: 'Orders API', label: '1.4.0', seq: '2', schema: '' }]
  open(<DetachDialog view={{ page_id: '31', page_title: 'Create an order', sources }} onClose={() => {}} />, '/7/31')
  expect(screen.getByText(/no longer follows the source “Orders API”/)).toBeVisible()
  press('Keep as plain text')
  expect(await screen.findByText('“Create an order” is plain text now')).toBeVisible()
  expect(sent('source/detach')).toEqual([{ page_id: '31' }])
})

it('offers managers the servers of the description that are no environments, and makes one of them', async () => {
  const address = (base_url: string, about: string, source_id = '5') => ({ source_id, title: 'Orders API', base_url, about })
  answer(api.console.environments, [
    { env_id: '1', env_name: 'Staging', base_url: 'https://staging.example.com', is_shown: true, by_server: false, variables: [] },
  ])
  answer(api.console.addresses, [
    address('https://staging.example.com', 'Staging'),
    address('https://api.example.com/v2', 'Production'),
    address('https://other.example.com', 'Of another source', '6'),
  ])
  answer(api.console.saveEnvironment, { env_id: '2' })
  const shown = showOne()
  const hint = await screen.findByRole('region', { name: 'From your sources' })
  expect(hint.textContent).toContain('names a server that is no environment')
  expect(within(hint).getAllByRole('button')).toHaveLength(1)
  press('Make it an environment: https://api.example.com/v2')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Production')
  expect(screen.getByRole('textbox', { name: 'Base address' })).toHaveValue('https://api.example.com/v2')
  answer(api.console.environments, [
    { env_id: '1', env_name: 'Staging', base_url: 'https://staging.example.com', is_shown: true, by_server: false, variables: [] },
    { env_id: '2', env_name: 'Production', base_url: 'https://api.example.com/v2', is_shown: true, by_server: false, variables: [] },
  ])
  press('Save')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'From your sources' })).toBeNull())
  expect(sent('console/saveEnvironment')).toMatchObject([{ item_id: '7', env_id: '0', base_url: 'https://api.example.com/v2' }])
  shown.unmount()
  answer(api.console.environments, [])
  answer(api.item.info, item({ item_manage: false }))
  sentRequests.length = 0
  showOne()
  await screen.findByText('Versions')
  expect(sent('console/addresses')).toEqual([])
})
