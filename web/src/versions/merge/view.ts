import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState, type Range } from '@codemirror/state'
import { Decoration, EditorView, keymap } from '@codemirror/view'
import type { Region } from '@sheaf/compare/merge'
import { colours } from '../../writing/theme.ts'
import { ConflictWidget, changeDecorations, type MergeLabels, theirChangePositions } from './decorations.ts'
import { type Choice, choose, conflictField, conflicts, conflictsOf, layOutRegions, openConflicts } from './places.ts'

const chosenLine = Decoration.line({ class: 'mg-chosen' })

export function resolveConflict(view: EditorView, number: number, choice: Choice | undefined) {
  const spec = choose(view.state, number, choice)
  if (!spec) return
  view.dispatch(spec)
  focusPlace(view, number)
}

const cardOf = (view: EditorView, number: number) => view.dom.querySelector<HTMLElement>(`[data-place="${number}"]`)

/** Deferred, because the card is replaced in the next update. */
const focusPlace = (view: EditorView, number: number) =>
  setTimeout(() => cardOf(view, number)?.querySelector('button')?.focus({ preventScroll: true }))

const cards = (labels: MergeLabels) =>
  EditorView.decorations.compute([conflictField], (state) => {
    const decorations: Range<Decoration>[] = []
    for (const place of conflictsOf(state)) {
      const { from } = state.doc.lineAt(place.from)
      decorations.push(Decoration.widget({ widget: new ConflictWidget(place, labels, resolveConflict), block: true, side: -1 }).range(from))
      for (let at = from; at < place.to; at = state.doc.lineAt(at).to + 1) decorations.push(chosenLine.range(at))
    }
    return Decoration.set(decorations, true)
  })

interface Options {
  parent: HTMLElement
  regions: Region[]
  labels: MergeLabels
  name: string
  /** Called after every change with the number of open conflicts. */
  onChange: (open: number) => void
}

/** Opens an editor with the text to be saved, with the conflicts at their positions. */
export function openMerge({ parent, regions, labels, name, onChange }: Options) {
  const { doc, places: all, starts } = layOutRegions(regions)
  const state = EditorState.create({
    doc,
    extensions: [
      conflicts(all),
      cards(labels),
      changeDecorations(starts, labels, doc.length),
      history(),
      markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: false }),
      colours,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': name, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => onChange(openConflicts(update.state).length)),
    ],
  })
  const view = new EditorView({ state, parent })
  onChange(all.length)
  return view
}

/** Scrolls a card into view: whole, or its start if it is higher than the view. */
const showCard = (view: EditorView, number: number) =>
  setTimeout(() => {
    const card = cardOf(view, number)
    const room = view.dom.parentElement?.clientHeight ?? 0
    card?.scrollIntoView?.({ block: card.offsetHeight < room ? 'center' : 'start' })
  })

/** Moves to the next or previous open conflict; if none is open, through all conflicts and changes by the other author. */
export function goToConflict(view: EditorView, direction: 1 | -1, from: number, focus = true) {
  const open = openConflicts(view.state)
  const stops = open.length
    ? open.map((place) => place.from)
    : [...conflictsOf(view.state).map((place) => place.from), ...theirChangePositions(view.state)]
  stops.sort((a, b) => a - b)
  const next = direction > 0 ? (stops.find((at) => at > from) ?? stops[0]) : (stops.findLast((at) => at < from) ?? stops.at(-1))
  if (next === undefined) return from
  view.dispatch({ selection: { anchor: next }, effects: EditorView.scrollIntoView(next, { y: 'center' }) })
  const place = open.find(({ from }) => from === next)
  if (place) showCard(view, place.number)
  if (focus && place) focusPlace(view, place.number)
  else if (focus) view.focus()
  return next
}
