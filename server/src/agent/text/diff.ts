import { type Unified, unifiedDiff } from '@sheaf/compare/unified'
import { Refusal } from '@sheaf/contract'
import { estimateTokens } from '@sheaf/markdown/tokens'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { endWithin } from './budget.ts'
import type { DiffTask } from './diff.worker.ts'

/** Up to this many characters of both texts, comparing takes less time than a thread needs to answer. */
const DIRECT_MAX_CHARS = 20_000
const CHARS_PER_TOKEN = 8
const bounds = { threads: 1, megabytes: 256, milliseconds: 5000, waiting: 200, waitingPerOwner: 20 } satisfies Bounds

export interface Diff {
  /** In the form of `diff -u`, at most as many tokens as asked for; empty if the texts are equal. */
  text: string
  added: number
  removed: number
  tokens: number
  isCut: boolean
}

/** The differences of two texts within a budget; long texts are compared in a thread. */
export async function diffOf(owner: string, old: string, young: string, budget: number): Promise<Diff> {
  const charsMax = budget * CHARS_PER_TOKEN
  const isShort = old.length + young.length <= DIRECT_MAX_CHARS
  const task: DiffTask = { old, young, charsMax }
  const { text, added, removed, isCut }: Unified = isShort
    ? unifiedDiff(old, young, { charsMax })
    : await inBounds<DiffTask, Unified>(import.meta.url, 'diff', task, { ...bounds, owner }).catch(() => {
        throw new Refusal('tooMany', { seconds: '5' })
      })
  const end = endWithin(text, 0, budget, estimateTokens)
  const shown = text.slice(0, end)
  return { text: shown, added, removed, tokens: estimateTokens(shown), isCut: isCut || end < text.length }
}
