// @vitest-environment jsdom
import '../../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Upload } from '../../test/upload.ts'
import { AddItemScreen } from './screen.tsx'

const zip = (name = 'manual.zip', size = 3 * 1024 * 1024) => {
  const file = new File(['x'], name, { type: 'application/zip' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const show = () => open(<AddItemScreen />, '/item/add?tab=import')
/** Asynchronous: the form is validated before the upload starts. */
const choose = (...files: File[]) => act(async () => fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files } }))
const bar = () => screen.getByRole('progressbar')
const report = { catalogs: 1, pages: 12, updated: 0, unchanged: 0, files: 0, skipped: [{ name: 'film.mp4', reason: 'size' as const }] }

beforeEach(() => answer(api.import.progress, { stage: 'none', done: 0, total: 0 }))
afterEach(() => {
  cleanup()
  resetAnswers()
  Upload.all = []
})

it('uploads the zip, follows the progress and reports what was and was not imported', async () => {
  show()
  await choose(zip())
  const upload = Upload.last
  expect(upload.address).toBe('/api/import/auto')
  expect(upload.headers['accept-language']).toBe('en-US')
  expect((upload.body.get('file') as File).name).toBe('manual.zip')
  expect(upload.body.get('request_id')).toMatch(/^[\w-]{8,64}$/)

  upload.sent(1.5 * 1024 * 1024)
  expect(bar().getAttribute('aria-valuetext')).toBe('Uploading: 1.5 MB of 3 MB')
  expect(sentRequests).toEqual([])

  answer(api.import.progress, { stage: 'saving', done: 6, total: 12 })
  act(() => upload.upload.onload?.())
  expect(await screen.findByText('Saving pages: 6 of 12')).toBeVisible()
  expect(sentRequests[0]).toEqual({ path: 'import/progress', fields: { request_id: upload.body.get('request_id') } })
  answer(api.import.progress, { stage: 'saving', done: 9, total: 12 })
  expect(await screen.findByText('Saving pages: 9 of 12')).toBeVisible()

  await upload.answers({ item_id: '77', item_name: 'Manual', report })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '“Manual” has been imported' }))
  expect(screen.getByText('1 catalog · 12 pages · 0 files')).toBeVisible()
  expect(screen.getByText('film.mp4').parentElement?.textContent).toBe('film.mp4Too large')
  expect(screen.getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/77')

  fireEvent.click(screen.getByRole('button', { name: 'Import another' }))
  await choose(zip('next.zip'))
  expect(Upload.last.body.get('request_id')).not.toBe(upload.body.get('request_id'))
})

it('lists every accepted kind of file, and the joined, masked and skipped entries', async () => {
  show()
  for (const kind of [/Markdown .zip .md/, /OpenAPI, Swagger/, /Postman collection/, /HAR/])
    expect(screen.getByText((_, element) => element?.tagName === 'DT' && kind.test(element.textContent ?? ''))).toBeVisible()
  for (const name of ['a.md', 'api.yaml', 'c.postman_collection.json', 's.har', 'noname']) {
    await choose(zip(name))
    expect((Upload.last.body.get('file') as File).name).toBe(name)
    await Upload.last.refuses('importKind', 'no')
  }
  await choose(zip('api.json'))
  const skipped = (['joined', 'masked', 'remote'] as const).map((reason) => ({ name: `a ${reason}`, reason }))
  await Upload.last.answers({ item_id: '7', item_name: 'API', report: { ...report, skipped } })
  expect(screen.getByText('a masked').parentElement?.textContent).toContain('A secret')
  expect(screen.getByText('a joined').parentElement?.textContent).toContain('Deeper than three levels')
})

const description = (text = '{"openapi": "3.1.0", "info": {"title": "Order Service API", "version": "1.4.0"}}') =>
  new File([text], 'openapi.json', { type: 'application/json' })

it('asks what the description of an API becomes, and makes it a source that its pages follow', async () => {
  show()
  await choose(description())
  const heading = await screen.findByRole('heading', { name: '“openapi.json” describes an API' })
  expect(document.activeElement).toBe(heading)
  expect(Upload.all).toEqual([])
  expect(screen.getByRole('radio', { name: /^Pages that follow the file/ })).toBeChecked()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Import' })))
  const sent = ['source', 'label', 'password'].map((name) => Upload.last.body.get(name))
  expect(sent).toEqual(['order-service', '1.4.0', ''])
  await Upload.last.answers({ item_id: '77', item_name: 'Order Service API', report: { ...report, skipped: [] } })
  expect(screen.getByRole('link', { name: 'Open the source' }).getAttribute('href')).toBe('/item/sources/77')
})

