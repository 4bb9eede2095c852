// @vitest-environment jsdom
import { history } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, makeQueryClient } from '../../lib/api.ts'
import { LanguageContext } from '../../lib/words.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { Toasts } from '../../ui/toast.tsx'
import { MoreMenu } from '../bar/more.tsx'
import { EditorPanels } from '../page.tsx'
import { pasting } from '../paste/paste.ts'
import type { EditingSession, PanelName } from '../session.ts'
import { EditorToolbar } from './toolbar.tsx'

const page = (page_id: string, page_title: string, cat_id = '0') => ({ page_id, page_title, cat_id, author_uid: '1', addtime: '1' })
const item = {
  item_id: '7',
  menu: {
    pages: [page('12', 'Create an order'), page('13', 'Error codes')],
    catalogs: [{ cat_id: '3', cat_name: 'Orders', pages: [page('14', 'Order states', '3')], catalogs: [] }],
  },
} as unknown as EditingSession['item']
const template = (id: string, template_title: string) => {
  return { id, uid: '1', username: 'emma', template_title, template_content: `## ${template_title}`, addtime: '2026-11-18 16:40:05' }
}

let view: EditorView

function Desk({ editing }: Pick<EditingSession, 'editing'>) {
  const [panel, show] = useState<PanelName>()
  const session = {
    editing,
    item,
    page_id: '12',
    panel,
    show,
    attachment_count: '0',
    held: { state: { kind: 'asking' } },
    read: () => ({ title: 'Create an order', cat_id: '0', text: view.state.doc.toString() }),
  } as unknown as EditingSession
  return (
    <>
      <EditorToolbar session={session} />
      <MoreMenu session={session} />
      <EditorPanels session={session} />
      <Toasts />
    </>
  )
}

function write(text: string, language: Language = 'en') {
  const listeners = new Set<() => void>()
  const notifyListeners = EditorView.updateListener.of(() => {
    for (const listener of listeners) listener()
  })
  const at = text.indexOf('⟦')
  const doc = text.replace(/[⟦⟧]/g, '')
  const selection = { anchor: at < 0 ? doc.length : at, head: at < 0 ? doc.length : text.indexOf('⟧') - 1 }
  const extensions = [markdown({ base: markdownLanguage }), history(), pasting(), notifyListeners]
  view = new EditorView({ state: EditorState.create({ doc, selection, extensions }), parent: document.body })
  const follow = (onIdle: () => void) => {
    listeners.add(onIdle)
    return () => void listeners.delete(onIdle)
  }
  const around = (children: ReactNode) => (
    <MemoryRouter>
      <LanguageContext value={language}>
        <QueryClientProvider client={makeQueryClient()}>{children}</QueryClientProvider>
      </LanguageContext>
    </MemoryRouter>
  )
  render(around(<Desk editing={{ view, follow, onPause: () => () => {}, listen: () => () => {} }} />))
}
const text = () => view.state.doc.toString()
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const dialog = (name?: string | RegExp) => screen.findByRole('dialog', name ? { name } : {})

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  view.destroy()
})

