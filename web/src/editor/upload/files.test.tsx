// @vitest-environment jsdom
import '../../test/browser.ts'
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { attachmentWords } from '../../attachment/attachment.words.ts'
import type { OwnFile, PageFile } from '../../attachment/file.ts'
import { api } from '../../lib/api.ts'
import { anItem, emma } from '../../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Upload } from '../../test/upload.ts'
import { EditorScreen } from '../screen.tsx'

const row = {
  page_id: '12',
  author_uid: '1',
  author_username: 'emma',
  author_name: 'emma',
  suggested_by_name: '',
  item_id: '12',
  cat_id: '0',
  page_title: 'Refunds',
  page_content: 'A text long enough',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  version: '4',
  addtime: '1',
}
const address = (sign: string) => `/server/index.php?s=/api/attachment/visitFile/sign/${sign.repeat(32)}`
const spec: PageFile = {
  file_id: '5',
  display_name: 'spec.pdf',
  url: address('a'),
  addtime: '2026-11-18 16:40:05',
  file_size: '88064',
  file_type: 'application/pdf',
}
const own = (file: PageFile): OwnFile => ({
  ...file,
  uid: '1',
  file_size_m: 0.1,
  visit_times: '0',
  item_id: '12',
  page_id: '0',
  last_visit_time: '',
})
const mine = (...files: PageFile[]) =>
  answer(api.attachment.getMyList, { list: files.map(own), total: String(files.length), used: '0', used_m: 1, used_flow_m: 0 })

const show = (path = '/page/edit/12/12') => open(<EditorScreen />, path, '/page/edit/:item_id/:page_id', emma)
const text = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView)
const doc = (view: EditorView) => view.state.doc.toString()
const calls = (path: string) => sentRequests.filter((call) => call.path === path).map(({ fields }) => fields)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** The entry of the menu, with the number of files. */
const filesEntry = () => {
  if (!screen.queryByRole('menu')) press('More')
  return screen.getByRole('menuitem', { name: /^Attachments/ })
}

const transferOf = (files: File[], data: Record<string, string> = {}) => ({
  files,
  items: [],
  types: files.length ? ['Files'] : [],
  dropEffect: 'none',
  getData: (type: string) => data[type] ?? '',
})
function fire(kind: 'paste' | 'drop' | 'dragover', to: Element, holds: ReturnType<typeof transferOf>) {
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, kind === 'paste' ? { clipboardData: holds } : { dataTransfer: holds, clientX: 0, clientY: 0 })
  return act(async () => void to.dispatchEvent(event))
}
const png = () => new File(['abcd'], 'image.png', { type: 'image/png' })
const uploaded = (sign: string) => Upload.last.replies({ url: address(sign), success: 1, message: '', file_id: '77' })
async function writing(path?: string) {
  show(path)
  const view = await text()
  // The editor restores the cursor shortly after it gets the focus.
  await act(() => new Promise((done) => setTimeout(done, 50)))
  await act(async () => view.dispatch({ selection: { anchor: view.state.doc.length } }))
  return view
}

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  sessionStorage.clear()
  Upload.all = []
  Object.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: true })
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  answer(api.item.info, anItem({ item_type: '2' }))
  answer(api.page.info, { ...row, attachment_count: '2', unique_key: '', truth_state: '' })
  answer(api.page.save, (fields) => ({ ...row, page_id: fields['page_id'] === '0' ? '31' : '12', version: '5' }))
  answer(api.page.setLock, { id: '12' })
  answer(api.page.isLock, { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 })
  answer(api.page.uploadList, [spec])
  answer(api.attachment.bindingPage, [])
})
afterEach(async () => {
  cleanup()
  await new Promise((done) => setTimeout(done, 5))
})

it('uploads a pasted picture and inserts it where it was pasted', async () => {
  const view = await writing()
  await fire('paste', view.contentDOM, transferOf([png()]))
  const { address: where, body } = Upload.last
  expect(where).toBe('/api/page/uploadImg')
  expect([body.get('item_id'), body.get('page_id')]).toEqual(['12', '12'])
  expect((body.get('editormd-image-file') as File).name).toMatch(/^screenshot-\d{8}-\d{6}\.png$/)
  expect(doc(view)).toBe('A text long enough')
  Upload.last.sent(2)
  expect(view.contentDOM.textContent).toMatch(/screenshot.*50 %/)
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'Now: ' } }))
  await uploaded('b')
  expect(doc(view)).toBe(`Now: A text long enough![](${address('b')})`)
  // The attachments of the page are counted again.
  expect(await within(filesEntry()).findByText('1')).toBeVisible()
})

