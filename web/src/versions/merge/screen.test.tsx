// @vitest-environment jsdom
import '../../test/browser.ts'
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../app.tsx'
import { EditorScreen } from '../../editor/screen.tsx'
import { api, makeQueryClient } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { setAccount } from '../../session/session.ts'
import { answer, refusal, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { routesWithLinkAway } from '../../test/screen.tsx'
import { keepDraft } from '../../writing/drafts.ts'
import { item, row } from '../history/history.given.ts'

const lines = (...all: string[]) => all.join('\n')
const base = lines('# Orders', '', 'one', 'two', 'three', 'four')

/** The page on the server; a save with an older base version is refused as by the real server. */
let now: typeof row
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
const saves = () => sentRequests.filter((call) => call.path === 'page/save').map((call) => call.fields)
const answerInfo = () =>
  answer(api.page.info, () => ({ ...now, addtime: '2026-11-18 16:40:00', attachment_count: '0', unique_key: '', truth_state: '' }))

function liamSaves(page_content: string, page_title = now.page_title) {
  now = { ...now, page_content, page_title, author_username: 'liam', author_name: 'liam', version: String(Number(now.version) + 1) }
}

function openEditor() {
  const routes = routesWithLinkAway('/page/edit/:item_id/:page_id', <EditorScreen />)
  const history = memoryHistory('/page/edit/7/12')
  render(
    <App boot={readBoot()} queries={makeQueryClient()}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
}

const viewIn = (parent: string) =>
  waitFor(() => EditorView.findFromDOM(document.querySelector(`${parent} .cm-editor`) as HTMLElement) as EditorView)
const text = () => viewIn('.ed-text')
const result = async () => (await viewIn('.mg-text')).state.doc.toString().replace(/\n$/, '')
const write = (view: EditorView, doc: string) =>
  act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } }))
const merge = async () => {
  await screen.findByText('Merge and save')
  return screen.getByRole('dialog', { name: 'liam has saved this page in the meantime' })
}
const press = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

/** Emma writes `mine`, Liam saves `theirs`, Emma saves. */
async function createConflict(mine: string, theirs: string) {
  openEditor()
  const view = await text()
  await write(view, mine)
  liamSaves(theirs)
  save()
  await merge()
  return view
}

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  sessionStorage.clear()
  setAccount({ uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' })
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  now = { ...row, page_content: base, version: '4' }
  answer(api.item.info, item)
  answerInfo()
  answer(api.catalog.catListName, [])
  const usual = fetch
  answer(api.page.save, (fields) => {
    now = {
      ...now,
      page_content: fields['page_content'] ?? '',
      page_title: fields['page_title'] ?? '',
      author_username: 'emma',
      author_name: 'emma',
    }
    now.version = String(Number(now.version) + 1)
    return now
  })
  globalThis.fetch = (async (...given: Parameters<typeof fetch>) => {
    const fields = Object.fromEntries((given[1]?.body as URLSearchParams | undefined) ?? [])
    if (!String(given[0]).endsWith('page/save') || fields['base_version'] === now.version) return usual(...given)
    sentRequests.push({ path: 'page/save', fields })
    const { version, author_username, author_name, addtime } = now
    return Response.json(refusal('versionOutdated', '', { version, author_username, author_name, addtime }))
  }) as typeof fetch
  return () => {
    globalThis.fetch = usual
  }
})
afterEach(cleanup)

it('merges changes in different places with one click and marks those of the other user', async () => {
  const view = await createConflict(base.replace('one', 'one, mine'), base.replace('four', 'four, theirs'))
  expect(await result()).toBe(lines('# Orders', '', 'one, mine', 'two', 'three', 'four, theirs'))
  expect(document.querySelector('.mg-theirs')?.textContent).toBe('four, theirs')
  expect(document.querySelector('.mg-word')?.textContent).toBe(', theirs')
  expect(document.querySelector('.mg-gone')?.textContent).toBe('four')
  expect(document.activeElement?.tagName).toBe('H2')
  // The bar of the editor is the only banner.
  expect(screen.getAllByRole('banner', { hidden: true })).toHaveLength(1)
  press('Merge and save')
  expect(await screen.findByText(/^Saved/)).toBeVisible()
  expect(saves().at(-1)).toMatchObject({ base_version: '5' })
  expect(now.page_content).toBe(lines('# Orders', '', 'one, mine', 'two', 'three', 'four, theirs'))
  expect(view.state.doc.toString()).toBe(now.page_content)
})