describe('templates', () => {
  it('are inserted at the cursor, the newest own templates first', async () => {
    answer(api.template.getList, [template('4', 'Runbook'), template('9', 'Decision record')])
    write('above')
    press('Insert')
    await screen.findByRole('menuitem', { name: 'Runbook' })
    const list = within(screen.getByRole('group', { name: 'Templates' }))
    expect(list.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual([
      'API page',
      'Data dictionary',
      'Error codes',
      'Decision record',
      'Runbook',
      'All your templates…',
    ])
    await choose('Runbook')
    expect(text()).toBe('above\n\n## Runbook\n')
  })

  it('that are built in use the language of the interface', async () => {
    answer(api.template.getList, [])
    write('', 'zh')
    press('插入')
    expect(await screen.findByText(/还没有模板/)).toBeVisible()
    await choose('API 接口')
    await waitFor(() => expect(text()).not.toBe(''))
    expect(text()).toMatch(/\| 参数名 +\| 类型 +\| 必选 +\| 说明 +\|/)
  })

  it('that cannot be loaded show an error and a retry', async () => {
    refuse(api.template.getList, 'unexpected', 'no')
    write('')
    press('Insert')
    const again = await screen.findByRole('menuitem', { name: /could not be loaded/ })
    answer(api.template.getList, [template('4', 'Runbook')])
    fireEvent.click(again)
    expect(await screen.findByRole('menuitem', { name: 'Runbook' })).toBeVisible()
  })

  it('are saved from the current page under their own title', async () => {
    answer(api.template.getList, [])
    answer(api.template.save, (fields) => ({ ...template('5', fields['template_title'] ?? ''), addtime: '1' }))
    write('## A text')
    press('More')
    await choose(/Save this page/)
    const form = within(await dialog('Save this page as a template'))
    expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Create an order')
    fireEvent.change(form.getByLabelText('Title'), { target: { value: ' Order page ' } })
    fireEvent.click(form.getByText('Save the template'))
    expect(await screen.findByText('“Order page” is among your templates')).toBeVisible()
    expect(sentRequests.find(({ path }) => path === 'template/save')?.fields).toMatchObject({
      template_title: 'Order page',
      template_content: '## A text',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are deleted only after a confirmation with their name', async () => {
    let left = [template('4', 'Runbook')]
    answer(api.template.getList, () => left)
    answer(api.template.delete, () => {
      left = []
      return 1
    })
    write('')
    press('Insert')
    await choose(/All your templates/)
    const list = within(await dialog('Your templates'))
    expect(list.getByText('18 Nov 2026, 16:40')).toBeVisible()
    fireEvent.click(list.getByRole('button', { name: 'Delete “Runbook”' }))
    expect(sentRequests.some(({ path }) => path === 'template/delete')).toBe(false)
    fireEvent.click(within(await dialog('Delete the template “Runbook”?')).getByText('Delete the template'))
    expect(await list.findByText(/no templates yet/)).toBeVisible()
    expect(sentRequests.find(({ path }) => path === 'template/delete')?.fields).toMatchObject({ id: '4' })
  })
})

describe('a link to a page', () => {
  it('is found by title and catalog, with the keyboard alone', async () => {
    answer(api.item.search, { item_id: 7, item_name: '', pages: [] })
    write('see ')
    fireEvent.keyDown(window, { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true })
    const field = within(await dialog(/Link to a page/)).getByRole('combobox')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['Error codes', 'Order statesOrders'])
    fireEvent.change(field, { target: { value: 'order' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(text()).toBe('see [Order states](/7/14)')
  })

  it('is found by text too, when typing pauses', async () => {
    const hit = { ...page('13', 'Error codes'), item_id: '7', author_username: '', s_number: '1', item_name: '', search_content: '' }
    const row = { ...hit, addtime: '2026-11-18 16:40:05', page_comments: '', is_del: '0' }
    answer(api.item.search, { item_id: 7, item_name: '', pages: [row] })
    write('')
    press('Insert')
    await choose(/^Link to a page/)
    const field = within(await dialog()).getByRole('combobox')
    fireEvent.change(field, { target: { value: 'lapsed' } })
    expect((await screen.findByRole('option', { name: /Error codes/ })).textContent).toContain('found in the text')
    fireEvent.click(screen.getByRole('option'))
    expect(text()).toBe('[Error codes](/7/13)')
  })
})

describe('format tools', () => {
  const open = async (tool: RegExp, button = 'Insert') => {
    press(button)
    await choose(tool)
    return within(await dialog())
  }

  it('make a table of the selected JSON, below its code block', async () => {
    write('```json\n⟦{"id": 1}⟧\n```\n\nend')
    const form = await open(/to a table/)
    fireEvent.click(form.getByText('Insert the table'))
    expect(text()).toBe(
      '```json\n{"id": 1}\n```\n\n| Parameter | Type   | Description |\n| --------- | ------ | ----------- |\n| id        | number |             |\n\nend',
    )
  })

  it('report where a text is invalid JSON', async () => {
    write('', 'zh')
    const form = await open(/JSON 转表格/, '插入')
    fireEvent.change(form.getByLabelText('JSON'), { target: { value: '{"a": 1,\n"b" 2}' } })
    fireEvent.click(form.getByText('插入表格'))
    expect((await form.findByRole('alert')).textContent).toBe('Json解析失败：第 2 行，第 5 列')
    expect(text()).toBe('')
  })

  it('beautify the JSON at the cursor and leave invalid JSON unchanged', async () => {
    write('```json\n{"a":⟦⟧1}\n```')
    press('Insert')
    await choose('Beautify JSON')
    expect(text()).toBe('```json\n{\n  "a": 1\n}\n```')
    act(() => view.dispatch({ changes: { from: 10, insert: '?' } }))
    const original = text()
    press('Insert')
    await choose('Beautify JSON')
    expect(await screen.findByText(/Left as it is: .*line 2/)).toBeVisible()
    expect(text()).toBe(original)
  })

  it('prompt for JSON if there is none at the cursor, and insert invalid JSON unchanged', async () => {
    write('word')
    const form = await open(/Beautify/)
    fireEvent.change(form.getByLabelText('JSON'), { target: { value: '{a}' } })
    expect(form.getByText(/not valid JSON/)).toBeVisible()
    fireEvent.click(form.getByText('Insert as code'))
    expect(text()).toBe('word\n\n```json\n{a}\n```\n')
  })

  it('make a data dictionary of SQL', async () => {
    write('')
    const form = await open(/SQL/)
    fireEvent.change(form.getByLabelText('SQL'), { target: { value: "create table a (b int comment 'x'); create table c (d int)" } })
    expect(await form.findByText('2 tables')).toBeVisible()
    fireEvent.click(form.getByText('Insert'))
    expect(text()).toMatch(/^## a\n\n\| Column[\s\S]*\n\n## c\n/)
  })

  it('explain how to paste a spreadsheet if the clipboard cannot be read', async () => {
    write('')
    press('Insert')
    await choose('Table from a spreadsheet')
    expect(await screen.findByText(/Copy the cells, then paste them/)).toBeVisible()
  })
})

it('replaces the table button with a menu when the cursor is in a table', async () => {
  write('| a | b |\n| - | - |\n| 1 | 2⟦⟧ |')
  press('Table')
  await choose('Row below')
  expect(text().split('\n')).toHaveLength(4)
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: 'text' } }))
  press('Table')
  expect(await screen.findByRole('button', { name: '1 column, 1 row' })).toBeVisible()
})

it('fold to one button, which the browser remembers', () => {
  write('')
  press('Hide the formatting tools')
  expect(screen.queryByRole('toolbar')).toBeNull()
  const opener = screen.getByRole('button', { name: 'Show the formatting tools' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  cleanup()
  view.destroy()
  write('')
  expect(screen.queryByRole('toolbar')).toBeNull()
  press('Show the formatting tools')
  expect(screen.getByRole('toolbar', { name: 'Markdown tools' })).toBeVisible()
  cleanup()
  view.destroy()
  write('')
  expect(screen.getByRole('button', { name: 'Bold' })).toBeVisible()
})

it('lists all shortcuts, opened by a shortcut', async () => {
  write('')
  fireEvent.keyDown(window, { key: '/', ctrlKey: true })
  const list = within(await dialog('Keyboard shortcuts'))
  expect(list.getByText('Ctrl B')).toBeVisible()
  expect(list.getByText('Ctrl Alt K')).toBeVisible()
})

it('pastes spreadsheet cells as a table, and unchanged inside code', async () => {
  write('')
  const paste = () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const data = { 'text/plain': 'a\tb\n1\t2', 'text/html': '' }
    Object.assign(event, { clipboardData: { files: [], getData: (type: keyof typeof data) => data[type] ?? '' } })
    view.contentDOM.dispatchEvent(event)
  }
  paste()
  expect(text()).toBe('| a   | b   |\n| --- | --- |\n| 1   | 2   |\n')
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '```\n\n```' }, selection: { anchor: 4 } }))
  paste()
  await waitFor(() => expect(text()).toBe('```\na\tb\n1\t2\n```'))
})
