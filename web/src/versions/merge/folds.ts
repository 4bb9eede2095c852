import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { PlacedRegion } from './places.ts'
import { FoldWidget, type MergeLabels } from './widgets.ts'

/** Lines left in sight beside a change, and the shortest run worth folding. */
const CONTEXT_LINES = 3
const FOLD_MIN_LINES = 8

const unfold = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) })

/** A long run that nobody changed is folded but for three lines beside a change. */
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

/** The merged text with what nobody changed folded away. */
export const foldUnchanged = (starts: PlacedRegion[], labels: MergeLabels, end: number): Extension =>
  folds.init(() => Decoration.set(starts.flatMap((_, index) => foldOf(starts, index, labels, end))))
