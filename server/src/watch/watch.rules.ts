import { Refusal, type WatchKind, type WatchLevel, type WatchState } from '@sheaf/contract'

/** One reason why a person watches: at which place, how far from what happened, and how much. */
export interface Reason {
  uid: number
  kind: WatchKind
  subject_id: number
  level: WatchLevel
  source: Exclude<WatchState['source'], ''>
  team_id: number
}

/** A place at which something can be watched. The nearest comes first: thread, page, catalogs upwards, item. */
export type Chain = readonly { kind: WatchKind; subject_id: number }[]

const PRIORITY: Record<Reason['source'], number> = { own: 0, showdoc: 0, team: 1, wrote: 2, named: 3, made: 4, steward: 5 }

const levelsOf: Record<WatchLevel, number> = { all: 2, changes: 1, muted: 0 }

/**
 * The reason that counts for each person: the nearest; at one place the own setting, then the team that watches most. That someone is
 * responsible gives them changes, and takes nothing from a person who watches everything from further above.
 */
export function nearest(chain: Chain, reasons: readonly Reason[]): Map<number, Reason> {
  const distance = new Map(chain.map(({ kind, subject_id }, at) => [`${kind}:${subject_id}`, at]))
  const far = ({ kind, subject_id }: Reason) => distance.get(`${kind}:${subject_id}`) ?? chain.length
  const isNearer = (one: Reason, other: Reason) =>
    far(one) - far(other) || PRIORITY[one.source] - PRIORITY[other.source] || levelsOf[other.level] - levelsOf[one.level]
  const best = new Map<number, Reason>()
  const put = (reason: Reason) => {
    const known = best.get(reason.uid)
    const isLess = reason.source === 'steward' && known !== undefined && known.source !== 'steward' && known.level === 'all'
    if (!known || (!isLess && isNearer(reason, known) < 0)) best.set(reason.uid, reason)
  }
  for (const reason of reasons) if (reason.source !== 'steward') put(reason)
  for (const reason of reasons) if (reason.source === 'steward') put(reason)
  return best
}

export const kindIn = (kind: string): WatchKind => {
  if (kind === 'thread' || kind === 'page' || kind === 'catalog' || kind === 'item') return kind
  throw new Refusal('badInput', { field: 'kind' })
}

export const levelIn = (level: string): WatchLevel | 'none' => {
  if (level === 'all' || level === 'changes' || level === 'muted' || level === 'none') return level
  throw new Refusal('badInput', { field: 'level' })
}

export const teamLevelIn = (level: string): 'all' | 'changes' | 'none' => {
  if (level === 'all' || level === 'changes' || level === 'none') return level
  throw new Refusal('badInput', { field: 'level' })
}