it('requires a choice where both changed the same lines, and saves the choices and edits', async () => {
  await createConflict(
    base.replace('two', 'two, mine').replace('four', 'mine'),
    base.replace('two', 'two, theirs').replace('four', 'theirs'),
  )
  expect(screen.getByText(/2 places were changed on both sides/)).toBeVisible()
  press('Merge and save')
  expect(saves()).toHaveLength(1)
  const [first, second] = screen.getAllByRole('group', { name: /^Place/ }) as [HTMLElement, HTMLElement]
  expect(within(first).getByText('liam').parentElement?.textContent).toBe('liamtwo, theirs')
  fireEvent.click(within(first).getByText('Take theirs'))
  fireEvent.click(within(second).getByText('Keep both'))
  expect(await result()).toBe(lines('# Orders', '', 'one', 'two, theirs', 'three', 'mine', 'theirs'))
  const view = await viewIn('.mg-text')
  await act(async () => view.dispatch({ changes: { from: 0, to: 8, insert: '# All orders' } }))
  press('Merge and save')
  await screen.findByText(/^Saved/)
  expect(now.page_content).toBe(lines('# All orders', '', 'one', 'two, theirs', 'three', 'mine', 'theirs'))
})

it('lets the user change a choice, also by keyboard', async () => {
  await createConflict(base.replace('two', 'mine'), base.replace('two', 'theirs'))
  const dialog = screen.getByRole('dialog')
  fireEvent.keyDown(dialog, { key: '2', code: 'Digit2', altKey: true })
  expect(await result()).toContain('theirs')
  fireEvent.click(screen.getByText('Choose again'))
  expect(await result()).toBe(base.replace('two\n', ''))
  expect(screen.getByText(/1 place was changed/)).toBeVisible()
  fireEvent.keyDown(dialog, { key: '1', code: 'Digit1', altKey: true })
  fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true })
  await screen.findByText(/^Saved/)
  expect(now.page_content).toBe(base.replace('two', 'mine'))
})

it('restarts from the merged text when another user saves during the merge', async () => {
  await createConflict(base.replace('one', 'one, mine'), base.replace('four', 'four, theirs'))
  liamSaves(now.page_content.replace('three', 'three, later'))
  press('Merge and save')
  await waitFor(async () => expect(await result()).toContain('three, later'))
  await merge()
  press('Merge and save')
  await screen.findByText(/^Saved/)
  expect(now.page_content).toBe(lines('# Orders', '', 'one, mine', 'two', 'three, later', 'four, theirs'))
})

it('leaves the text unchanged on "Keep editing"', async () => {
  const mine = base.replace('one', 'one, mine')
  const view = await createConflict(mine, base.replace('four', 'four, theirs'))
  fireEvent.keyDown((await viewIn('.mg-text')).contentDOM, { key: 'Escape' })
  expect(document.activeElement?.textContent).toBe('Keep editing')
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(view.state.doc.toString()).toBe(mine)
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  save()
  await merge()
})

it('takes their version, keeps the local text as a draft and restores it on undo', async () => {
  const mine = base.replace('one', 'one, mine')
  const view = await createConflict(mine, base.replace('one', 'theirs'))
  press('Drop mine, take theirs')
  expect(view.state.doc.toString()).toBe(base.replace('one', 'theirs'))
  expect(saves()).toHaveLength(1)
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  expect(
    JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('sheaf.draft.2.12.')) ?? '') ?? '{}'),
  ).toMatchObject({ text: mine, version: '4' })
  fireEvent.click(await screen.findByText('Get it back'))
  expect(view.state.doc.toString()).toBe(mine)
  save()
  await merge()
})

