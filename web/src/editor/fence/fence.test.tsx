// @vitest-environment jsdom
import { history, insertNewline } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api, makeQueryClient } from '../../lib/api.ts'
import { LanguageContext } from '../../lib/words.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import type { EditingSession } from '../session.ts'
import { FenceMenu } from './fence-menu.tsx'
import { fencePlace } from './place.ts'

let view: EditorView

/** An editor with this text and the cursor at `|`. */
function write(text: string, language: 'en' | 'zh' = 'en') {
  const listeners = new Set<(update: ViewUpdate) => void>()
  const listen = (onUpdate: (update: ViewUpdate) => void) => {
    listeners.add(onUpdate)
    return () => void listeners.delete(onUpdate)
  }
  const anchor = text.indexOf('|')
  const enter = keymap.of([{ key: 'Enter', run: insertNewline }])
  const notify = EditorView.updateListener.of((update) => {
    for (const listener of listeners) listener(update)
  })
  const extensions = [markdown({ base: markdownLanguage }), history(), enter, notify]
  const state = EditorState.create({ doc: text.replace('|', ''), selection: { anchor }, extensions })
  view = new EditorView({ state, parent: document.body })
  view.focus()
  const session = { editing: { view, listen }, item: { item_id: '7' }, page_id: '12' } as unknown as EditingSession
  render(
    <LanguageContext value={language}>
      <QueryClientProvider client={makeQueryClient()}>
        <FenceMenu session={session} />
      </QueryClientProvider>
    </LanguageContext>,
  )
}
const text = () => view.state.doc.toString()
const type = (letters: string) =>
  act(async () => {
    for (const insert of letters) view.dispatch(view.state.update(view.state.replaceSelection(insert), { userEvent: 'input.type' }))
  })
const key = (name: string, more = {}) => fireEvent.keyDown(view.contentDOM, { key: name, ...more })
const names = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
const active = () => document.getElementById(view.contentDOM.getAttribute('aria-activedescendant') ?? '')?.textContent

const call = {
  method: 'POST',
  url: '/orders',
  query: [{ name: 'limit', type: 'integer', required: true, description: 'At most 100' }],
  bodies: [
    {
      contentType: '',
      type: '',
      examples: [],
      fields: [{ name: 'lines', type: 'array[Line]', lists: 1, fields: [{ name: 'quantity', type: 'integer' }] }],
    },
  ],
}
const part = {
  kind: 'operation',
  key: 'create',
  method: 'POST',
  path: '/orders',
  title: '',
  language: 'en',
  address: '',
  gone: '',
  body: { call },
}
const source = { source_id: '3', kind: 'openapi', name: 'orders', title: 'Order Service' }

beforeEach(() => {
  resetAnswers()
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Element.prototype.scrollIntoView = () => {}
  answer(api.source.part, { part: JSON.stringify(part), brief: '', schemas: null })
  answer(api.source.list, [source, { ...source, source_id: '4', kind: 'database', name: 'main', title: 'main' }] as never[])
  answer(api.source.parts, ({ keyword }) =>
    [{ kind: 'operation', key: 'create', title: 'Create an order', method: 'POST', path: '/orders', page_id: '12' }].filter(({ key }) =>
      key.includes(keyword ?? ''),
    ),
  )
})
afterEach(() => {
  cleanup()
  view.destroy()
})

it('offers the places of the part with their type and what the source says; the keyboard chooses', async () => {
  write('```operation orders create\n|\n```\n')
  await type('l')
  expect(await names()).toEqual([
    'query.limitintegerrequiredInstead of: At most 100',
    'query.limit+integerrequiredBelow what the source says',
    'body.linesarray[Line]The source says nothing here',
    'body.lines[].quantityintegerThe source says nothing here',
  ])
  expect(screen.getByRole('listbox', { name: 'Places of this part' })).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('4 entries')
  key('ArrowDown')
  expect(active()).toContain('query.limit+')
  key('Enter')
  expect(text()).toBe('```operation orders create\nquery.limit+: \n```\n')
  expect(screen.queryByRole('listbox')).toBeNull()
  await type('At most 999\nquan')
  key('Tab')
  expect(text()).toBe('```operation orders create\nquery.limit+: At most 999\nbody.lines[].quantity: \n```\n')
  expect(sentRequests.filter(({ path }) => path === 'source/part')).toHaveLength(1)
})

it('offers each form once, the form for words below with its sign, and everything on request', async () => {
  write('```operation orders create\nquery.limit: Ours\n|\n```\n', 'zh')
  await type('li')
  expect((await names())[0]).toContain('query.limit+')
  await type('mit+')
  expect(await names()).toEqual(['query.limit+integer必填附在来源的说明之后'])
  key('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  cleanup()
  view.destroy()
  write('```operation orders create\n|\n```\n')
  key(' ', { code: 'Space', ctrlKey: true })
  expect((await names()).length).toBeGreaterThan(4)
})

it('offers sources, then keys, and closes the block', async () => {
  write('|')
  await type('```operation ')
  expect(await names()).toEqual(['ordersOrder Service'])
  key('Enter')
  expect(text()).toBe('```operation orders ')
  await type('cr')
  expect(await names()).toEqual(['createPOST /ordersCreate an order'])
  fireEvent.click(screen.getByRole('option'))
  expect(text()).toBe('```operation orders create\n```')
  expect(view.state.selection.main.head).toBe('```operation orders create'.length)
})

it('knows where in a block the cursor is', () => {
  const at = (doc: string) => {
    const anchor = doc.indexOf('|')
    const state = EditorState.create({ doc: doc.replace('|', ''), selection: { anchor }, extensions: markdown({ base: markdownLanguage }) })
    const { stage = '', query = '' } = fencePlace(state) ?? {}
    return [stage, query]
  }
  const block = (line: string) => `\`\`\`operation orders create\n${line}\n\`\`\`\n`
  expect(at(block('body.a|'))).toEqual(['path', 'body.a'])
  expect(at(block('body.`a b|'))).toEqual(['path', 'body.`a b'])
  for (const other of ['body.a: words|', '  words|', 'bo|dy', 'two words|']) expect(at(block(other))).toEqual(['', ''])
  expect(at('```js\nbody|\n```')).toEqual(['', ''])
  expect(at('> ```operation orders create\n> body|\n> ```')).toEqual(['', ''])
  expect(at('body|')).toEqual(['', ''])
  expect(at('```table main pub|')).toEqual(['key', 'pub'])
  expect(at('```introduction or|\n```')).toEqual(['source', 'or'])
  expect(at('```introduction orders |\n```')).toEqual(['', ''])
})
