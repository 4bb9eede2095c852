import type { Answer } from '@sheaf/contract/client'
import { useWords } from '../lib/words.ts'
import { watchWords } from './watch.words.ts'

export type State = Answer<'watch', 'info'>
type Kind = 'item' | 'catalog' | 'page' | 'thread'
export type Level = 'all' | 'changes' | 'muted'

export interface Place {
  kind: Kind
  subject_id: string
  /** '' for a thread. */
  name: string
}

/** Why something is watched, in words: "by the team Platform". */
export function useReason() {
  const t = useWords(watchWords)
  return ({ source, team_name }: { source: State['source']; team_name: string }) =>
    source === ''
      ? ''
      : source === 'team'
        ? t.team(team_name)
        : source === 'steward' && team_name !== ''
          ? t.teamSteward(team_name)
          : t[source]
}
