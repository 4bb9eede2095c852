// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { emma } from '../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { aComment, aList, aThread } from './comment.given.ts'
import { Comments } from './comments.tsx'
import type { Listed, PageOfComments, Thread } from './thread.ts'

const HTML =
  '<p>Text of Overview. The stock is reserved for 30 minutes.</p><h2>Body</h2><p>One field</p><pre><code>GET /orders\n</code></pre>'
const page: PageOfComments = { page_id: '1', item_id: '12', version: '3', html: HTML, suggestable: false }
const reveal = () => {}

function Page({ more = {}, isForVisitors = true }: { more?: Partial<PageOfComments>; isForVisitors?: boolean }) {
  return (
    <div className="reading">
      <span id="comment-button" />
      <div className="read">
        <main className="mid">
          <div data-article="" dangerouslySetInnerHTML={{ __html: HTML }} />
        </main>
        <Comments page={{ ...page, ...more }} isForVisitors={isForVisitors} reveal={reveal} />
      </div>
    </div>
  )
}

const show = async (more: Partial<PageOfComments> = {}, account: typeof emma | null = emma, search = '') => {
  const shown = open(<Page more={more} />, `/12/1${search}`, '/12/1', account)
  await act(() => vi.advanceTimersByTimeAsync(1500))
  return shown
}
/** Answers the list of open threads, and of resolved ones. */
const answerList = (open: Listed, resolved: Thread[] = []) =>
  answer(api.comment.getList, ({ state }) => (state === 'resolved' ? { ...open, threads: resolved } : open))
const panel = () => screen.findByRole('complementary', { name: 'Comments' })
const openPanel = async () => {
  fireEvent.click((await screen.findAllByRole('button', { name: /^Comments, / }))[0] as HTMLElement)
  return panel()
}
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const type = (field: HTMLElement, text: string) => {
  fireEvent.change(field, { target: { value: text, selectionStart: text.length, selectionEnd: text.length } })
}
/** Selects this text in the article. */
const select = async (text: string) => {
  const walker = document.createTreeWalker(document.querySelector('[data-article]') as Node, NodeFilter.SHOW_TEXT)
  let node = walker.nextNode()
  while (node && !node.nodeValue?.includes(text)) node = walker.nextNode()
  const at = node?.nodeValue?.indexOf(text) ?? 0
  getSelection()?.setBaseAndExtent(node as Node, at, node as Node, at + text.length)
  document.dispatchEvent(new Event('selectionchange'))
  await act(() => vi.advanceTimersByTimeAsync(300))
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 10, 100, 20)
  Element.prototype.scrollIntoView = () => {}
  answerList(aList([]))
})
afterEach(() => {
  getSelection()?.removeAllRanges()
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
  vi.useRealTimers()
})

