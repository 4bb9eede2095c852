// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refusal, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { ExportScreen } from './export-screen.tsx'
import type { Node } from './outline.ts'

const node = (kind: Node['kind'], id: string, title: string, parent = '0', level = 1): Node => ({
  kind,
  id,
  title,
  parent,
  level,
  number: '1',
})
const nodes = [
  node('page', '1', 'Overview'),
  node('catalog', '7', 'Guides'),
  node('page', '2', 'Start', '7', 2),
  node('catalog', '8', 'Deep', '7', 2),
  node('page', '3', 'Last', '8', 3),
]
const stubbed = globalThis.fetch
const show = (query = '') => open(<ExportScreen />, `/item/export/5${query}`, '/item/export/:item_id')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))

/** Responds to every requested file with the result of `make`. */
function files(make: (address: string, signal: AbortSignal) => Promise<Response>) {
  const requests: string[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!/export\/(?:word|markdown|html)\?/.test(address)) return stubbed(address, init)
    requests.push(address.replace(/^.*\/api\//, '').replace(/request_id=[\w-]+/, 'request_id=x'))
    return make(address, init.signal as AbortSignal)
  })
  return requests
}

const saved: string[] = []
beforeEach(() => {
  answer(api.export.outline, { item_name: 'Orders', item_type: '1', nodes })
  answer(api.export.progress, { stage: 'working', done: 1, total: 3 })
  answer(api.export.cancel, [])
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.restoreAllMocks()
  vi.stubGlobal('fetch', stubbed)
})

it('saves the whole item under the file name of the server', async () => {
  const headers = { 'content-disposition': `attachment; filename="export.zip"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.zip` }
  const requests = files(async () => new Response('zip', { headers }))
  show()
  await screen.findByText('3 pages')
  choose(/Markdown/)
  press('Export')
  expect(await screen.findByText(/订单\.zip is saved/)).toBeVisible()
  expect(requests).toEqual(['export/markdown?item_id=5&cat_id=&page_id=&request_id=x'])
  expect(saved).toEqual(['订单.zip'])
  press('Save it again')
  expect(saved).toEqual(['订单.zip', '订单.zip'])
})

it('shows the progress, and cancels', async () => {
  let signal: AbortSignal | undefined
  files((_address, given) => {
    signal = given
    return new Promise((_done, fail) => given.addEventListener('abort', () => fail(given.reason)))
  })
  show()
  await screen.findByText('3 pages')
  press('Export')
  expect(await screen.findByText('Page 1 of 3')).toBeVisible()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1')
  expect((screen.getByRole('radio', { name: /Markdown/ }).closest('fieldset') as HTMLFieldSetElement).disabled).toBe(true)
  press('Cancel')
  expect(await screen.findByText('The export was cancelled.')).toBeVisible()
  expect(signal?.aborted).toBe(true)
  await waitFor(() => expect(sentRequests.some(({ path }) => path === 'export/cancel')).toBe(true))
  expect(saved).toEqual([])
})

it('shows a refusal of the server, and retries', async () => {
  let isRefused = true
  const requests = files(async () =>
    isRefused
      ? Response.json(refusal('tooMany', 'Too many'), { status: 429 })
      : new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''a.docx" } }),
  )
  show()
  await screen.findByText('3 pages')
  press('Export')
  expect((await screen.findByRole('alert')).textContent).toContain('Too many')
  isRefused = false
  press('Try again')
  expect(await screen.findByText(/a\.docx is saved/)).toBeVisible()
  expect(requests.at(-1)).toBe('export/word?item_id=5&cat_id=&page_id=&request_id=x')
})

it('distinguishes a lost connection from a refusal', async () => {
  files(async () => {
    throw new TypeError('network')
  })
  show()
  await screen.findByText('3 pages')
  press('Export')
  expect((await screen.findByRole('alert')).textContent).toContain('connection was lost')
})

it('exports the page in the address, or requires a choice', async () => {
  const requests = files(async () => new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''a.docx" } }))
  show('?page_id=2')
  await screen.findByText('3 pages')
  expect((screen.getByRole('radio', { name: /A part/ }) as HTMLInputElement).checked).toBe(true)
  press('Export')
  await screen.findByText(/a\.docx is saved/)
  expect(requests).toEqual(['export/word?item_id=5&cat_id=&page_id=2&request_id=x'])
  cleanup()
  show()
  await screen.findByText('3 pages')
  choose(/A part/)
  press('Export')
  expect(screen.getByRole('alert').textContent).toContain('Choose a catalog or a page first')
  expect(requests).toHaveLength(1)
})

it('exports a catalog, or a page in it', async () => {
  const requests = files(async () => new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''a.docx" } }))
  const pick = async (list: string, name: string) => {
    fireEvent.click(screen.getByLabelText(list))
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  show()
  await screen.findByText('3 pages')
  choose(/A part/)
  await pick('Catalog', 'Guides')
  press('Export')
  await screen.findByText(/a\.docx is saved/)
  await pick('Page', 'Start')
  press('Export')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests).toEqual(['export/word?item_id=5&cat_id=7&page_id=&request_id=x', 'export/word?item_id=5&cat_id=&page_id=2&request_id=x'])
})

it('exports what was selected in the tree, without what is gone', async () => {
  const requests = files(async () => new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''a.docx" } }))
  show('?lines=2.c7.99.x')
  expect(await screen.findByRole('radio', { name: /The selection/ })).toBeChecked()
  press('Export')
  await screen.findByText(/a\.docx is saved/)
  expect(new URLSearchParams(requests[0]).get('lines')).toBe('[{"page_id":"2"},{"cat_id":"7"}]')
  choose(/Everything/)
  press('Export')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]).not.toContain('lines')
})

it('opens the print view for a PDF', async () => {
  show('?cat_id=7')
  await screen.findByText('3 pages')
  choose(/PDF/)
  press('Open the print view')
  expect(await screen.findByText('now at /item/export/5/print?cat_id=7')).toBeVisible()
})

it('shows missing permission and an empty item', async () => {
  refuse(api.export.outline, 'noPermission', 'no')
  show()
  expect(await screen.findByRole('heading', { name: 'You cannot export this item' })).toBeVisible()
  cleanup()
  answer(api.export.outline, { item_name: 'Orders', item_type: '1', nodes: [] })
  show()
  expect(await screen.findByRole('heading', { name: 'There is nothing to export yet' })).toBeVisible()
  expect(within(document.body).getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/5')
})
