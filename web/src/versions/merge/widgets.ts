import { type EditorView, WidgetType } from '@codemirror/view'
import { type Piece, wordDiff } from '../diff/words.ts'
import type { Choice, Conflict } from './places.ts'

/** The words of the merged text, with the name of the other in them. */
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
}

/** Lines of one side shown in a conflict; the rest can be read once it is chosen. */
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

/** Texts of a page are only ever text here (S68). */
const lineOf = (pieces: Piece[], tag: 'ins' | 'del') =>
  element('div', 'mg-line', ...pieces.map(({ text, changed }) => (changed ? element(tag, '', text) : text)))

export class RemovedLinesWidget extends WidgetType {
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

export class FoldWidget extends WidgetType {
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

/** Both versions of a place beside each other, or what was chosen. */
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
    const { conflict, chosen, again, takeMine, takeTheirs, takeBoth } = this.#labels
    const press = (text: string, choice: Choice | undefined) => button('btn s', text, () => this.#choose(view, number, choice))
    const name = element('b', '', conflict(number))
    const head = choice
      ? element('div', 'mg-head', name, element('span', '', chosen[choice]), press(again, undefined))
      : element('div', 'mg-head', name, press(takeMine, 'mine'), press(takeTheirs, 'theirs'), press(takeBoth, 'both'))
    const card = element('div', choice ? 'mg-place done' : 'mg-place', head)
    if (!choice) card.append(this.#sides())
    card.dataset['place'] = `${number}`
    card.setAttribute('role', 'group')
    card.setAttribute('aria-label', conflict(number))
    return card
  }
  #sides() {
    const { mine, theirs } = this.#place
    const words = mine.length === theirs.length ? mine.map((line, at) => wordDiff(line, theirs[at] ?? '')) : []
    const side = (lines: string[], label: string, which: 0 | 1) => {
      const shown = lines
        .slice(0, SIDE_LINES_MAX)
        .map((text, at) => lineOf(words[at]?.[which] ?? [{ text, changed: false }], which ? 'ins' : 'del'))
      if (lines.length === 0) shown.push(element('div', 'mg-none', this.#labels.nothing))
      if (lines.length > SIDE_LINES_MAX) shown.push(element('div', 'mg-none', this.#labels.more(lines.length - SIDE_LINES_MAX)))
      return element('div', which ? 'mg-side their' : 'mg-side my', element('div', 'mg-name', label), ...shown)
    }
    return element('div', 'mg-sides', side(mine, this.#labels.mine, 0), side(theirs, this.#labels.theirs, 1))
  }
  override ignoreEvent() {
    return true
  }
}