it('repeats an upload without an answer as the same, so that the page has one file', async () => {
  const view = await writing()
  await fire('paste', view.contentDOM, transferOf([png()]))
  await act(async () => Upload.last.onerror())
  press('Try again')
  await uploaded('b')
  await fire('paste', view.contentDOM, transferOf([png()]))
  const [first, again, other] = Upload.all.map(({ body }) => body.get('request_id'))
  expect(first).toMatch(/^[\w-]{8,64}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('repeats an upload without an answer as the same, and binds it, when the page was created meanwhile', async () => {
  const view = await writing('/page/edit/12/0')
  await fire('paste', view.contentDOM, transferOf([png()]))
  await act(async () => Upload.last.onerror())
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(calls('page/save')).toHaveLength(1))
  await screen.findByText(/page\/edit\/12\/31|Saved/)
  press('Try again')
  const [first, again] = Upload.all.map(({ body }) => [body.get('request_id'), body.get('page_id')])
  expect(again).toEqual(first)
  await uploaded('b')
  await waitFor(() => expect(calls('attachment/bindingPage')).toEqual([{ file_id: '77', page_id: '31', redirect_login: 'false' }]))
})

it('reports why an upload failed and inserts the picture at its mark after a retry', async () => {
  const view = await writing()
  await fire('paste', view.contentDOM, transferOf([png()]))
  await Upload.last.refuses('quotaFull', 'The disk is full')
  expect(screen.getByText('Picture not uploaded: The disk is full')).toBeVisible()
  expect(attachmentWords.zh.pictureFailed('磁盘已满')).toBe('图片上传失败：磁盘已满')
  expect(view.contentDOM.querySelector<HTMLElement>('.ed-chip')?.hidden).toBe(true)
  await act(async () => view.dispatch({ changes: { from: 0, insert: '1 ' }, selection: { anchor: 0 } }))
  press('Try again')
  await uploaded('b')
  expect(doc(view)).toBe(`1 A text long enough![](${address('b')})`)
})

it('leaves a paste that contains text to the editor', async () => {
  const view = await writing()
  await fire('paste', view.contentDOM, transferOf([png()], { 'text/plain': 'a\tb', 'text/html': '<table><tr><td>a</td></tr></table>' }))
  expect(Upload.all).toEqual([])
})

it('links dropped files and inserts dropped pictures, each on its line, and reports refused files', async () => {
  const view = await writing()
  const files = [new File(['abcd'], 'a [1].pdf'), new File(['abcd'], 'plan.png'), new File([], 'folder')]
  await fire('dragover', view.contentDOM, transferOf(files))
  expect(screen.getByText('Drop to attach')).toBeVisible()
  await fire('drop', view.contentDOM.closest('.ed-left') as Element, transferOf(files))
  expect(screen.queryByText('Drop to attach')).toBeNull()
  const [pdf, picture] = Upload.all as [Upload, Upload]
  expect([pdf.address, picture.address]).toEqual(['/api/page/upload', '/api/page/uploadImg'])
  expect(screen.getByText(/The file is empty, or a folder/)).toBeVisible()
  await picture.replies({ url: address('c'), success: 1, message: '' })
  await pdf.replies({ url: address('b'), success: 1, message: '' })
  expect(doc(view)).toBe(`A text long enough\n[a \\[1\\].pdf](${address('b')})\n![plan](${address('c')})`)
})

it('ignores drags within the page and does not let the browser open a dropped file', async () => {
  const view = await writing()
  fireEvent(document.body, new Event('dragstart', { bubbles: true }))
  await fire('drop', view.contentDOM, transferOf([png()]))
  expect(Upload.all).toEqual([])
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: transferOf([png()]) })
  document.querySelector('.ed-foot')?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  expect(Upload.all).toEqual([])
})

