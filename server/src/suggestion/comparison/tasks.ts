import { applyEdits, type Edit, type EditProblem } from '@sheaf/compare/edits'
import { hiddenAdded } from '@sheaf/compare/hidden'
import { linesOf } from '@sheaf/compare/lines'
import { conflictsIn, mergedLines, mergeLines } from '@sheaf/compare/merge'
import { budgetOf } from '@sheaf/compare/sequence'
import { type Unified, unifiedDiff } from '@sheaf/compare/unified'

/** The work of comparing texts. It is pure, so that it runs in a thread. */
export interface Tasks {
  /** Applies edits, or takes the given text, and compares it with the base and the present text. */
  propose: {
    input: { base: string; text: string; edits: Edit[] | undefined; present: string }
    output: { problem: EditProblem } | Proposal
  }
  /** Merges a suggestion with the present text; `text` is undefined if there is a conflict. */
  merge: { input: { base: string; proposed: string; present: string }; output: Merged }
  /** The difference of two texts. */
  unified: { input: { from: string; to: string }; output: Unified }
}

interface Proposal {
  text: string
  diff: Unified
  hidden: number
  conflicts: number
}

interface Merged {
  text: string | undefined
  conflicts: number
  hidden: number
}

export type TaskName = keyof Tasks

function merge({ base, proposed, present }: Tasks['merge']['input']): Merged {
  const budget = budgetOf()
  const hidden = hiddenAdded(base, proposed, budgetOf())
  // The texts of a page that has not changed since are taken unchanged, with their line endings.
  if (base === present) return { text: proposed, conflicts: 0, hidden }
  const regions = mergeLines(linesOf(base), linesOf(proposed), linesOf(present), budget)
  return { text: mergedLines(regions)?.join('\n'), conflicts: conflictsIn(regions), hidden }
}

function propose({ base, text: given, edits, present }: Tasks['propose']['input']): Tasks['propose']['output'] {
  const applied = edits ? applyEdits(base, edits) : { text: given }
  if ('kind' in applied) return { problem: applied }
  const { text } = applied
  const { conflicts, hidden } = merge({ base, proposed: text, present })
  return { text, diff: unifiedDiff(base, text), hidden, conflicts }
}

const tasks: { [N in TaskName]: (input: Tasks[N]['input']) => Tasks[N]['output'] } = {
  propose,
  merge,
  unified: ({ from, to }) => unifiedDiff(from, to),
}

export const runTask = <N extends TaskName>(name: N, input: Tasks[N]['input']): Tasks[N]['output'] => tasks[name](input)
