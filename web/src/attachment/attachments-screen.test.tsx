// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { Upload } from '../test/upload.ts'
import { AttachmentsScreen } from './attachments-screen.tsx'
import type { OwnFile } from './file.ts'

const row = (n: number, display_name: string, file_type = 'application/pdf'): OwnFile => ({
  file_id: String(n),
  uid: '1',
  display_name,
  file_type,
  file_size: '1258291',
  file_size_m: 1.2,
  visit_times: '7',
  item_id: '3',
  page_id: '12',
  url: `/server/index.php?s=/api/attachment/visitFile/sign/${n}`,
  addtime: '2026-11-18 16:40:05',
  last_visit_time: '',
})
const answers = (list: OwnFile[], total = list.length) =>
  answer(api.attachment.getMyList, { list, total: String(total), used: '12944671', used_m: 12.345, used_flow_m: 0.02 })
const show = (address = '/attachment/index') => open(<AttachmentsScreen />, address)
const lists = () => sentRequests.filter(({ path }) => path === 'attachment/getMyList').map(({ fields }) => fields)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (row: string, action: string) => {
  press(`More for ${row}`)
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
const copied = vi.fn(async (_text: string) => {})

beforeEach(() => {
  copied.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
})
afterEach(() => {
  cleanup()
  resetAnswers()
  Upload.all = []
})

it('lists the user’s files with size, link and copy button', async () => {
  answers([row(8, 'spec.pdf'), row(7, 'plan.png', 'image/png')])
  show()
  const spec = (await screen.findByRole('rowheader', { name: 'spec.pdf' })).closest('tr') as HTMLTableRowElement
  expect([...spec.cells].slice(0, 6).map((cell) => cell.textContent)).toEqual([
    '8',
    'spec.pdf',
    'application/pdf',
    '1.2 MB',
    '77 visits',
    '18 Nov 2026, 16:40',
  ])
  expect(lists()).toEqual([{ page: '1', count: '6', attachment_type: '-1', display_name: '', username: '' }])
  expect(screen.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/item/index')
  expect(screen.getByText('Space used: 12.3 MB')).toBeVisible()
  expect(screen.getByText('Downloaded this month: 20 KB')).toBeVisible()
  expect(screen.getByText('1 to 2 of 2')).toBeVisible()
  const visit = screen.getByRole('link', { name: 'Open spec.pdf in a new tab' })
  expect([visit.getAttribute('href'), visit.getAttribute('target')]).toEqual([row(8, '').url, '_blank'])
  choose('spec.pdf', 'Copy link')
  expect(await screen.findByText('Link copied')).toBeVisible()
  expect(copied).toHaveBeenCalledWith(location.origin + row(8, '').url)
})

it('shows that a link could not be copied', async () => {
  answers([row(8, 'spec.pdf')])
  show()
  await screen.findByRole('rowheader', { name: 'spec.pdf' })
  copied.mockRejectedValueOnce(new Error('refused'))
  choose('spec.pdf', 'Copy link')
  expect(await screen.findByText('Copying did not work. Open the file and copy its address')).toBeVisible()
})

it('uses the page size of the site', async () => {
  Object.assign(readBoot(), { attachmentPageSize: 5 })
  answers([row(8, 'spec.pdf')], 14)
  show()
  await screen.findByRole('rowheader', { name: 'spec.pdf' })
  Object.assign(readBoot(), { attachmentPageSize: 6 })
  expect(lists()).toContainEqual({ page: '1', count: '5', attachment_type: '-1', display_name: '', username: '' })
  expect(screen.getByText('1 to 5 of 14')).toBeVisible()
})

it('filters by name and kind, and keeps the filter and the page in the address', async () => {
  answers([row(8, 'spec.pdf')], 14)
  show('/attachment/index?display_name=spec&attachment_type=2&page=2')
  await screen.findByRole('rowheader', { name: 'spec.pdf' })
  expect(lists()).toContainEqual({ page: '2', count: '6', attachment_type: '2', display_name: 'spec', username: '' })
  // The usage of all files, independent of the filter.
  expect(lists()).toContainEqual({ page: '1', count: '1', attachment_type: '-1', display_name: '', username: '' })
  expect(screen.getByText('7 to 12 of 14')).toBeVisible()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Other files' }).checked).toBe(true)

  fireEvent.click(screen.getByRole('radio', { name: 'Pictures' }))
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ page: '1', attachment_type: '1', display_name: 'spec' }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'plan' } })
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ page: '1', attachment_type: '1', display_name: 'plan' }))
  press('Next page')
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ page: '2', display_name: 'plan' }))
})

