// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import type { Answer } from '@sheaf/contract/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aList, aThread } from '../comment/comment.given.ts'
import { api, makeQueryClient } from '../lib/api.ts'
import { BootContext, readBoot } from '../lib/boot.ts'
import { memoryHistory } from '../lib/navigation/memory.ts'
import { HistoryProvider } from '../lib/navigation/provider.tsx'
import { LanguageContext } from '../lib/words.ts'
import { anInfo, unplanned } from '../review/review.given.ts'
import { setAccount } from '../session/session.ts'
import { answer, refusal, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { routesWithLinkAway } from '../test/screen.tsx'
// Loaded before, as the time that this takes is no part of a test.
import './preview/text.ts'
import './preview/composed.ts'
import { EditorScreen } from './screen.tsx'

const item: Answer<'item', 'info'> = {
  item_id: '7',
  item_domain: '',
  is_archived: '0',
  item_name: 'Orders API',
  default_page_id: '0',
  default_cat_id2: '0',
  default_cat_id3: '0',
  default_cat_id4: '0',
  unread_count: '0',
  item_type: '1',
  is_login: true,
  item_edit: true,
  item_manage: false,
  ItemPermn: true,
  ItemCreator: false,
  current_page_id: '0',
  global_param: [],
  is_private: 0,
  edit_cats: null,
  owner_name: '',
  can_suggest: false,
  menu: { pages: [], catalogs: [] },
}
const row: Omit<Answer<'page', 'info'>, 'attachment_count' | 'unique_key'> = {
  page_id: '12',
  author_uid: '1',
  author_username: 'emma',
  item_id: '7',
  cat_id: '3',
  page_title: 'Create an order',
  page_content: 'A text long enough',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  author_name: 'emma',
  suggested_by_name: '',
  version: '4',
  truth_state: '',
  addtime: '1',
}
const catalog = { cat_id: '3', cat_name: 'Orders', item_id: '7', s_number: '1', parent_cat_id: '0', level: '2', addtime: '' }

function openAt(path: string, language: 'en' | 'zh' = 'en') {
  const routes = routesWithLinkAway('/page/edit/:item_id/:page_id', <EditorScreen />)
  const history = memoryHistory(path)
  render(
    <StrictMode>
      <BootContext value={readBoot()}>
        <LanguageContext value={language}>
          <QueryClientProvider client={makeQueryClient()}>
            <HistoryProvider history={history} routes={routes} />
          </QueryClientProvider>
        </LanguageContext>
      </BootContext>
    </StrictMode>,
  )
  return history
}

const text = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView)
const type = (view: EditorView, insert: string) => act(async () => view.dispatch({ changes: { from: view.state.doc.length, insert } }))
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
const saves = () => sentRequests.filter((call) => call.path === 'page/save').map((call) => call.fields)

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  sessionStorage.clear()
  setAccount({ uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' })
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  answer(api.item.info, item)
  answer(api.page.info, { ...row, attachment_count: '0', unique_key: '' })
  answer(api.catalog.catListName, [catalog])
  answer(api.page.save, (fields) => ({
    ...row,
    page_id: fields['page_id'] === '0' ? '31' : '12',
    page_content: fields['page_content'] ?? '',
    version: '5',
  }))
})
afterEach(cleanup)

it('opens a page, shows its preview, and saves it with its base version', async () => {
  openAt('/page/edit/7/12')
  const view = await text()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Create an order')
  expect(await screen.findByText('A text long enough', { selector: '.art p' })).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Catalog').selectedOptions[0]?.text).toBe('Orders'))
  await type(view, ' indeed')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  save()
  expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(saves()).toHaveLength(1)
  expect(saves()[0]).toMatchObject({ page_content: 'A text long enough indeed', base_version: '4', redirect_login: 'false' })
})

it('saves a small change without news, once; a new page offers no such choice', async () => {
  openAt('/page/edit/7/12')
  await type(await text(), ' and not too long')
  fireEvent.click(screen.getByRole('button', { name: 'How to save' }))
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Small change, do not notify' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save small change' }))
  await screen.findByRole('button', { name: 'Save' })
  await type(await text(), ' at all')
  save()
  await waitFor(() => expect(saves().map(({ is_minor }) => is_minor)).toEqual(['1', undefined]))
  cleanup()
  openAt('/page/edit/7/0')
  await text()
  expect(screen.queryByRole('button', { name: 'How to save' })).toBeNull()
})