it('merges titles too', async () => {
  openEditor()
  const view = await text()
  await write(view, base.replace('one', 'mine'))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'My title' } })
  liamSaves(base, 'Their title')
  save()
  const dialog = within(await merge())
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('My title')
  fireEvent.click(dialog.getByText('liam: Their title'))
  press('Merge and save')
  await screen.findByText(/^Saved/)
  expect(now).toMatchObject({ page_title: 'Their title', page_content: base.replace('one', 'mine') })
})

it('leaves the page after the conflict of "Save and leave" is merged', async () => {
  openEditor()
  await write(await text(), base.replace('one', 'one, mine'))
  liamSaves(base.replace('four', 'four, theirs'))
  fireEvent.click(screen.getByText('away'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Save and leave'))
  await merge()
  press('Merge and save')
  expect(await screen.findByText('somewhere else')).toBeVisible()
  expect(now.page_content).toContain('one, mine')
})

it('shows no dialog if both texts are equal or the other user changed nothing', async () => {
  openEditor()
  const view = await text()
  await write(view, 'the same')
  liamSaves('the same')
  save()
  await waitFor(() => expect(screen.queryByText(/Unsaved|Saving/)).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  await write(view, 'mine')
  liamSaves('the same')
  save()
  await screen.findByText(/^Saved/)
  expect(now.page_content).toBe('mine')
})

const draft = (doc: string) =>
  keepDraft({ uid: '2', item_id: '7', page_id: '12' }, 'before', {
    title: row.page_title,
    text: doc,
    cat_id: '3',
    version: '4',
    at: Date.now(),
  })

it('merges a restored draft with the older version that it is based on', async () => {
  draft(base.replace('one', 'one, mine'))
  const { version: _, ...state } = now
  liamSaves(base.replace('four', 'four, theirs'))
  const stored = { ...state, page_history_id: '31' }
  answer(api.page.history, [{ ...stored, page_content: '', addtime: '2026-11-18 16:00:00' }])
  answer(api.page.diff, () => ({ page: now, history_page: stored }))
  openEditor()
  fireEvent.click(await screen.findByText('Restore the draft'))
  save()
  await merge()
  expect(await result()).toBe(lines('# Orders', '', 'one, mine', 'two', 'three', 'four, theirs'))
  expect(sentRequests.find((call) => call.path === 'page/diff')?.fields).toMatchObject({ page_history_id: '31' })
})

it('treats every difference as a conflict when the base is no longer stored', async () => {
  draft(base.replace('one', 'one, mine'))
  liamSaves(base.replace('four', 'four, theirs'))
  answer(api.page.history, [])
  openEditor()
  fireEvent.click(await screen.findByText('Restore the draft'))
  save()
  await merge()
  expect(screen.getByText(/no longer kept/)).toBeVisible()
  expect(screen.getAllByRole('group', { name: /^Place/ })).toHaveLength(2)
})

it('reports when their version cannot be loaded; can retry or overwrite it', async () => {
  openEditor()
  await write(await text(), 'mine')
  liamSaves('theirs')
  refuse(api.page.info, 'unexpected', 'broken')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('broken')
  answerInfo()
  press('Try again')
  expect(await screen.findByText('Merge and save')).toBeVisible()
  press('Save mine over it')
  await screen.findByText(/^Saved/)
  expect(saves().at(-1)).toMatchObject({ base_version: '5', page_content: 'mine' })
})

it('renders the text of other users as text only (S68)', async () => {
  const evil = '<img src=x onerror="top.hit=1"><script>top.hit=1</script>'
  await createConflict(base.replace('two', 'mine').replace('four', ''), base.replace('two', evil).replace('four', evil))
  expect(screen.getByRole('dialog').querySelectorAll('.mg-text :is(img, script)')).toHaveLength(0)
  expect(screen.getAllByText((_, element) => element?.className === 'mg-line' && element.textContent === evil).length).toBeGreaterThan(0)
})
