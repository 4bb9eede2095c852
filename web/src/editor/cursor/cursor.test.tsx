// @vitest-environment jsdom
import { history, insertNewline } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageContext } from '../../lib/words.ts'
import type { EditingSession } from '../session.ts'
import { SelectionBubble } from './bubble.tsx'
import { matching } from './entries.ts'
import { SlashMenu } from './slash-menu.tsx'

let view: EditorView
const show = vi.fn()

/** An editor with this text; the cursor is at its end, or at `⟦⟧`, which select what they enclose. `typed` comes before the menus load. */
function write(text: string, language: Language = 'en', typed = '') {
  const listeners = new Set<(update: ViewUpdate) => void>()
  const listen = (onUpdate: (update: ViewUpdate) => void) => {
    listeners.add(onUpdate)
    return () => void listeners.delete(onUpdate)
  }
  const at = text.indexOf('⟦')
  const doc = text.replace(/[⟦⟧]/g, '')
  const selection = { anchor: at < 0 ? doc.length : at, head: at < 0 ? doc.length : text.indexOf('⟧') - 1 }
  const enter = keymap.of([{ key: 'Enter', run: insertNewline }])
  const notify = EditorView.updateListener.of((update) => {
    for (const listener of listeners) listener(update)
  })
  const extensions = [markdown({ base: markdownLanguage }), history(), enter, notify]
  view = new EditorView({ state: EditorState.create({ doc, selection, extensions }), parent: document.body })
  view.focus()
  if (typed) type(typed)
  const editing = { view, listen, follow: (onIdle: () => void) => listen(onIdle), onPause: () => () => {} }
  const session = { editing, show, files: { toText: () => {} } } as unknown as EditingSession
  render(
    <LanguageContext value={language}>
      <SlashMenu session={session} />
      <SelectionBubble editing={session.editing} />
    </LanguageContext>,
  )
}
const text = () => view.state.doc.toString()
/** Types one letter after the other, as a keyboard or an input method does. */
const type = (letters: string, userEvent = 'input.type') =>
  act(() => {
    for (const insert of letters) view.dispatch(view.state.update(view.state.replaceSelection(insert), { userEvent }))
  })
const key = (name: string) => fireEvent.keyDown(view.contentDOM, { key: name })
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => document.getElementById(view.contentDOM.getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  show.mockReset()
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  view.destroy()
})

