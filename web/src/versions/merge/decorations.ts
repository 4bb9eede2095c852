import { type EditorState, type Extension, type Range, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { rowsOf } from '@sheaf/compare/lines'
import { type Budget, budgetOf } from '@sheaf/compare/sequence'
import { type Piece, wordDiff } from '@sheaf/compare/words'
import type { Choice, Conflict, PlacedRegion } from './places.ts'

/** Labels of the merged text, including the other author's name. */
export interface MergeLabels {
  mine: string
  theirs: string
  takeMine: string
  takeTheirs: string
  takeBoth: string
  removed: string
  nothing: string
  again: string
  conflict: (number: number) => string
  chosen: Record<Choice, string>
  unchanged: (count: number) => string
  more: (count: number) => string
  /** Theirs is on the left and its action comes first, as in the review of a suggestion. */
  theirsFirst: boolean
}

/** What belongs to the two sides, from left to right. */
export const inOrder = <Part>(theirsFirst: boolean, mine: Part, theirs: Part): Part[] => (theirsFirst ? [theirs, mine] : [mine, theirs])

/** Lines shown per side of a conflict; the rest is readable after choosing that side. */
const SIDE_LINES_MAX = 200

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, ...children: (Node | string)[]) {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

function button(className: string, text: string, onPress: () => void) {
  const made = element('button', className, text)
  made.type = 'button'
  made.addEventListener('click', onPress)
  return made
}

/** Page text is added as text nodes only, never as HTML (S68). */
const lineOf = (pieces: Piece[], tag: 'ins' | 'del') =>
  element('div', 'mg-line', ...pieces.map(({ text, changed }) => (changed ? element(tag, '', text) : text)))

class RemovedLinesWidget extends WidgetType {
  readonly #lines: Piece[][]
  readonly #labels: MergeLabels
  constructor(lines: Piece[][], labels: MergeLabels) {
    super()
    this.#lines = lines
    this.#labels = labels
  }
  toDOM() {
    const block = element('div', 'mg-gone', ...this.#lines.map((line) => lineOf(line, 'del')))
    block.setAttribute('role', 'note')
    block.setAttribute('aria-label', this.#labels.removed)
    return block
  }
}

class FoldWidget extends WidgetType {
  readonly #count: number
  readonly #labels: MergeLabels
  readonly #open: (view: EditorView, at: number) => void
  constructor(count: number, labels: MergeLabels, open: (view: EditorView, at: number) => void) {
    super()
    this.#count = count
    this.#labels = labels
    this.#open = open
  }
  override get estimatedHeight() {
    return 32
  }
  toDOM(view: EditorView) {
    const fold = button('mg-fold', this.#labels.unchanged(this.#count), () => this.#open(view, view.posAtDOM(fold)))
    return fold
  }
  override ignoreEvent() {
    return true
  }
}

/** Both versions of a conflict next to each other, or the choice made. */
export class ConflictWidget extends WidgetType {
  readonly #place: Conflict
  readonly #labels: MergeLabels
  readonly #choose: (view: EditorView, number: number, choice: Choice | undefined) => void
  constructor(place: Conflict, labels: MergeLabels, choose: (view: EditorView, number: number, choice: Choice | undefined) => void) {
    super()
    this.#place = place
    this.#labels = labels
    this.#choose = choose
  }
  override eq(other: ConflictWidget) {
    return other.#place.number === this.#place.number && other.#place.choice === this.#place.choice
  }
  toDOM(view: EditorView) {
    const { number, choice } = this.#place
    const { conflict, chosen, again, takeMine, takeTheirs, takeBoth, theirsFirst } = this.#labels
    const press = (text: string, choice: Choice | undefined) => button('btn small', text, () => this.#choose(view, number, choice))
    const name = element('b', '', conflict(number))
    const head = choice
      ? element('div', 'mg-head', name, element('span', '', chosen[choice]), press(again, undefined))
      : element(
          'div',
          'mg-head',
          name,
          ...inOrder(theirsFirst, press(takeMine, 'mine'), press(takeTheirs, 'theirs')),
          press(takeBoth, 'both'),
        )
    const card = element('div', choice ? 'mg-place done' : 'mg-place', head)
    if (!choice) card.append(this.#sides())
    card.dataset['place'] = `${number}`
    card.setAttribute('role', 'group')
    card.setAttribute('aria-label', conflict(number))
    return card
  }
  #sides() {
    const { mine, theirs } = this.#place
    const budget = budgetOf()
    const words =
      mine.length === theirs.length ? mine.slice(0, SIDE_LINES_MAX).map((line, at) => wordDiff(line, theirs[at] ?? '', budget)) : []
    const side = (lines: string[], label: string, which: 0 | 1) => {
      const shown = lines
        .slice(0, SIDE_LINES_MAX)
        .map((text, at) => lineOf(words[at]?.[which] ?? [{ text, changed: false }], which ? 'ins' : 'del'))
      if (lines.length === 0) shown.push(element('div', 'mg-none', this.#labels.nothing))
      if (lines.length > SIDE_LINES_MAX) shown.push(element('div', 'mg-none', this.#labels.more(lines.length - SIDE_LINES_MAX)))
      return element('div', which ? 'mg-side their' : 'mg-side my', element('div', 'mg-name', label), ...shown)
    }
    return element(
      'div',
      'mg-sides',
      ...inOrder(this.#labels.theirsFirst, side(mine, this.#labels.mine, 0), side(theirs, this.#labels.theirs, 1)),
    )
  }
  override ignoreEvent() {
    return true
  }
}

/** Unchanged lines that stay visible around a change. */
const CONTEXT_LINES = 3
/** Shorter runs are not folded. */
const FOLD_MIN_LINES = 8

const unfold = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) })

/** Folds a long unchanged run except for three lines next to a change. */
function foldOf(starts: PlacedRegion[], index: number, labels: MergeLabels, end: number): Range<Decoration>[] {
  const start = starts[index]
  if (start?.region.kind !== 'same') return []
  const { mine } = start.region
  const first = index === 0 ? 0 : CONTEXT_LINES
  const last = index === starts.length - 1 ? mine.length : mine.length - CONTEXT_LINES
  if (last - first < FOLD_MIN_LINES) return []
  const length = (lines: string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0)
  const from = start.from + length(mine.slice(0, first))
  const to = Math.min(from + length(mine.slice(first, last)) - 1, end)
  return [Decoration.replace({ widget: new FoldWidget(last - first, labels, unfoldAt), block: true }).range(from, to)]
}

const unfoldAt = (view: EditorView, at: number) => view.dispatch({ effects: unfold.of(at) })

const folds = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, { changes, effects }) {
    const opened = effects.flatMap((effect) => (effect.is(unfold) ? [effect.value] : []))
    const now = set.map(changes)
    return opened.length ? now.update({ filter: (from, to) => !opened.some((at) => at >= from && at <= to) }) : now
  },
  provide: (field) => [EditorView.decorations.from(field), EditorView.atomicRanges.of((view) => view.state.field(field))],
})

/** Folds the unchanged runs of the merged text. */
const foldUnchanged = (starts: PlacedRegion[], labels: MergeLabels, end: number): Extension =>
  folds.init(() => Decoration.set(starts.flatMap((_, index) => foldOf(starts, index, labels, end))))

const theirLine = Decoration.line({ class: 'mg-theirs' })
const myLine = Decoration.line({ class: 'mg-mine' })
const word = Decoration.mark({ class: 'mg-word' })

interface Mark {
  from: number
  to: number
  value: Decoration
}

/** Decorations for the other author's changes: removed lines, then added lines with changed words. */
function theirMarks({ region, from }: PlacedRegion, labels: MergeLabels, budget: Budget): Mark[] {
  const { base, theirs } = region
  const marks: Mark[] = []
  const removedLines: Piece[][] = []
  const starts: number[] = []
  theirs.reduce((at, line) => {
    starts.push(at)
    marks.push({ from: at, to: at, value: theirLine })
    return at + line.length + 1
  }, from)
  for (const row of rowsOf([0, base.length, 0, theirs.length], base, theirs, budget)) {
    if (row.kind === 'added') continue
    const line = base[row.left] ?? ''
    const words = row.kind === 'changed' ? wordDiff(line, theirs[row.right] ?? '', budget) : undefined
    removedLines.push(words?.[0] ?? [{ text: line, changed: false }])
    if (!words || row.kind !== 'changed') continue
    let at = starts[row.right] ?? from
    for (const { text, changed } of words[1]) {
      if (changed) marks.push({ from: at, to: at + text.length, value: word })
      at += text.length
    }
  }
  if (removedLines.length)
    marks.push({
      from,
      to: from,
      value: Decoration.widget({ widget: new RemovedLinesWidget(removedLines, labels), block: true, side: -1 }),
    })
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

/** Marks the lines of either author and folds unchanged runs. */
export const changeDecorations = (starts: PlacedRegion[], labels: MergeLabels, end: number): Extension => {
  const budget = budgetOf()
  const lines = starts.flatMap((start) => {
    if (start.region.kind === 'theirs') return theirMarks(start, labels, budget)
    return start.region.kind === 'mine' ? myMarks(start) : []
  })
  return [marks.init(() => setOf(lines)), foldUnchanged(starts, labels, end)]
}

/** Current positions of the other author's changes. */
export function theirChangePositions(state: EditorState) {
  const positions: number[] = []
  const cursor = state.field(marks).iter()
  let last = Number.NEGATIVE_INFINITY
  for (; cursor.value; cursor.next()) {
    const isRemoval = cursor.value.spec.widget instanceof RemovedLinesWidget
    if (!isRemoval && cursor.value !== theirLine) continue
    const line = state.doc.lineAt(cursor.from).number
    if (isRemoval || line > last + 1) if (positions.at(-1) !== cursor.from) positions.push(cursor.from)
    last = line
  }
  return positions
}
