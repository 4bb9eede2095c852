// @vitest-environment jsdom
import { findNext, openSearchPanel, SearchQuery, search, setSearchQuery } from '@codemirror/search'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, it } from 'vitest'
import { matchCounter } from './search.ts'

let view: EditorView
afterEach(() => view.destroy())

function open(doc: string) {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  view = new EditorView({ doc, extensions: [search(), matchCounter], parent: document.body })
  openSearchPanel(view)
}
const query = (text: string, more = {}) => view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: text, ...more })) })
const count = () => view.dom.querySelector('[role="status"]')?.textContent
const says = (text: string) => expect.poll(count).toBe(text)

it('shows the number of matches and the index of the selected one', async () => {
  open('order, Order and reorder')
  query('order')
  await says('3')
  findNext(view)
  await says('1 / 3')
  findNext(view)
  await says('2 / 3')
  query('order', { caseSensitive: true })
  await says('2')
})

it('counts again when the text changes, and stops at the limit', async () => {
  open('a line')
  query('none')
  await says('no match')
  view.dispatch({ changes: { from: 0, insert: 'none '.repeat(1200) } })
  await says('999+')
  query('(', { regexp: true })
  await says('')
})