it('a save can say that the whole page was checked, only on a page with a review', async () => {
  answer(api.review.info, anInfo({ subject_id: '12', may_verify: true }))
  openAt('/page/edit/7/12')
  await type(await text(), ' and not too long')
  fireEvent.click(screen.getByRole('button', { name: 'How to save' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'I have checked the whole page' }))
  expect(screen.getByRole('button', { name: 'How to save: the whole page is checked' })).toBeVisible()
  save()
  await waitFor(() => expect(saves().map(({ is_checked }) => is_checked)).toEqual(['1']))
  await type(await text(), ' at all')
  save()
  await waitFor(() => expect(saves().map(({ is_checked }) => is_checked)).toEqual(['1', undefined]))
  cleanup()
  answer(api.review.info, unplanned)
  openAt('/page/edit/7/12')
  await text()
  fireEvent.click(screen.getByRole('button', { name: 'How to save' }))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'I have checked the whole page' })).toBeNull()
})

it('resolves the comments on lines that were changed, with the save', async () => {
  const here = aThread('9', { quote: row.page_content, place_length: '18' })
  const elsewhere = aThread('8', { kind: 'page', quote: '', place_length: '0' })
  const foreign = aThread('7', { place_length: '18', may_resolve: false })
  answer(api.comment.getList, aList([here, elsewhere, foreign]))
  answer(api.comment.resolve, { ...here, state: 'resolved' })
  openAt('/page/edit/7/12')
  const view = await text()
  expect(screen.queryByText(/about text that you changed/)).toBeNull()
  await type(view, ' for a remark')
  const tick = await screen.findByRole('checkbox', { name: 'Resolve 1 comment here' })
  expect(tick).not.toBeChecked()
  fireEvent.click(tick)
  answer(api.comment.getList, aList([elsewhere, foreign]))
  save()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Resolve 1 comment here' })).toBeNull())
  const resolved = () => sentRequests.filter(({ path }) => path === 'comment/resolve').map(({ fields }) => fields?.['thread_id'])
  expect(saves()).toHaveLength(1)
  expect(resolved()).toEqual(['9'])

  // Without the tick a save resolves nothing.
  await type(view, ' again')
  save()
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(resolved()).toEqual(['9'])
})

it('edits the text that people wrote, and copies the whole text', async () => {
  const block = '```operation orders createOrder\n```\n'
  answer(api.page.info, ({ raw }) => ({ ...row, page_content: raw ? block : 'The whole part', attachment_count: '0', unique_key: '' }))
  openAt('/page/edit/7/12')
  expect((await text()).state.doc.toString()).toBe(block)
  expect(await screen.findByRole('note', { name: 'Operation' })).toBeVisible()
  cleanup()
  openAt('/page/edit/7/0?copy_page_id=12')
  expect((await text()).state.doc.toString()).toBe('The whole part')
})

/** The part that `operation orders createOrder` shows on its own page. */
const part = JSON.stringify({
  kind: 'operation',
  key: 'createOrder',
  method: 'POST',
  path: '/orders',
  title: 'Create an order',
  language: 'en',
  address: '/7/12',
  gone: '',
  body: {
    call: {
      method: 'POST',
      url: 'https://api.example.com/orders',
      bodies: [
        {
          contentType: 'application/json',
          fields: [{ name: 'quantity', type: 'integer', required: true, description: 'How many pieces', example: '2' }],
          type: '',
          examples: [],
        },
      ],
      responses: [{ status: '201', description: 'The order', headers: [], contents: [] }],
    },
  },
})

it('shows the view of a part with the words as typed; the part is fetched once', async () => {
  answer(api.source.part, { part, brief: '', schemas: null })
  const block = '```operation orders createOrder\n```\n'
  answer(api.page.info, { ...row, page_content: block, attachment_count: '0', unique_key: '' })
  openAt('/page/edit/7/12')
  const view = await text()
  expect(await screen.findByText('How many pieces')).toBeVisible()
  expect(document.querySelector('.art .endpoint')).toHaveTextContent('https://api.example.com/orders')
  await act(async () => view.dispatch({ changes: { from: block.indexOf('\n') + 1, insert: 'body.quantity+: At most 999.\n201: Made\n' } }))
  expect(await screen.findByText('At most 999.')).toBeVisible()
  expect(screen.getAllByText('Made')[0]).toBeVisible()
  expect(sentRequests.filter((call) => call.path === 'source/part').map((call) => call.fields)).toEqual([
    { page_id: '12', item_id: '0', kind: 'operation', source: 'orders', key: 'createOrder' },
  ])
})