describe('the menu under a slash', () => {
  it('opens at the start of a line and after a space, and is announced as a list with an active option', () => {
    write('')
    type('/')
    expect(names().length).toBe(matching('').length)
    expect(screen.getByRole('listbox', { name: 'Insert' }).id).toBe(view.contentDOM.getAttribute('aria-controls'))
    expect(active()).toContain('Heading 1')
    expect(screen.getByRole('status').textContent).toBe(`${matching('').length} entries to insert`)
    act(() => void key('Escape'))
    type(' and /')
    expect(screen.getByRole('listbox')).toBeVisible()
  })

  it('opens for a slash that was typed while its code loaded, and for no other one', () => {
    write('', 'en', '/tab')
    expect(names()[0]).toContain('Table')
    act(() => void key('Escape'))
    expect(screen.queryByRole('listbox')).toBeNull()
    cleanup()
    view.destroy()
    write('A path /')
    expect(screen.queryByRole('listbox')).toBeNull()
    cleanup()
    view.destroy()
    write('```\n', 'en', 'a /')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('is filtered by typing, and Enter replaces the slash with the chosen entry', () => {
    write('above\n\n')
    type('/tab')
    expect(names()).toEqual([expect.stringMatching(/^Table/), expect.stringMatching(/^JSON to a table/)])
    act(() => void key('Enter'))
    expect(text()).toMatch(/^above\n\n\| Column 1 \| Column 2 \| Column 3 \|\n/)
    expect(text()).not.toContain('/')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(view.contentDOM.hasAttribute('aria-activedescendant')).toBe(false)
  })

  it('is used with the arrow keys and Tab, and goes round', () => {
    write('')
    type('/h')
    expect(active()).toContain('Heading 1')
    act(() => void key('ArrowDown'))
    expect(active()).toContain('Heading 2')
    act(() => void key('ArrowUp'))
    act(() => void key('ArrowUp'))
    expect(active()).toContain('Heading 3')
    act(() => void key('Tab'))
    expect(text()).toBe('### ')
  })

  it('closes on Escape, which leaves the slash as text, and stays closed for that slash', () => {
    write('')
    type('/co')
    act(() => void key('Escape'))
    expect(screen.queryByRole('listbox')).toBeNull()
    type('de')
    expect(screen.queryByRole('listbox')).toBeNull()
    act(() => void key('Enter'))
    expect(text()).toBe('/code\n')
  })

  it.each([
    ['in a word', 'and', 'and/'],
    ['in an address', 'https:/', 'https://'],
    ['in a code block', '```\n⟦⟧\n```', '```\n/\n```'],
    ['in inline code', '`a ⟦⟧`', '`a /`'],
    ['in a table of paths', '| a |\n| - |\n| ⟦⟧ |', '| a |\n| - |\n| / |'],
  ])('does not open %s', (_where, before, after) => {
    write(before)
    type('/')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(text()).toBe(after)
  })

  it('gives way to a path: without a match Enter starts a new line', () => {
    write('see ')
    type('/etc')
    expect(screen.queryByRole('listbox')).toBeNull()
    act(() => void key('Enter'))
    expect(text()).toBe('see /etc\n')
    type('/usr')
    type('/')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('does not open for pasted text', () => {
    write('')
    type('/', 'input.paste')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('is Chinese in the Chinese interface and finds entries in both languages', async () => {
    write('', 'zh')
    type('/表')
    // A word that begins with the query comes before one that contains it.
    expect(active()).toContain('表格')
    expect(names()).toEqual(expect.arrayContaining([expect.stringContaining('无序列表')]))
    act(() => void key('Escape'))
    type('\n/dictionary')
    expect(active()).toContain('数据字典')
    act(() => void key('Enter'))
    await waitFor(() => expect(text()).toContain('字段'))
    expect(matching('代码块')).toEqual(matching('codeblock'))
  })

  it('waits for an input method: letters that are not converted yet are no query, and its keys choose nothing', async () => {
    write('', 'zh')
    type('、')
    const all = names()
    expect(all.length).toBe(matching('').length)
    fireEvent.compositionStart(view.contentDOM)
    type('biao', 'input.type.compose')
    expect(names()).toEqual(all)
    for (const name of ['ArrowDown', 'Tab']) act(() => void key(name))
    expect(active()).toContain('1 级标题')
    expect(text()).toBe('、biao')
    act(() => view.dispatch({ changes: { from: 1, to: 5, insert: '表格' }, selection: { anchor: 3 }, userEvent: 'input.type.compose' }))
    fireEvent.compositionEnd(view.contentDOM)
    await waitFor(() => expect(names()[0]).toContain('表格'))
    expect(text()).toBe('、表格')
  })

  it('opens the dialog of an entry that needs one', () => {
    write('')
    type('/sql')
    act(() => void key('Enter'))
    expect(show).toHaveBeenCalledWith('sql')
    expect(text()).toBe('')
  })

  it('is used with a pointer too, and the focus stays in the text', () => {
    write('')
    type('/')
    const quote = screen.getByRole('option', { name: /^Quote/ })
    expect(fireEvent.mouseDown(quote)).toBe(false)
    fireEvent.click(quote)
    expect(text()).toBe('> ')
    expect(view.hasFocus).toBe(true)
  })
})

describe('the bubble over a selection', () => {
  const bubble = () => screen.queryByRole('toolbar', { name: 'Format the selection' })
  const select = (anchor: number, head: number) => act(() => view.dispatch({ selection: { anchor, head } }))

  it('has bold, italic, code, strikethrough and link, and keeps the selection', () => {
    write('some text here')
    expect(bubble()).toBeNull()
    select(5, 9)
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Bold',
      'Italic',
      'Inline code',
      'Strikethrough',
      'Link',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Bold' }))
    expect(text()).toBe('some **text** here')
    expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('text')
    expect(screen.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('stays away from code blocks, closes on Escape, and comes back for another selection', () => {
    write('```\ncode here\n```\n\ntext')
    select(4, 8)
    expect(bubble()).toBeNull()
    select(19, 23)
    expect(bubble()).not.toBeNull()
    act(() => void key('Escape'))
    expect(bubble()).toBeNull()
    select(19, 19)
    select(19, 22)
    expect(bubble()).not.toBeNull()
  })

  it('waits until the pointer is released', async () => {
    write('some text')
    fireEvent.pointerDown(view.contentDOM)
    select(0, 4)
    expect(bubble()).toBeNull()
    fireEvent.pointerUp(view.contentDOM)
    await waitFor(() => expect(bubble()).not.toBeNull())
  })
})
