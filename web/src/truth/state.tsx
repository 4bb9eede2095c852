import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { truthStateWords } from './state.words.ts'

/** The states of a page, the worst first; a proof can also be `unknown`. */
export const pageStates = ['gone', 'stale', 'due', 'unchecked', 'fresh'] as const
type PageState = (typeof pageStates)[number]

const looks: Record<PageState | 'unknown', string> = {
  gone: 'bad',
  stale: 'warn',
  due: 'warn ring',
  unchecked: 'ring',
  fresh: 'ok',
  unknown: 'warn ring',
}
export const isState = (state: string): state is keyof typeof looks => state in looks

/** A state as a dot and words; nothing for a state that this version does not know. */
export function TruthState({ state, children }: { state: string; children?: ReactNode }) {
  const t = useWords(truthStateWords)
  if (!isState(state)) return null
  return (
    <span className={`state ${looks[state]}`}>
      <i aria-hidden="true" />
      {children ?? t[state]}
    </span>
  )
}
