// @vitest-environment jsdom
import { findNext, openSearchPanel, SearchQuery, search, setSearchQuery } from '@codemirror/search'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, it } from 'vitest'
import { showMatchCount } from './search.ts'

let view: EditorView
afterEach(() => view.destroy())

function open(doc: string) {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  view = new EditorView({ doc, extensions: [search()], parent: document.body })
  openSearchPanel(view)
}
const query = (text: string, more = {}) => view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: text, ...more })) })
const says = (text: string) => {
  showMatchCount(view)
  expect(view.dom.querySelector('[role="status"]')?.textContent).toBe(text)
}

it('shows the number of matches and the index of the selected one', () => {
  open('order, Order and reorder')
  query('order')
  says('3')
  findNext(view)
  says('1 / 3')
  findNext(view)
  says('2 / 3')
  query('order', { caseSensitive: true })
  says('2')
})

it('counts again when the text changes, and stops at the limit', () => {
  open('a line')
  query('none')
  says('no match')
  view.dispatch({ changes: { from: 0, insert: 'none '.repeat(1200) } })
  says('999+')
  query('(', { regexp: true })
  says('')
})