it('lets an upload be cancelled and asks for confirmation before leaving a running one', async () => {
  const view = await writing()
  await fire('paste', view.contentDOM, transferOf([png()]))
  fireEvent.click(screen.getByRole('link', { name: 'Back to the page' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Save and leave'))
  expect(calls('page/save')).toEqual([])
  await uploaded('b')
  expect(await screen.findByText('now at /12/12')).toBeVisible()
  expect(calls('page/save')[0]?.['page_content']).toBe(`A text long enough![](${address('b')})`)
  cleanup()

  const again = await writing()
  await fire('paste', again.contentDOM, transferOf([png()]))
  press(/^Cancel the upload of screenshot/)
  expect(again.contentDOM.textContent).toBe('A text long enough')
  fireEvent.click(screen.getByRole('link', { name: 'Back to the page' }))
  expect(await screen.findByText('now at /12/12')).toBeVisible()
})

it('binds files uploaded to an unsaved page after its first save', async () => {
  const pasted = { ...spec, file_id: '77', url: `https://docs.test${address('b')}` }
  mine(spec, pasted)
  const view = await writing('/page/edit/12/0')
  await fire('paste', view.contentDOM, transferOf([png()]))
  expect(Upload.last.body.get('page_id')).toBe('0')
  await uploaded('b')
  expect(calls('attachment/bindingPage')).toEqual([])
  fireEvent.click(filesEntry())
  expect(await screen.findByText('This page is not saved yet')).toBeVisible()
  press('Save the page')
  await waitFor(() => expect(calls('attachment/bindingPage')).toEqual([{ file_id: '77', page_id: '31', redirect_login: 'false' }]))
  expect(await screen.findByText('spec.pdf')).toBeVisible()
})

it('reports when files could not be bound, and retries', async () => {
  mine({ ...spec, file_id: '77', url: address('b') })
  refuse(api.attachment.bindingPage, 'notFound', 'no')
  const view = await writing('/page/edit/12/0')
  await fire('paste', view.contentDOM, transferOf([png()]))
  await uploaded('b')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  const toastElement = (await screen.findByText(/Some files could not be attached/)).closest('.toast') as HTMLElement
  answer(api.attachment.bindingPage, [])
  fireEvent.click(within(toastElement).getByText('Try again'))
  await waitFor(() => expect(calls('attachment/bindingPage')).toHaveLength(2))
})

it('lists the attachments of the page and uploads, inserts and deletes them', async () => {
  answer(api.page.deleteUploadFile, () => {
    answer(api.page.uploadList, [])
    return []
  })
  const view = await writing()
  expect(within(filesEntry()).getByText('2')).toBeVisible()
  fireEvent.click(filesEntry())
  const panel = await screen.findByRole('complementary', { name: 'Attachments' })
  const name = await within(panel).findByText('spec.pdf')
  expect(name.closest('li')?.textContent).toBe('spec.pdf (opens a new tab)86 KB · 18 Nov 2026, 16:40')
  expect(within(filesEntry()).getByText('1')).toBeVisible()

  press('Insert spec.pdf at the cursor')
  expect(doc(view)).toBe(`A text long enough [spec.pdf](${address('a')})`)

  await act(async () =>
    fireEvent.change(within(panel).getByLabelText('Choose files'), { target: { files: [new File(['abcd'], 'b.pdf')] } }),
  )
  expect(Upload.last.address).toBe('/api/page/upload')
  answer(api.page.uploadList, [{ ...spec, file_id: '6', display_name: 'b.pdf' }, spec])
  await uploaded('d')
  expect(await within(panel).findByText('b.pdf')).toBeVisible()
  // It is attached, and the text stays unchanged.
  expect(doc(view)).not.toContain('b.pdf')
  expect(within(filesEntry()).getByText('2')).toBeVisible()

  press('More about spec.pdf')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const dialog = screen.getByRole('dialog', { name: 'Delete “spec.pdf”?' })
  expect(within(dialog).getByText('The text of this page uses it.')).toBeVisible()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the file' }))
  expect(await within(panel).findByText('No attachments yet')).toBeVisible()
  expect(calls('page/deleteUploadFile')).toEqual([{ file_id: '5', page_id: '12' }])
})

it('separates an inserted file by a space from adjacent Latin words only', async () => {
  const view = await writing()
  fireEvent.click(filesEntry())
  await screen.findByText('spec.pdf')
  const insertInto = (text: string) => {
    const at = text.indexOf('|')
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text.replace('|', '') }, selection: { anchor: at } }))
    press('Insert spec.pdf at the cursor')
    return doc(view).replace(`[spec.pdf](${address('a')})`, '@')
  }
  expect(['ok.txt|Reads one', 'one | two', '| begin', 'end.\n|', '见|附件'].map(insertInto)).toEqual([
    'ok.txt @ Reads one',
    'one @ two',
    '@ begin',
    'end.\n@',
    '见@附件',
  ])
})

it('attaches and inserts the user’s own files', async () => {
  const plan = { ...spec, file_id: '6', display_name: 'plan.png', url: address('b'), file_type: 'image/png' }
  mine(plan, { ...plan, file_id: '7', display_name: 'draft.png' }, spec)
  const view = await writing()
  const pictures = () => {
    press('Picture')
    fireEvent.click(screen.getByRole('menuitem', { name: 'From my attachments…' }))
    return screen.findByRole('dialog', { name: 'My pictures' })
  }
  const dialog = await pictures()
  expect(calls('attachment/getMyList')[0]).toMatchObject({ attachment_type: '1', count: '5' })
  expect(await within(dialog).findByText('On this page')).toBeVisible()
  press('Attach plan.png to the page')
  expect(await screen.findByText('“plan.png” attached to the page')).toBeVisible()
  expect(calls('attachment/bindingPage')).toMatchObject([{ file_id: '6', page_id: '12' }])
  press('Insert plan.png at the cursor')
  expect(doc(view)).toBe(`A text long enough ![plan](${address('b')})`)
  expect(screen.queryByRole('dialog')).toBeNull()
  await within(await pictures()).findByText('draft.png')
  press('Insert draft.png at the cursor')
  await waitFor(() => expect(calls('attachment/bindingPage').at(-1)).toMatchObject({ file_id: '7', page_id: '12' }))
})