it('offers the environments of the item in the view, as the page does', async () => {
  const environment = (env_id: string, env_name: string, is_shown = true) => {
    const base_url = `https://${env_name.toLowerCase()}.example.com`
    return { env_id, env_name, base_url, is_shown, by_server: false, variables: [] }
  }
  answer(api.console.environments, [environment('3', 'Live'), environment('4', 'Hidden', false), environment('5', 'Sandbox')])
  answer(api.source.part, { part: JSON.stringify({ ...JSON.parse(part), path: '/orders' }), brief: '', schemas: null })
  answer(api.page.info, { ...row, page_content: '```operation orders createOrder\n```\n', attachment_count: '0', unique_key: '' })
  openAt('/page/edit/7/12')
  await text()
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Environment' })
  expect([...choice.options].map((option) => option.text)).toEqual(['Live', 'Sandbox'])
  expect(document.querySelector('.art .endpoint .url')).toHaveTextContent('https://live.example.com/orders')
})

it('opens a moved page in its current item, even without access to the old item', async () => {
  answer(api.page.info, { ...row, item_id: '8', cat_id: '5', attachment_count: '0', unique_key: '' })
  answer(api.catalog.catListName, ({ item_id }) => [
    { ...catalog, item_id: item_id ?? '', cat_id: item_id === '8' ? '5' : '3', cat_name: `Of ${item_id}` },
  ])
  answer(api.item.info, ({ item_id }) => {
    if (item_id !== '8') throw new Error('closed')
    return { ...item, item_id: '8', item_name: 'Handbook' }
  })
  openAt('/page/edit/7/12')
  await text()
  expect(await screen.findByRole('option', { name: 'Of 8' })).toBeVisible()
  expect(sentRequests.filter((call) => call.path === 'item/info').map((call) => call.fields['item_id'])).toEqual(
    expect.arrayContaining(['7', '8']),
  )
})

it('navigates a new page to its address without losing text typed during the save', async () => {
  const history = openAt('/page/edit/7/0?cat_id=3')
  const view = await text()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'New' } })
  await type(view, 'first')
  save()
  await type(view, ' second')
  await waitFor(() => expect(history.location.pathname).toBe('/page/edit/7/31'))
  expect(await text()).toBe(view)
  expect(view.state.doc.toString()).toBe('first second')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  save()
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[0]).toMatchObject({ page_id: '0', page_title: 'New', cat_id: '3', page_content: 'first' })
  expect(saves()[1]).toMatchObject({ page_id: '31', page_content: 'first second', base_version: '5' })
})

it('starts a copy with the text, title and catalog of the other page', async () => {
  openAt('/page/edit/7/0?copy_page_id=12')
  const view = await text()
  expect(sentRequests.find((call) => call.path === 'page/info')?.fields).toEqual({ page_id: '12' })
  expect(view.state.doc.toString()).toBe('A text long enough')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Create an order')
  save()
  await waitFor(() => expect(saves()[0]).toMatchObject({ page_id: '0', cat_id: '3' }))
  expect(saves()[0]?.['base_version']).toBeUndefined()
})

it('deletes the draft when the text is saved', async () => {
  openAt('/page/edit/7/12')
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes('draft'))
  await type(await text(), '!')
  fireEvent(window, new Event('pagehide'))
  expect(drafts()).toHaveLength(1)
  save()
  expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(drafts()).toEqual([])
})

