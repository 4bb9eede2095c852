// @vitest-environment jsdom
import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import type { UploadList } from '../../attachment/upload/uploads.ts'
import { pastedFiles, withPasteName } from './events.ts'
import { dropMark, fillMark, putMarks, showMarks } from './marks.ts'

const entry = (id: string) => ({
  id,
  file: new File(['x'], `${id}.png`),
  to: '',
  state: 'sending' as const,
  sent: 0.4,
  problem: '',
  again: false,
})

/** A text with the cursor at the character ^. */
function write(text: string) {
  const at = text.indexOf('^')
  const uploads: UploadList = { list: () => ['a', 'b', 'c'].map(entry), subscribe: () => () => {}, again: () => {}, cancel: () => {} }
  const doc = text.replace('^', '')
  const state = EditorState.create({ doc, selection: { anchor: at }, extensions: history() })
  const view = new EditorView({ state })
  showMarks(view, uploads)
  return view
}
const textOf = (view: EditorView) => {
  const { head } = view.state.selection.main
  return `${view.state.sliceDoc(0, head)}^${view.state.sliceDoc(head)}`
}
const type = (view: EditorView, insert: string, from = view.state.selection.main.head) =>
  view.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.type' })

/* Missing in jsdom. */
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

describe('the mark of a running upload', () => {
  it('is shown in the text without being part of it', () => {
    const view = write('One ^two')
    putMarks(view, ['a'])
    expect(view.state.doc.toString()).toBe('One two')
    expect(view.contentDOM.textContent).toBe('One a.png40 %two')
    fillMark(view, 'a', '![](/a)')
    expect(view.contentDOM.textContent).toBe('One ![](/a)two')
    expect(textOf(view)).toBe('One ![](/a)^two')
  })

  it('moves with text inserted before it and stays before text typed at its position', () => {
    const view = write('One\n\n^')
    putMarks(view, ['a'])
    type(view, ' and more')
    type(view, 'Zero\n', 0)
    fillMark(view, 'a', '![](/a)')
    expect(view.state.doc.toString()).toBe('Zero\nOne\n\n![](/a) and more')
  })

  it('survives the replacement of the surrounding text', () => {
    const view = write('One ^two')
    putMarks(view, ['a'])
    view.dispatch({ changes: { from: 0, to: 7, insert: 'Something else' } })
    fillMark(view, 'a', '![](/a)')
    expect(view.state.doc.toString()).toContain('![](/a)')
  })

  it('replaces the selection', () => {
    const view = write('One ^two')
    view.dispatch({ selection: { anchor: 4, head: 7 } })
    putMarks(view, ['a'])
    fillMark(view, 'a', '![](/a)')
    expect(textOf(view)).toBe('One ![](/a)^')
  })

  it('keeps the order in which files were added, in any order of completion', () => {
    const view = write('^')
    putMarks(view, ['a'])
    putMarks(view, ['b'])
    fillMark(view, 'a', '[a](/a)')
    fillMark(view, 'b', '[b](/b)')
    expect(textOf(view)).toBe('[a](/a)[b](/b)^')
    const other = write('^')
    putMarks(other, ['a'])
    putMarks(other, ['b'])
    fillMark(other, 'b', '[b](/b)')
    fillMark(other, 'a', '[a](/a)')
    expect(other.state.doc.toString()).toBe('[a](/a)[b](/b)')
  })

  it('puts several marks on a line each, below a line with text', () => {
    const view = write('One ^two\nThree')
    putMarks(view, ['a', 'b', 'c'])
    fillMark(view, 'c', '[c](/c)')
    dropMark(view, 'b')
    fillMark(view, 'a', '[a](/a)')
    expect(view.state.doc.toString()).toBe('One two\n[a](/a)\n[c](/c)\nThree')
  })

  it('is not placed inside a word on a drop', () => {
    const view = write('Amounts are strings^')
    putMarks(view, ['a'], 14)
    fillMark(view, 'a', '[a](/a)')
    expect(view.state.doc.toString()).toBe('Amounts are [a](/a)strings')
  })

  it('is undone in one step, without text typed meanwhile', () => {
    const view = write('^')
    putMarks(view, ['a'])
    type(view, 'typed')
    fillMark(view, 'a', '![](/a)')
    undo(view)
    expect(view.state.doc.toString()).toBe('typed')
  })

  it('is removed when the upload is dropped', () => {
    const view = write('One ^')
    putMarks(view, ['a'])
    dropMark(view, 'a')
    dropMark(view, 'a')
    expect(view.contentDOM.textContent).toBe('One ')
  })
})

describe('the files of a paste', () => {
  const png = new File(['x'], 'image.png', { type: 'image/png' })
  const paste = (files: File[], data: Record<string, string> = {}) =>
    pastedFiles({ files, getData: (type: string) => data[type] ?? '' } as unknown as DataTransfer)

  it('are a screenshot, a file from the file manager, or a picture from a web page', () => {
    expect(paste([png])).toEqual([png])
    const pdf = new File(['x'], 'a b.pdf')
    expect(paste([pdf], { 'text/plain': 'a b.pdf' })).toEqual([pdf])
    expect(paste([pdf], { 'text/plain': 'file:///home/emma/a%20b.pdf\n' })).toEqual([pdf])
    expect(paste([png], { 'text/html': '<meta charset="utf-8"><img src="https://docs.test/a.png">' })).toEqual([png])
  })

  it('exclude the picture that Word and Excel add to text or a table', () => {
    expect(paste([png], { 'text/plain': 'a\tb', 'text/html': '<table><tr><td>a</td></tr></table>' })).toEqual([])
    expect(paste([png], { 'text/html': '<table></table>' })).toEqual([])
    expect(paste([png], { 'text/plain': 'Some words' })).toEqual([])
    expect(paste([], { 'text/plain': 'Some words' })).toEqual([])
    expect(pastedFiles(null)).toEqual([])
  })

  it('are named after the time of the paste if they have no name', () => {
    expect(withPasteName(png, new Date(2026, 10, 20, 9, 5, 7)).name).toBe('screenshot-20261120-090507.png')
    expect(withPasteName(new File(['x'], 'plan.png')).name).toBe('plan.png')
  })
})
