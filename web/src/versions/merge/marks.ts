import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { rowsOf } from '../diff/lines.ts'
import { type Piece, wordDiff } from '../diff/words.ts'
import { foldUnchanged } from './folds.ts'
import type { PlacedRegion } from './places.ts'
import { type MergeLabels, RemovedLinesWidget } from './widgets.ts'

const theirLine = Decoration.line({ class: 'mg-theirs' })
const myLine = Decoration.line({ class: 'mg-mine' })
const word = Decoration.mark({ class: 'mg-word' })

interface Mark {
  from: number
  to: number
  value: Decoration
}

/** What comes from them: the lines they removed, then their own with the changed words. */
function theirMarks({ region, from }: PlacedRegion, labels: MergeLabels): Mark[] {
  const { base, theirs } = region
  const marks: Mark[] = []
  const gone: Piece[][] = []
  const starts: number[] = []
  theirs.reduce((at, line) => {
    starts.push(at)
    marks.push({ from: at, to: at, value: theirLine })
    return at + line.length + 1
  }, from)
  for (const row of rowsOf([0, base.length, 0, theirs.length], base, theirs)) {
    if (row.kind === 'added') continue
    const line = base[row.left] ?? ''
    const words = row.kind === 'changed' ? wordDiff(line, theirs[row.right] ?? '') : undefined
    gone.push(words?.[0] ?? [{ text: line, changed: false }])
    if (!words || row.kind !== 'changed') continue
    let at = starts[row.right] ?? from
    for (const { text, changed } of words[1]) {
      if (changed) marks.push({ from: at, to: at + text.length, value: word })
      at += text.length
    }
  }
  if (gone.length)
    marks.push({ from, to: from, value: Decoration.widget({ widget: new RemovedLinesWidget(gone, labels), block: true, side: -1 }) })
  return marks
}

const myMarks = ({ region, from }: PlacedRegion): Mark[] => {
  let at = from
  return region.mine.map((line) => {
    const mark = { from: at, to: at, value: myLine }
    at += line.length + 1
    return mark
  })
}

const setOf = (marks: Mark[]) => {
  const builder = new RangeSetBuilder<Decoration>()
  marks.sort((a, b) => a.from - b.from || a.value.startSide - b.value.startSide)
  for (const { from, to, value } of marks) builder.add(from, to, value)
  return builder.finish()
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, { changes }) => set.map(changes),
  provide: (field) => EditorView.decorations.from(field),
})

/** Whose lines are whose, and what is folded away. */
export const changeDecorations = (starts: PlacedRegion[], labels: MergeLabels, end: number): Extension => {
  const lines = starts.flatMap((start) => {
    if (start.region.kind === 'theirs') return theirMarks(start, labels)
    return start.region.kind === 'mine' ? myMarks(start) : []
  })
  return [marks.init(() => setOf(lines)), foldUnchanged(starts, labels, end)]
}

/** Where their changes stand now. */
export function theirChangePositions(state: EditorState) {
  const found: number[] = []
  const cursor = state.field(marks).iter()
  let last = Number.NEGATIVE_INFINITY
  for (; cursor.value; cursor.next()) {
    const gone = cursor.value.spec.widget instanceof RemovedLinesWidget
    if (!gone && cursor.value !== theirLine) continue
    const line = state.doc.lineAt(cursor.from).number
    if (gone || line > last + 1) if (found.at(-1) !== cursor.from) found.push(cursor.from)
    last = line
  }
  return found
}