it('asks for confirmation before unsaved text is left', async () => {
  const history = openAt('/page/edit/7/12')
  await type(await text(), '!')
  fireEvent.click(screen.getByText('away'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByText('Stay'))
  expect(history.location.pathname).toBe('/page/edit/7/12')
  fireEvent.click(screen.getByText('away'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Save and leave'))
  expect(await screen.findByText('somewhere else')).toBeVisible()
  expect(saves()[0]).toMatchObject({ page_content: 'A text long enough!' })
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
})

/** Types into the page and leaves it without saving. */
async function leaveWithDraft() {
  openAt('/page/edit/7/12')
  await type(await text(), ' and a half')
  fireEvent.click(screen.getByText('away'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave without saving' }))
  await screen.findByText('somewhere else')
  cleanup()
}

it('keeps the draft of a text left without saving and offers it next time', async () => {
  await leaveWithDraft()

  openAt('/page/edit/7/12')
  fireEvent.click(await screen.findByText('Restore the draft'))
  expect((await text()).state.doc.toString()).toBe('A text long enough and a half')
})

it('an editor that cannot open says that there is a draft, and copies it', async () => {
  await leaveWithDraft()

  refuse(api.page.info, 'tooMany')
  openAt('/page/edit/7/12')
  expect(await screen.findByText('The page could not be loaded')).toBeVisible()
  expect(await screen.findByText(/^There is a draft from .* that was never saved\.$/)).toBeVisible()
  const writeText = vi.fn(async () => {})
  const usual = navigator
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  fireEvent.click(screen.getByRole('button', { name: 'Copy the draft' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('A text long enough and a half'))
  vi.stubGlobal('navigator', usual)
})

it('an editor that cannot open does not offer the draft of a window that is still open', async () => {
  await leaveWithDraft()
  const key = Object.keys(localStorage).find((one) => one.startsWith('sheaf.draft.')) ?? ''
  const [session = ''] = /\w+$/.exec(key) ?? []
  const closed = { title: 'Orders', text: 'of a closed window', cat_id: '0', version: '1', at: 86_400_000 }
  localStorage.setItem(key.replace(session, 'closed'), JSON.stringify(closed))
  const query = async () => ({ held: [{ name: `sheaf.sitting.${session}` }] })
  const usual = navigator
  vi.stubGlobal('navigator', { ...navigator, locks: { query } })
  refuse(api.page.info, 'tooMany')
  openAt('/page/edit/7/12')
  expect(await screen.findByText(/^There is a draft from .*1970.* that was never saved\.$/)).toBeVisible()
  vi.stubGlobal('navigator', usual)
})

/** Makes the next save conflict with a version by another user, who added text at the start. */
function refuseNewer() {
  const page_content = 'Before it\n\nA text long enough'
  answer(api.page.info, {
    ...row,
    page_content,
    version: '8',
    author_username: 'liam',
    author_name: 'Liam Fox',
    attachment_count: '0',
    unique_key: '',
  })
  const usual = fetch
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    if (!String(given[0]).endsWith('page/save')) return usual(...given)
    vi.stubGlobal('fetch', usual)
    return Response.json(
      refusal('versionOutdated', '', { version: '8', author_username: 'liam', author_name: 'Liam Fox', addtime: '1795000000' }),
    )
  })
}

it('leaves the page after the conflict of "Save and leave" is resolved', async () => {
  openAt('/page/edit/7/12')
  await type(await text(), ' mine')
  refuseNewer()
  fireEvent.click(screen.getByText('away'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Save and leave'))
  fireEvent.click(await screen.findByText('Save mine over it'))
  expect(await screen.findByText('somewhere else')).toBeVisible()
})

it('stays on the page when the save of "Save and leave" is refused', async () => {
  const history = openAt('/page/edit/7/12')
  await type(await text(), ' mine')
  refuse(api.page.save, 'noPermission', 'no')
  fireEvent.click(screen.getByText('away'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Save and leave'))
  expect(await screen.findAllByText(/^Not saved: the page was deleted, or/)).toBeTruthy()
  answer(api.page.save, { ...row, page_id: '12', version: '5' })
  save()
  expect(await screen.findByText(/^Saved/)).toBeVisible()
  expect(history.location.pathname).toBe('/page/edit/7/12')
})

it('lets the user decide when another user has saved meanwhile', async () => {
  openAt('/page/edit/7/12')
  const view = await text()
  await type(view, ' mine')
  refuseNewer()
  save()
  expect(await screen.findByText('Unsaved: another version was saved meanwhile')).toBeVisible()
  fireEvent.click(await screen.findByText('Save mine over it'))
  await screen.findByText(/^Saved/)
  expect(screen.queryByText('Unsaved: another version was saved meanwhile')).toBeNull()
  expect(saves()[0]).toMatchObject({ base_version: '8', page_content: 'A text long enough mine' })
})

it('keeps the text when the session has expired', async () => {
  openAt('/page/edit/7/12', 'zh')
  const view = await text()
  await type(view, '！')
  refuse(api.page.save, 'loginInvalid', '请先登录')
  save()
  expect((await screen.findByText('在新标签页登录')).getAttribute('href')).toBe('/user/login')
  expect(view.state.doc.toString()).toBe('A text long enough！')
  answer(api.page.save, row)
  fireEvent.click(screen.getByText('重新保存'))
  expect(await screen.findByText(/已保存$/)).toBeVisible()
})

it('pauses the live preview of a long text, shows one notice, and resumes on request', async () => {
  answer(api.page.info, { ...row, page_content: '长'.repeat(3000), attachment_count: '0', unique_key: '' })
  openAt('/page/edit/7/12')
  const view = await text()
  await screen.findByText(/^长+$/, { selector: '.art p' })
  expect(screen.queryByRole('switch', { name: 'Live preview' })).toBeNull()
  expect(screen.queryByText(/live preview is off/)).toBeNull()
  await type(view, '长')
  expect(await screen.findByText(/live preview is off/)).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await type(view, '\n\nnot yet seen')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  expect(screen.queryByText('not yet seen', { selector: '.art p' })).toBeNull()
  const live = () => screen.getByRole('switch', { name: 'Live preview' }).getAttribute('aria-checked')
  expect(live()).toBe('false')
  fireEvent.click(screen.getAllByText('Turn it on')[0] as HTMLElement)
  expect(await screen.findByText('not yet seen', { selector: '.art p' })).toBeVisible()
  expect(live()).toBe('true')
  fireEvent.click(screen.getByRole('switch', { name: 'Live preview' }))
  expect(live()).toBe('false')
  expect(screen.getByText('Live preview is off above 3,000 characters.')).toBeVisible()
})

it('shows the character count of a long text, because it decides about the live preview', async () => {
  answer(api.page.info, { ...row, page_content: '长，'.repeat(1500), attachment_count: '0', unique_key: '' })
  openAt('/page/edit/7/12', 'zh')
  const view = await text()
  expect(screen.getByText('1500 字')).toBeTruthy()
  expect(screen.queryByText(/个字符$/)).toBeNull()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await type(view, '。')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  expect(screen.getByText('3001 个字符')).toBeTruthy()
})

it('keeps the live preview up to 3000 characters, and shows the notice for a longer text once per session', async () => {
  const answerLong = (length: number) =>
    answer(api.page.info, { ...row, page_content: '长'.repeat(length), attachment_count: '0', unique_key: '' })
  const opensWithNotice = async () => {
    openAt('/page/edit/7/12')
    await text()
    await screen.findByText(/^长+$/, { selector: '.art p' })
    const hasNotice = screen.queryByText(/live preview is off/) !== null
    cleanup()
    return hasNotice
  }
  answerLong(3000)
  expect(await opensWithNotice()).toBe(false)
  answerLong(3001)
  expect([await opensWithNotice(), await opensWithNotice()]).toEqual([true, false])
  sessionStorage.clear()
  expect(await opensWithNotice()).toBe(true)
})

it('redirects a visitor to the login and back', async () => {
  setAccount(null)
  answer(api.item.info, { ...item, item_edit: false })
  const history = openAt('/page/edit/7/12')
  expect(await screen.findByText('somewhere else')).toBeVisible()
  expect(history.location.pathname + history.location.search).toBe('/user/login?redirect=%2Fpage%2Fedit%2F7%2F12')
})

it.each(['noVisit', 'wrongVisitPassword'] as const)(
  'redirects to the password screen of the item after the error %s, and back',
  async (error) => {
    refuse(api.item.info, error)
    const history = openAt('/page/edit/7/12')
    expect(await screen.findByText('somewhere else')).toBeVisible()
    expect(history.location.pathname + history.location.search).toBe('/item/password/7?redirect=%2Fpage%2Fedit%2F7%2F12')
  },
)

it('explains why a page cannot be edited: no right, archived item, missing page', async () => {
  answer(api.item.info, { ...item, item_edit: false })
  openAt('/page/edit/7/12')
  expect(await screen.findByText('You can read this item but not edit it')).toBeVisible()
  cleanup()
  answer(api.item.info, { ...item, is_archived: '1' })
  openAt('/page/edit/7/12')
  expect(await screen.findByText('This item is archived')).toBeVisible()
  cleanup()
  answer(api.item.info, item)
  refuse(api.page.info, 'notFound', 'gone')
  openAt('/page/edit/7/12')
  expect(await screen.findByText('This page does not exist')).toBeVisible()
})

it('has history, attachments, mock data and page order in one menu, and the API test in Chinese only', async () => {
  const entries = () => screen.getAllByRole('menuitem').map((entry) => entry.textContent?.replace(/(Ctrl|⌘).*/, ''))
  readBoot().links = { apitest: 'https://api-test.example/' }
  openAt('/page/edit/7/12')
  await text()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const wanted = ['Attachments', 'History', 'Mock data', 'Export this page', 'Sort the pages', 'Save this page as a template…']
  expect(entries().filter((entry) => wanted.includes(entry ?? ''))).toEqual(wanted)
  expect(screen.queryByRole('menuitem', { name: /^API test/ })).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'Export this page' }).getAttribute('href')).toBe('/item/export/7?page_id=12')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mock data' }))
  expect(await screen.findByRole('dialog', { name: 'Mock data' })).toBeVisible()
  cleanup()
  openAt('/page/edit/7/12', 'zh')
  await text()
  fireEvent.click(screen.getByRole('button', { name: '更多' }))
  expect(screen.getByRole('menuitem', { name: /^接口测试/ }).getAttribute('href')).toBe('https://api-test.example/')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mock 数据' }))
  expect(await screen.findByRole('dialog', { name: 'Mock 数据' })).toBeVisible()
  cleanup()
  readBoot().links = {}
  openAt('/page/edit/7/12', 'zh')
  await text()
  fireEvent.click(screen.getByRole('button', { name: '更多' }))
  expect(screen.queryByRole('menuitem', { name: /^接口测试/ })).toBeNull()
})

it('shows line numbers by choice only, and the browser remembers it', async () => {
  const numbers = () => document.querySelector('.cm-lineNumbers')
  const toggle = () => {
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const entry = screen.getByRole('menuitemcheckbox', { name: 'Line numbers' })
    const wasOn = entry.getAttribute('aria-checked')
    fireEvent.click(entry)
    return wasOn
  }
  openAt('/page/edit/7/12')
  await text()
  expect(numbers()).toBeNull()
  expect(toggle()).toBe('false')
  expect(numbers()).not.toBeNull()
  cleanup()
  openAt('/page/edit/7/12')
  await text()
  expect(numbers()).not.toBeNull()
  expect(toggle()).toBe('true')
  expect(numbers()).toBeNull()
})

/** A window of this width, whose keyboard covers the lower part: only `visible` pixels of its height are shown. */
function asPhone(visible: number) {
  const size = (query: string) => 16 * Number(/max-width: ([\d.]+)em/.exec(query)?.[1] ?? 0)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: size(query) >= 390 || query.includes('coarse'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  return () => {
    viewport.height = visible
    viewport.dispatchEvent(new Event('resize'))
  }
}

it('has one bar on a phone, ends above its keyboard, and changes between text and preview with one button', async () => {
  const raiseKeyboard = asPhone(innerHeight - 300)
  openAt('/page/edit/7/12')
  await text()
  const bar = within(screen.getByRole('banner'))
  expect(bar.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'Preview',
    'More',
    'Save',
    'How to save',
  ])
  // Title and catalog scroll with the text.
  expect(screen.getByLabelText('Title').closest('.ed-left')).not.toBeNull()
  raiseKeyboard()
  expect(document.querySelector<HTMLElement>('.ed')?.style.getPropertyValue('--covered')).toBe('300px')
  fireEvent.click(bar.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('A text long enough', { selector: '.art p' })).toBeVisible()
  expect(document.querySelector('.ed-half')?.hasAttribute('inert')).toBe(true)
  fireEvent.click(bar.getByRole('button', { name: 'Write' }))
  expect(screen.getByRole('toolbar', { name: 'Markdown tools' })).toBeVisible()
  for (const name of ['matchMedia', 'visualViewport']) vi.stubGlobal(name, undefined)
})

it('redirects to the spreadsheet if the item is one', async () => {
  answer(api.item.info, { ...item, item_type: '4' })
  const history = openAt('/page/edit/7/12')
  expect(await screen.findByText('somewhere else')).toBeVisible()
  expect(history.location.pathname).toBe('/7/12')
})
