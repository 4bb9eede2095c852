import { estimateTokens } from '@sheaf/markdown/tokens'
import { compared } from '../../suggestion/comparison/comparison.service.ts'
import { endWithin } from './budget.ts'

export interface Diff {
  /** In the form of `diff -u`, at most as many tokens as asked for; empty if the texts are equal. */
  text: string
  added: number
  removed: number
  tokens: number
  isCut: boolean
}

/** A difference within a budget of tokens. */
export function within(
  { text, added, removed, isCut }: { text: string; added: number; removed: number; isCut: boolean },
  budget: number,
): Diff {
  const end = endWithin(text, 0, budget, estimateTokens)
  const shown = text.slice(0, end)
  return { text: shown, added, removed, tokens: estimateTokens(shown), isCut: isCut || end < text.length }
}

/** The differences of two texts within a budget. */
export const diffOf = async (owner: string, from: string, to: string, budget: number): Promise<Diff> =>
  within(await compared('unified', { from, to }, owner), budget)