describe('before the panel is open', () => {
  it('asks after the page is shown, and says how many threads are open', async () => {
    answerList(aList([aThread('7')]))
    await show()
    expect(await screen.findAllByRole('button', { name: 'Comments, 1 open' })).toHaveLength(2)
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('shows nothing to those who see no comments', async () => {
    answerList(aList([], { may: { see: false, write: false, manage: false, places: false }, refused: 'off' }))
    await show()
    expect(sent('comment/getList')).toHaveLength(1)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('asks nothing for a visitor of an item where visitors see no comments', async () => {
    answerList(aList([aThread('7')]))
    open(<Page isForVisitors={false} />, '/12/1', '/12/1', null)
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(sent('comment/getList')).toEqual([])
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('states of the panel', () => {
  it.each([
    ['none', aList([]), 'No comments yet. Select a sentence to begin'],
    ['whole pages only', aList([], { may: { see: true, write: true, manage: false, places: false } }), /comments concern the whole page$/],
    ['off', aList([], { refused: 'off', may: { see: true, write: false, manage: false, places: true } }), /you cannot comment/],
    [
      'archived',
      aList([aThread('7')], { refused: 'archived', may: { see: true, write: false, manage: false, places: true } }),
      /is archived/,
    ],
    ['full', aList([aThread('7')], { refused: 'full', may: { see: true, write: false, manage: false, places: true } }), /500 open threads/],
    [
      'signed out',
      aList([aThread('7')], { refused: 'login', may: { see: true, write: false, manage: false, places: true } }),
      'Sign in to comment',
    ],
  ])('%s', async (_, list, text) => {
    answerList(list)
    await show()
    expect(within(await openPanel()).getByText(text)).toBeVisible()
  })

  it('failed, and loaded again', async () => {
    answerList(aList([]))
    await show()
    const aside = await openPanel()
    refuse(api.comment.getList, 'unexpected', 'Out of order')
    fireEvent.click(within(aside).getByRole('button', { name: /^Resolved/ }))
    expect(await screen.findByText('The comments could not be loaded')).toBeVisible()
    answerList(aList([]), [aThread('8', { state: 'resolved', resolved_name: 'Emma' })])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Emma resolved this/)).toBeVisible()
  })

  it('failed with the page, and loaded again from the panel', async () => {
    refuse(api.comment.getList, 'unexpected', 'Out of order')
    await show()
    fireEvent.click((await screen.findAllByRole('button', { name: 'Comments' }))[0] as HTMLElement)
    const aside = await panel()
    expect(await within(aside).findByText('The comments could not be loaded')).toBeVisible()
    answerList(aList([aThread('7')]))
    fireEvent.click(within(aside).getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('button', { name: 'Comments, 1 open' })).not.toHaveLength(0)
  })

  it('pending, until the place is known', async () => {
    answerList(aList([aThread('7', { place: 'pending' })]))
    await show()
    const aside = await openPanel()
    expect(within(aside).getByText('Its place in the new text is being worked out')).toBeVisible()
    answerList(aList([aThread('7')]))
    await act(() => vi.advanceTimersByTimeAsync(2100))
    await waitFor(() => expect(within(aside).queryByText('Its place in the new text is being worked out')).toBeNull())
  })

  it('lost: the old words, and a new place for them', async () => {
    const lost = aThread('7', { place: 'lost', place_at: '0', place_length: '0', quote: 'Send the same key again' })
    answerList(aList([lost]))
    answer(api.comment.attach, lost)
    await show()
    const aside = await openPanel()
    fireEvent.click(within(aside).getByRole('button', { name: /^Text has changed/ }))
    expect(within(aside).getByText('Send the same key again').tagName).toBe('DEL')
    expect(within(aside).getByText(/Sheaf does not guess/)).toBeVisible()
    fireEvent.click(within(aside).getByRole('button', { name: 'Attach again' }))
    expect(within(aside).getByText(/choose “Attach here”/)).toBeVisible()
    await select('reserved for 30 minutes')
    fireEvent.click(await screen.findByRole('button', { name: 'Attach here' }))
    await waitFor(() => expect(sent('comment/attach')).toHaveLength(1))
    expect(JSON.parse(sent('comment/attach')[0]?.['anchor'] ?? '')).toMatchObject({ quote: 'reserved for 30 minutes', version: 3 })
  })

  it('opens the version of a lost thread in the comparison', async () => {
    answerList(aList([aThread('7', { place: 'lost', history_id: '91' })]))
    await show()
    const aside = await openPanel()
    fireEvent.click(within(aside).getByRole('button', { name: /^Text has changed/ }))
    fireEvent.click(within(aside).getByRole('link', { name: 'What was here' }))
    expect(await screen.findByText('now at /page/diff/1/91')).toBeVisible()
  })
})

describe('a new thread', () => {
  it('is about the selected words', async () => {
    answer(api.comment.add, { thread: aThread('9'), not_told: [] })
    await show()
    await select('reserved for 30 minutes')
    const bar = await screen.findByRole('toolbar', { name: 'Selected text' })
    fireEvent.click(within(bar).getByRole('button', { name: /^Comment/ }))
    const aside = await panel()
    expect(within(aside).getByText('reserved for 30 minutes')).toBeVisible()
    expect(within(aside).getByText('Members of this item see it')).toBeVisible()
    type(within(aside).getByRole('textbox', { name: 'Your comment' }), 'It is 45 now')
    fireEvent.click(within(aside).getByRole('button', { name: 'Comment' }))
    await waitFor(() => expect(sent('comment/add')).toHaveLength(1))
    const [fields] = sent('comment/add')
    expect(fields).toMatchObject({ page_id: '1', thread_id: '0', content: 'It is 45 now', request_id: expect.any(String) })
    expect(JSON.parse(fields?.['anchor'] ?? '')).toMatchObject({ kind: 'passage', at: 31, quote: 'reserved for 30 minutes', version: 3 })
    await waitFor(() => expect(within(aside).queryByRole('textbox', { name: 'Your comment' })).toBeNull())
  })

  it('keeps its text when it is not sent, also over a reload', async () => {
    refuse(api.comment.add, 'unexpected', 'Out of order')
    await show()
    await openPanel()
    fireEvent.click(screen.getByRole('button', { name: 'Comment on the whole page' }))
    type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Who keeps this?')
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
    expect(await screen.findByText(/^Not sent. Your text is kept here/)).toBeVisible()
    cleanup()
    await show()
    await openPanel()
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('Who keeps this?')
    answer(api.comment.add, { thread: aThread('9'), not_told: ['Liam'] })
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
    expect(await screen.findByText('Liam may not read this item')).toBeVisible()
    await waitFor(() => expect(Object.keys(localStorage)).toEqual(['sheaf.account']))
  })

  it('mentions a person who is chosen by the keyboard', async () => {
    answer(api.comment.people, { people: [{ uid: '17', username: 'liam', name: 'Liam Chen' }], teams: [] })
    answer(api.comment.add, { thread: aThread('9'), not_told: [] })
    await show()
    await openPanel()
    fireEvent.click(screen.getByRole('button', { name: 'Comment on the whole page' }))
    const field = await screen.findByRole('textbox', { name: 'Your comment' })
    type(field, 'Ask @li')
    expect(await screen.findByRole('option', { name: /Liam Chen/ })).toBeVisible()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveValue('Ask @Liam Chen ')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(sent('comment/add').map(({ content }) => content)).toEqual(['Ask @[Liam Chen](user:17)']))
  })
})

describe('after a new thread is sent', () => {
  it('says who gets no notice, marks the thread, and takes the next comment', async () => {
    await show()
    const aside = await openPanel()
    const write = async (text: string) => {
      fireEvent.click(within(aside).getByRole('button', { name: 'Comment on the whole page' }))
      type(await within(aside).findByRole('textbox', { name: 'Your comment' }), text)
      fireEvent.click(within(aside).getByRole('button', { name: 'Comment' }))
    }
    const made = aThread('9', { kind: 'page', comments: [aComment('91', { name: 'Noor' })] })
    answerList(aList([aThread('7'), made]))
    answer(api.comment.add, { thread: made, not_told: ['Liam'] })
    await write('Ask Liam')
    expect(await within(aside).findByText('Liam may not read this item')).toBeVisible()
    const card = within(aside).getByRole('article', { name: 'Thread of Noor' })
    await waitFor(() => expect(card).toHaveFocus())
    expect(within(card).getByRole('textbox', { name: 'Reply' })).toBeVisible()
    await write('And another one')
    await waitFor(() => expect(sent('comment/add').map(({ content }) => content)).toEqual(['Ask Liam', 'And another one']))
  })
})

describe('text that is not sent', () => {
  it('stays with the words that were chosen last', async () => {
    await show()
    const choose = async (text: string) => {
      await select(text)
      fireEvent.click(within(await screen.findByRole('toolbar', { name: 'Selected text' })).getByRole('button', { name: /^Comment/ }))
    }
    await choose('reserved')
    type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Which?')
    screen.getByRole('button', { name: 'Close' }).focus()
    await choose('One field')
    expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveFocus()
    cleanup()
    await show()
    const aside = await openPanel()
    expect(await within(aside).findByRole('textbox', { name: 'Your comment' })).toHaveValue('Which?')
    expect(within(aside).getByRole('article', { name: 'Your comment' })).toHaveTextContent(/^One field/)
  })

  it('cannot be changed while it is sent', async () => {
    let end = () => {}
    answerList(aList([aThread('7')]))
    answer(api.comment.add, () => new Promise((done) => (end = () => done({ thread: aThread('7'), not_told: [] }))))
    await show({}, emma, '?thread=7')
    const field = await screen.findByRole('textbox', { name: 'Reply' })
    type(field, 'Yes')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    end()
    await waitFor(() => expect(field).toHaveValue(''))
    expect(field).not.toHaveAttribute('readonly')
  })

  it('stays in a thread that its author resolves, which says so', async () => {
    let isResolved = false
    const done = aThread('7', { state: 'resolved', resolved_name: 'Emma' })
    answer(api.comment.getList, ({ state }) =>
      state === 'resolved' ? aList(isResolved ? [done] : []) : aList(isResolved ? [] : [aThread('7')]),
    )
    answer(api.comment.resolve, () => {
      isResolved = true
      return done
    })
    await show({}, emma, '?thread=7')
    type(await screen.findByRole('textbox', { name: 'Reply' }), 'But the gateway…')
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
    expect(await screen.findByText(/^Emma resolved this/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveValue('But the gateway…')
    expect(screen.getByRole('button', { name: 'Reply and reopen' })).toBeEnabled()
  })
})

describe('the list of people', () => {
  it('opens after Chinese without a space, not in a mail address, and each chosen entry is scrolled to', async () => {
    const people = ['liam', 'lina', 'lars'].map((username, at) => ({ uid: String(at + 17), username, name: '' }))
    answer(api.comment.people, { people, teams: [] })
    answerList(aList([aThread('7')]))
    await show({}, emma, '?thread=7')
    const shown: (string | null)[] = []
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this.getAttribute('id') ?? this.className)
    }
    const field = await screen.findByRole('textbox', { name: 'Reply' })
    type(field, 'liam@li')
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByRole('listbox')).toBeNull()
    type(field, '请看@li')
    const options = await screen.findAllByRole('option')
    // The field comes last, because a phone has no room for all.
    expect(shown.filter((one) => one === 'mention-list' || one === 'composer-field').slice(-2)).toEqual(['mention-list', 'composer-field'])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(shown.at(-1)).toBe(options[2]?.id)
  })
})

describe('a mention of a person whose name has brackets', () => {
  it('is sent with the user name', async () => {
    answer(api.comment.people, { people: [{ uid: '17', username: 'liam', name: 'Liam [Ops]' }], teams: [] })
    answerList(aList([aThread('7')]))
    answer(api.comment.add, { thread: aThread('7'), not_told: [] })
    await show({}, emma, '?thread=7')
    const field = await screen.findByRole('textbox', { name: 'Reply' })
    type(field, 'Ask @li')
    await screen.findByRole('option', { name: /Liam/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(sent('comment/add').map(({ content }) => content)).toEqual(['Ask @[liam](user:17)']))
  })
})

describe('the address of a thread that was deleted', () => {
  it('says so', async () => {
    answerList(aList([aThread('7')]), [aThread('8', { state: 'resolved' })])
    await show({}, emma, '?thread=9')
    expect(await screen.findByText('The comment that you followed has been deleted')).toBeVisible()
    cleanup()
    await show({}, emma, '?thread=8')
    expect(await screen.findByRole('textbox', { name: 'Reply' })).toBeVisible()
    expect(screen.queryByText('The comment that you followed has been deleted')).toBeNull()
  })
})

describe('mentions of two people with one name', () => {
  it('names the second with the user name', async () => {
    answer(api.comment.people, ({ text }) => ({
      people: [text === 'li' ? { uid: '17', username: 'liam', name: 'Liam Chen' } : { uid: '18', username: 'lchen', name: 'Liam Chen' }],
      teams: [],
    }))
    answerList(aList([aThread('7')]))
    answer(api.comment.add, { thread: aThread('7'), not_told: [] })
    await show({}, emma, '?thread=7')
    const field = await screen.findByRole('textbox', { name: 'Reply' })
    const mention = async (text: string, username: string) => {
      type(field, text)
      // The list on the screen is still that of the other person.
      fireEvent.keyDown(field, { key: 'Enter' })
      expect(field).toHaveValue(text)
      await screen.findByRole('option', { name: new RegExp(username) })
      fireEvent.keyDown(field, { key: 'Enter' })
    }
    await mention('Ask @li', 'liam')
    await mention('Ask @Liam Chen or @lc', 'lchen')
    expect(field).toHaveValue('Ask @Liam Chen or @Liam Chen (lchen) ')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    const content = 'Ask @[Liam Chen](user:17) or @[Liam Chen](user:18)'
    await waitFor(() => expect(sent('comment/add')).toEqual([expect.objectContaining({ content })]))
  })
})

describe('the focus', () => {
  it('goes to the field of a reply, back to the thread with Escape, and to the button when the panel closes', async () => {
    answerList(aList([aThread('7')]))
    await show()
    const button = (await screen.findAllByRole('button', { name: /^Comments, / }))[0] as HTMLElement
    button.focus()
    fireEvent.click(button)
    const aside = await panel()
    fireEvent.click(within(aside).getByRole('button', { name: 'Reply' }))
    const field = within(aside).getByRole('textbox', { name: 'Reply' })
    expect(field).toHaveFocus()
    type(field, 'Half a reply')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(within(aside).getByRole('article')).toHaveFocus()
    expect(field).toHaveValue('Half a reply')
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(button).toHaveFocus()
  })

  it('stays in the thread when an own comment is saved', async () => {
    answerList(aList([aThread('7', { comments: [aComment('71', { is_own: true })] })]))
    answer(api.comment.save, { thread: aThread('7'), not_told: [] })
    await show({}, emma, '?thread=7')
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Your comment' })
    expect(field).toHaveFocus()
    type(field, 'Better')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(screen.getByRole('article')).toHaveFocus())
  })
})

describe('a thread', () => {
  it('gives its place to the next one when it is resolved', async () => {
    let threads = [aThread('7'), aThread('8'), aThread('9')]
    answer(api.comment.getList, () => aList(threads))
    answer(api.comment.resolve, ({ thread_id }) => {
      threads = threads.filter((one) => one.thread_id !== thread_id)
      return aThread('8')
    })
    await show({}, emma, '?thread=8')
    await screen.findByRole('textbox', { name: 'Reply' })
    await act(async () => void fireEvent.keyDown(document.body, { key: 'e' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull())
    await act(async () => void fireEvent.keyDown(document.body, { key: 'n' }))
    expect(screen.getByRole('textbox', { name: 'Reply' }).closest('article')).toHaveAttribute('data-thread', '9')
  })

  it('opens from the address, takes a reply, and is resolved by the keyboard', async () => {
    answerList(aList([aThread('7'), aThread('8', { quote: 'One field', place_at: '61', place_length: '9' })]))
    answer(api.comment.add, { thread: aThread('7'), not_told: [] })
    answer(api.comment.resolve, aThread('7'))
    await show({}, emma, '?thread=7')
    const field = await screen.findByRole('textbox', { name: 'Reply' })
    type(field, 'Yes')
    fireEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement)
    await waitFor(() => expect(sent('comment/add')).toEqual([expect.objectContaining({ thread_id: '7', content: 'Yes' })]))
    await act(async () => void fireEvent.keyDown(document.body, { key: 'n' }))
    await act(async () => void fireEvent.keyDown(document.body, { key: 'e' }))
    await waitFor(() => expect(sent('comment/resolve')).toEqual([expect.objectContaining({ thread_id: '8' })]))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })

  it('says that another person resolved it meanwhile, and the reply opens it again', async () => {
    const now = aThread('7', { state: 'resolved', resolved_name: 'Noor' })
    answer(api.comment.getList, ({ since }) => (since ? aList([now]) : aList([aThread('7')])))
    answer(api.comment.add, { thread: now, not_told: [] })
    await show({}, emma, '?thread=7')
    type(await screen.findByRole('textbox', { name: 'Reply' }), 'But the gateway…')
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText(/^Noor resolved this while you were writing/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Reply and reopen' }))
    await waitFor(() => expect(sent('comment/add')).toEqual([expect.objectContaining({ thread_id: '7', reopen: '1' })]))
  })

  it('shows new comments when the reader asks for them', async () => {
    const more = aThread('7', { comments: [aComment('71'), aComment('72', { name: 'Noor' })] })
    let isNew = false
    answer(api.comment.getList, ({ since }) => aList([since || isNew ? more : aThread('7')]))
    await show({}, emma, '?thread=7')
    await panel()
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText('1 new comment.')).toBeVisible()
    expect(screen.queryByText('Noor')).toBeNull()
    isNew = true
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('Noor')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('1 new comment.')).toBeNull())
  })

  it('deletes an own comment after ten seconds, unless it is undone', async () => {
    const own = { is_own: true, may_delete: true, name: 'Emma', username: 'emma' }
    answerList(aList([aThread('7', { comments: [aComment('71'), aComment('72', own)] })]))
    answer(api.comment.delete, [])
    await show({}, emma, '?thread=7')
    await panel()
    const remove = async () => {
      // The first comment has a menu too, with the watching of the thread.
      fireEvent.click((await screen.findAllByRole('button', { name: 'More actions' })).at(-1) as HTMLElement)
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      await waitFor(() => expect(screen.queryByText('Emma')).toBeNull())
    }
    await remove()
    act(() =>
      getToasts()
        .find(({ action }) => action)
        ?.action?.run(),
    )
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(sent('comment/delete')).toEqual([])
    await remove()
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    await waitFor(() => expect(sent('comment/delete')).toEqual([expect.objectContaining({ comment_id: '72' })]))
  })

  it('deletes with a beacon what waits when the window closes', async () => {
    const beacon = vi.fn((_url: string, _body: URLSearchParams) => true)
    Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
    const own = { is_own: true, may_delete: true, name: 'Emma', username: 'emma' }
    answerList(aList([aThread('7', { comments: [aComment('73', own)] })]))
    await show({}, emma, '?thread=7')
    await panel()
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    act(() => void dispatchEvent(new Event('pagehide')))
    act(() => void dispatchEvent(new Event('pagehide')))
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(beacon.mock.calls.map(([url, body]) => [url, String(body)])).toEqual([['/api/comment/delete', 'comment_id=73']])
    expect(sent('comment/delete')).toEqual([])
  })

  it('changes an own comment, whose mentions are shown as names', async () => {
    const own = { is_own: true, content: 'Ask @[Liam Chen](user:17) please, or @[Liam Chen](user:18)' }
    answerList(aList([aThread('7', { comments: [aComment('71', own)] })]))
    answer(api.comment.save, { thread: aThread('7'), not_told: [] })
    await show({}, emma, '?thread=7')
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Your comment' })
    expect(field).toHaveValue('Ask @Liam Chen please, or @Liam Chen (2)')
    type(field, 'Ask @Liam Chen today, or @Liam Chen (2)')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent('comment/save').map(({ content }) => content)).toEqual(['Ask @[Liam Chen](user:17) today, or @[Liam Chen](user:18)']),
    )
  })

  it('offers a suggestion where the page takes them, and axe finds nothing', async () => {
    answerList(aList([aThread('7'), aThread('8', { kind: 'page', quote: '', place_length: '0' })]))
    await show({ suggestable: true })
    const aside = await openPanel()
    fireEvent.click(within(aside).getByRole('button', { name: 'Text of Overview' }))
    expect(within(aside).getByRole('link', { name: 'Suggest a change here' })).toHaveAttribute('href', '/page/suggest/12/1')
    vi.useRealTimers()
    const { violations } = await axe.run(aside, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