it('deletes after a confirmation, and goes to the previous page after the last row', async () => {
  let total = 7
  answer(api.attachment.getMyList, ({ page }) => ({
    list: page === '2' ? (total > 6 ? [row(1, 'old.zip')] : []) : [row(9, 'new.zip')],
    total: String(total),
    used: '0',
    used_m: 1,
    used_flow_m: 0,
  }))
  answer(api.attachment.deleteMyAttachment, () => {
    total = 6
    return []
  })
  show('/attachment/index?page=2')
  await screen.findByRole('rowheader', { name: 'old.zip' })
  choose('old.zip', 'Delete…')
  const dialog = screen.getByRole('dialog', { name: 'Delete “old.zip”?' })
  expect(within(dialog).getByText(/deleted for good, from every page/)).toBeVisible()
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/page/12')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the file' }))
  expect(await screen.findByRole('rowheader', { name: 'new.zip' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentRequests.find(({ path }) => path === 'attachment/deleteMyAttachment')?.fields).toEqual({ file_id: '1' })
})

it('uploads several files, shows refused ones, and can cancel one', async () => {
  answers([])
  show()
  expect(await screen.findByText('You have not uploaded anything yet')).toBeVisible()
  fireEvent.click(screen.getAllByRole('button', { name: 'Upload' })[0] as HTMLElement)
  const big = new File(['x'], 'film.zip')
  Object.defineProperty(big, 'size', { value: 4 * 1024 * 1024 })
  const files = [new File(['abcd'], 'a.pdf'), new File(['abcd'], 'b.pdf'), big, new File([], 'none.txt')]
  await act(async () => fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } }))
  expect(screen.getByText('4 MB is too large. A file must be smaller than 4 MB.')).toBeVisible()
  expect(screen.getByText(/The file is empty, or a folder/)).toBeVisible()
  const [first, second] = Upload.all as [Upload, Upload]
  expect(Upload.all).toHaveLength(2)
  expect(first.address).toBe('/api/attachment/attachmentUpload')
  expect((first.body.get('file') as File).name).toBe('a.pdf')
  first.sent(2)
  expect(screen.getByText('50%')).toBeVisible()
  press('Cancel the upload of b.pdf')
  expect(screen.queryByText('b.pdf')).toBeNull()
  await second.replies({ url: '/late', success: 1, message: '' })
  const before = lists().length
  await first.replies({ url: '/a', success: 1, message: '' })
  expect(screen.getByText('Uploaded')).toBeVisible()
  await waitFor(() => expect(lists().length).toBeGreaterThan(before))
})

it('uploads files dropped on the dialog in the field “file”', async () => {
  answers([])
  show()
  await screen.findByText('You have not uploaded anything yet')
  fireEvent.click(screen.getAllByRole('button', { name: 'Upload' })[0] as HTMLElement)
  const zone = screen.getByLabelText('Choose files').closest('label') as HTMLElement
  const dataTransfer = { types: ['Files'], files: [new File(['abcd'], 'a.pdf')], dropEffect: '' }
  fireEvent.dragOver(zone, { dataTransfer })
  await act(async () => fireEvent.drop(zone, { dataTransfer }))
  expect((Upload.last.body.get('file') as File).name).toBe('a.pdf')
})

it('shows why an upload was refused, and offers a retry only if it can help', async () => {
  answers([])
  show()
  await screen.findByText('You have not uploaded anything yet')
  fireEvent.click(screen.getAllByRole('button', { name: 'Upload' })[0] as HTMLElement)
  const files = [new File(['abcd'], 'setup.exe'), new File(['abcd'], 'plan.png')]
  await act(async () => fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } }))
  const [exe, png] = Upload.all
  await exe?.refuses('fileNotAllowed', 'Files of this kind cannot be uploaded: setup.exe')
  expect(screen.getByText('Not uploaded: Files of this kind cannot be uploaded: setup.exe')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await png?.refuses('quotaFull', 'The disk is full')
  expect(screen.getByText('Picture not uploaded: The disk is full')).toBeVisible()
  press('Try again')
  await Upload.last.replies({ url: '/plan', success: 1, message: '' })
  expect(screen.getByText('Uploaded')).toBeVisible()
})

it('shows that nothing matches, and can reset the filter', async () => {
  answer(api.attachment.getMyList, ({ display_name }) => ({
    list: display_name ? [] : [row(8, 'spec.pdf')],
    total: display_name ? '0' : '1',
    used: '0',
    used_m: 1,
    used_flow_m: 0,
  }))
  show('/attachment/index?display_name=nothing')
  expect(await screen.findByText('No attachment matches')).toBeVisible()
  press('Show all')
  expect(await screen.findByRole('rowheader', { name: 'spec.pdf' })).toBeVisible()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

it('shows an error and retries', async () => {
  refuse(api.attachment.getMyList, 'databaseAway', 'The database is away')
  show()
  expect(await screen.findByText('The database is away')).toBeVisible()
  answers([row(8, 'spec.pdf')])
  press('Try again')
  expect(await screen.findByRole('rowheader', { name: 'spec.pdf' })).toBeVisible()
})
