import { isolateHistory } from '@codemirror/commands'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { UploadList } from '../../attachment/upload/uploads.ts'

/** A running upload, shown in the text. */
class Chip extends WidgetType {
  readonly id: string
  readonly uploads: UploadList
  #unsubscribe = () => {}
  constructor(id: string, uploads: UploadList) {
    super()
    this.id = id
    this.uploads = uploads
  }
  override eq(other: Chip) {
    return other.id === this.id
  }
  /** Subscribes to the upload itself, so that progress needs no editor transaction. */
  override toDOM(view: EditorView) {
    const chip = document.createElement('span')
    chip.className = 'ed-chip'
    // The upload list in the corner has the same information as text.
    chip.setAttribute('aria-hidden', 'true')
    const name = chip.appendChild(document.createElement('span'))
    const share = chip.appendChild(document.createElement('span'))
    share.className = 'num'
    const show = () => {
      const entry = this.uploads.list().find(({ id }) => id === this.id)
      const hidden = !entry || entry.state === 'failed'
      // The height of the line may change.
      if (hidden !== chip.hidden) view.requestMeasure()
      chip.hidden = hidden
      if (!entry) return
      const percent = `${Math.round(entry.sent * 100)} %`
      name.textContent = entry.file.name
      share.textContent = percent
      chip.style.setProperty('--sent', String(entry.sent))
    }
    show()
    this.#unsubscribe = this.uploads.subscribe(show)
    return chip
  }
  override destroy() {
    this.#unsubscribe()
  }
}

/** The position in the text for the link to a running upload. */
interface Mark {
  id: string
  at: number
  /** An empty line was inserted for it, because several files came together. */
  ownLine: boolean
}

const put = StateEffect.define<Mark[]>()
const take = StateEffect.define<string>()

/*
 * A mark is not text: it is not saved, stored in drafts or undone. It moves with the surrounding text; text typed exactly at its
 * position comes after it, and so do later marks.
 */
const marks = StateField.define<readonly Mark[]>({
  create: () => [],
  update(list, tr) {
    let next = list
    const taken = tr.effects.find((effect) => effect.is(take))?.value
    const index = list.findIndex((mark) => mark.id === taken)
    if (tr.docChanged) next = list.map((mark, n) => ({ ...mark, at: tr.changes.mapPos(mark.at, index >= 0 && n > index ? 1 : -1) }))
    if (index >= 0) next = next.filter((mark) => mark.id !== taken)
    for (const effect of tr.effects) if (effect.is(put)) next = [...next, ...effect.value]
    return next
  },
})

const markChips = (uploads: UploadList) =>
  EditorView.decorations.compute([marks], (state) =>
    Decoration.set(
      state.field(marks).map(({ id, at }) => Decoration.widget({ widget: new Chip(id, uploads), side: -1 }).range(at)),
      true,
    ),
  )

/** Prepares the editor for marks. Before the first upload, no keystroke updates them. */
export function showMarks(view: EditorView, uploads: UploadList) {
  if (view.state.field(marks, false)) return
  view.dispatch({ effects: StateEffect.appendConfig.of([marks, markChips(uploads)]) })
}

/** Moves a position inside a word to the nearer end of the word. */
function nearestWordEdge(state: EditorState, at: number) {
  const word = state.wordAt(at)
  if (!word || at === word.from || at === word.to) return at
  return at - word.from < word.to - at ? word.from : word.to
}

/** Replaces the selection with marks, or inserts them at `at`; several get a line each, below a line with text. */
export function putMarks(view: EditorView, ids: string[], at?: number) {
  if (!ids.length) return
  const { state } = view
  const { main } = state.selection
  const several = ids.length > 1
  const line = state.doc.lineAt(at ?? main.to)
  const under = several && line.text.trim() !== ''
  const from = under ? line.to : at === undefined ? main.from : nearestWordEdge(state, at)
  const to = under || at !== undefined ? from : main.to
  const above = under ? 1 : 0
  const insert = '\n'.repeat(ids.length - 1 + above)
  const made = ids.map((id, n) => ({ id, at: from + above + n, ownLine: several }))
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    effects: put.of(made),
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
}

/** Replaces the mark with text; one undo step removes the text. */
export function fillMark(view: EditorView, id: string, insert: string) {
  const { main } = view.state.selection
  const at = view.state.field(marks, false)?.find((mark) => mark.id === id)?.at ?? main.head
  view.dispatch({
    changes: { from: at, insert },
    ...(main.empty && main.head === at ? { selection: { anchor: at + insert.length } } : {}),
    effects: take.of(id),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  })
}

/** Removes the mark of a failed upload, and the empty line that was inserted for it. */
export function dropMark(view: EditorView, id: string) {
  const mark = view.state.field(marks, false)?.find((candidate) => candidate.id === id)
  if (!mark) return
  const { doc } = view.state
  const line = doc.lineAt(mark.at)
  const empty = mark.ownLine && line.length === 0 && doc.lines > 1
  const cut = line.number > 1 ? { from: line.from - 1, to: line.to } : { from: line.from, to: line.to + 1 }
  view.dispatch({ ...(empty ? { changes: cut } : {}), effects: take.of(id) })
}
