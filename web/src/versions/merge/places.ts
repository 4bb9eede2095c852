import { invertedEffects } from '@codemirror/commands'
import { type EditorState, type Extension, StateEffect, StateField, type TransactionSpec } from '@codemirror/state'
import type { Region } from '@sheaf/compare/merge'

export type Choice = 'mine' | 'theirs' | 'both'

/** A conflict and the range of its resolution in the merged text; the range is empty while the conflict is open. */
export interface Conflict {
  number: number
  mine: string[]
  theirs: string[]
  choice: Choice | undefined
  from: number
  to: number
}

type Resolution = Pick<Conflict, 'number' | 'choice' | 'from' | 'to'>

const resolveEffect = StateEffect.define<Resolution>({
  map: (answer, changes) => ({ ...answer, from: changes.mapPos(answer.from, -1), to: changes.mapPos(answer.to, -1) }),
})

export const conflictsOf = (state: EditorState) => state.field(conflictField)
export const openConflicts = (state: EditorState) => conflictsOf(state).filter((place) => !place.choice)

/** The conflicts; decorations are computed from this field. */
export const conflictField = StateField.define<Conflict[]>({
  create: () => [],
  update(all, { changes, docChanged, effects }) {
    const moved = docChanged
      ? all.map((place) => ({ ...place, from: changes.mapPos(place.from, -1), to: changes.mapPos(place.to, -1) }))
      : all
    return effects.reduce(
      (now, effect) =>
        effect.is(resolveEffect) ? now.map((place) => (place.number === effect.value.number ? { ...place, ...effect.value } : place)) : now,
      moved,
    )
  },
})

/** The conflicts of a merged text; undo reverts a choice. */
export const conflicts = (all: Conflict[]): Extension => [
  conflictField.init(() => all),
  invertedEffects.of(({ startState, effects }) =>
    effects.flatMap((effect) => {
      const previous = effect.is(resolveEffect) && conflictsOf(startState).find((place) => place.number === effect.value.number)
      if (!previous) return []
      const { number, choice, from, to } = previous
      return [resolveEffect.of({ number, choice, from, to })]
    }),
  ),
]

const textOf = ({ mine, theirs }: Conflict, choice: Choice | undefined) => {
  const lines = { mine, theirs, both: [...mine, ...theirs], none: [] }[choice ?? 'none']
  return lines.map((line) => `${line}\n`).join('')
}

/** Inserts the chosen lines; an undefined choice reopens the conflict. */
export function choose(state: EditorState, number: number, choice: Choice | undefined): TransactionSpec | undefined {
  const place = conflictsOf(state).find((conflict) => conflict.number === number)
  if (!place) return undefined
  const insert = textOf(place, choice)
  const { from, to } = place
  return {
    changes: { from, to, insert },
    effects: resolveEffect.of({ number, choice, from, to: from + insert.length }),
    userEvent: 'merge',
  }
}

/** A region and its range in the merged text. */
export interface PlacedRegion {
  region: Region
  from: number
  to: number
}

/** Joins the regions to a text; every line gets a line end, so that a region can end anywhere. */
export function layOutRegions(regions: Region[]) {
  let doc = ''
  const all: Conflict[] = []
  const starts = regions.map((region): PlacedRegion => {
    const from = doc.length
    const { kind, mine, theirs } = region
    if (kind === 'conflict') all.push({ number: all.length + 1, mine, theirs, choice: undefined, from, to: from })
    else for (const line of kind === 'theirs' ? theirs : mine) doc += `${line}\n`
    return { region, from, to: doc.length }
  })
  return { doc, places: all, starts }
}

/** The merged text without the line end that was added to its last line. */
export const resultOf = ({ doc }: EditorState) => doc.toString().replace(/\n$/, '')