it('imports the description of an API as plain pages, or takes another file instead', async () => {
  show()
  await choose(description('{"swagger": "2.0"}'))
  fireEvent.click(await screen.findByRole('button', { name: 'Another file' }))
  await choose(description())
  fireEvent.click(await screen.findByRole('radio', { name: /^Plain Markdown pages/ }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Import' })))
  expect(Upload.all).toHaveLength(1)
  expect(Upload.last.body.has('source')).toBe(false)
  await Upload.last.answers({ item_id: '77', item_name: 'Orders', report })
  expect(screen.queryByRole('link', { name: 'Open the source' })).toBeNull()
})

it('keeps the choice while the visit password is missing', async () => {
  show()
  fireEvent.click(screen.getByRole('radio', { name: 'Private' }))
  await choose(description())
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Import' })))
  expect(screen.getByText('Please set a password for private item')).toBeVisible()
  expect(screen.getByRole('heading', { name: /describes an API/ })).toBeVisible()
  expect(Upload.all).toEqual([])
})

it('accepts a dropped file', async () => {
  show()
  const zone = screen.getByText('Drop a file here, or choose one').closest('label') as HTMLElement
  const dataTransfer = { types: ['Files'], files: [zip()], dropEffect: '' }
  fireEvent.dragOver(zone, { dataTransfer })
  expect(screen.getByText('Let go to import')).toBeVisible()
  await act(async () => fireEvent.drop(zone, { dataTransfer }))
  expect(Upload.all).toHaveLength(1)
})

it.each([
  [[zip('notes.rar')], /“notes.rar” cannot be imported/],
  [[zip('big.zip', 300 * 1024 * 1024)], /“big.zip” has 300 MB; at most 250 MB/],
  [[zip(), zip()], /^Only one file can be imported at a time/],
])('refuses %j without a request', async (files, words) => {
  show()
  await choose(...files)
  expect(screen.getByRole('alert').textContent).toMatch(words)
  expect(Upload.all).toEqual([])
})

it('shows the server’s error message and accepts the next file', async () => {
  show()
  await choose(zip())
  await Upload.last.refuses('importEmpty')
  expect(screen.getByRole('alert').textContent).toContain('There is no Markdown page in this zip')
  await choose(zip('better.zip'))
  expect(Upload.all).toHaveLength(2)
  expect(Upload.all[1]?.body.get('request_id')).not.toBe(Upload.all[0]?.body.get('request_id'))
})

it('retries an upload without a response with the same request_id', async () => {
  show()
  await choose(zip())
  await act(async () => Upload.last.onerror())
  expect(screen.getByRole('alert').textContent).toContain('cannot be reached')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(Upload.all[1]?.body.get('request_id')).toBe(Upload.all[0]?.body.get('request_id'))
})

it('imports another file after an upload without a response, and does not show the item of the first', async () => {
  show()
  await choose(zip())
  await act(async () => Upload.last.onerror())
  await choose(zip('other.zip'))
  expect(Upload.all[1]?.body.get('request_id')).not.toBe(Upload.all[0]?.body.get('request_id'))
})

it.each(['<html>413</html>', '{"message":"too large"}'])(
  'recognises the response of a proxy that refused the file as too large: %s',
  async (body) => {
    show()
    await choose(zip())
    Upload.last.status = 413
    Upload.last.responseText = body
    await act(async () => Upload.last.onload())
    expect(screen.getByRole('alert').textContent).toContain('because of its size')
  },
)

it('says that a firewall refused the file, which is no lost connection', async () => {
  show()
  await choose(zip())
  Upload.last.status = 403
  Upload.last.responseText = '<html>Request blocked</html>'
  await act(async () => Upload.last.onload())
  expect(screen.getByRole('alert').textContent).toContain('proxy or firewall')
})

it('can be cancelled', async () => {
  show()
  await choose(zip())
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(screen.getByRole('status').textContent).toBe('Import cancelled.')
  expect(screen.getByLabelText('Choose a file')).toBeVisible()
})

it('continues while another tab is open and asks for confirmation before leaving the screen', async () => {
  show()
  await choose(zip())
  fireEvent.click(screen.getByRole('link', { name: 'Automatic' }))
  await screen.findByText('Let a script write the pages')
  fireEvent.click(screen.getByRole('link', { name: 'Import' }))
  await waitFor(() => expect(screen.getByText('manual.zip')).toBeVisible())
  expect(Upload.all).toHaveLength(1)

  fireEvent.click(screen.getByRole('link', { name: 'Sheaf' }))
  await screen.findByRole('dialog', { name: 'Stop importing “manual.zip”?' })
  fireEvent.click(screen.getByRole('button', { name: 'Keep importing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'Sheaf' }))
  let aborted = false
  Upload.last.abort = () => {
    aborted = true
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Stop importing' }))
  expect(await screen.findByText('now at /')).toBeVisible()
  // The effect of the previous screen ends after the next one is visible.
  await waitFor(() => expect(aborted).toBe(true))
})

it('makes the new item private with the chosen password, and does not start without one', async () => {
  show()
  fireEvent.click(screen.getByRole('radio', { name: /Private/ }))
  await screen.findByLabelText('Visit password')
  await choose(zip())
  expect(Upload.all).toEqual([])
  expect(await screen.findByText('Please set a password for private item')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Visit password'), { target: { value: 'sesame' } })
  await choose(zip())
  expect(Upload.last.body.get('password')).toBe('sesame')
  expect(Upload.last.body.has('item_id')).toBe(false)
})
