import type { TruthReason } from '@sheaf/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Days after which a proof that no build has seen again is unchecked, unless the site setting `truth_days` has another number. */
export const TRUTH_DAYS = 30
export const DAY = 86_400
const FRESH_SECONDS = TRUTH_DAYS * DAY

/** A time in Unix seconds. Stored times count `TRUTH_DAYS`; `more` is by how many seconds the site gives proofs longer, or shorter. */
export interface Moment {
  at: number
  more: number
}

/** Before time passes. */
const NEVER: Moment = { at: 0, more: 0 }

const isOld = (until: number, { at, more }: Moment) => until > 0 && until + more <= at

type Row = Selectable<Schema['proof']>
type Judged = Pick<Row, 'kind' | 'part_id' | 'accepted' | 'seen' | 'seen_time' | 'problem'>

type ProofState = 'gone' | 'stale' | 'unknown' | 'unchecked' | 'fresh'
export type PageTruthState = 'gone' | 'stale' | 'due' | 'unchecked' | 'fresh'

/** The worst first. */
export const PAGE_STATES: readonly PageTruthState[] = ['gone', 'stale', 'due', 'unchecked', 'fresh']

/** The kinds that only a build can check. */
const isBuilt = ({ kind }: Pick<Row, 'kind'>) => kind === 'file' || kind === 'address'

/** When the proof becomes unchecked unless it is seen again; 0 for never. */
const freshUntil = (proof: Judged) => (isBuilt(proof) ? proof.seen_time + FRESH_SECONDS : 0)

/** The state of a proof at a time, and the reason in a word. */
export function proofState(proof: Judged, moment: Moment): { state: ProofState; problem: string } {
  const { kind, part_id, accepted, seen, problem } = proof
  if (problem === 'missing') return { state: 'gone', problem }
  if (problem === 'ambiguous' || problem === 'failed') return { state: 'unknown', problem }
  if ((kind === 'operation' || kind === 'table') && part_id === 0) return { state: 'unknown', problem: 'missing' }
  if (seen === '') return { state: 'unchecked', problem: 'pending' }
  if (accepted === '' && problem !== 'moved') return { state: 'unchecked', problem: 'unaccepted' }
  if (accepted !== seen) return { state: 'stale', problem }
  return isOld(freshUntil(proof), moment) ? { state: 'unchecked', problem: 'old' } : { state: 'fresh', problem: '' }
}

/** What is known about a page, apart from its review. */
interface Facts {
  proofs: (Judged & Pick<Row, 'target' | 'heading'>)[]
  /** Words for parts of sources: all, and those for places that have changed. */
  words: { all: number; waiting: number }
  /** The title of the page's own part, if the source no longer has it. */
  gone: string | undefined
  /** Examples whose last run failed. */
  failing: { name: string; env: string }[]
}

/** A fresh proof is a reason that is shown only after `until`. */
export type StoredReason = TruthReason & { until?: number }

export interface Summary {
  state: Exclude<PageTruthState, 'due'>
  fresh_until: number
  reasons: StoredReason[]
}

const ofPage = { unknown: 'unchecked', gone: 'gone', stale: 'stale', unchecked: 'unchecked', fresh: 'fresh' } as const
const worse = <S extends PageTruthState>(one: S, other: S): S => (PAGE_STATES.indexOf(one) <= PAGE_STATES.indexOf(other) ? one : other)

/** The state that a page has without its review and before time passes; undefined if nothing is claimed for it. */
export function summaryOf({ proofs, words, gone, failing }: Facts): Summary | undefined {
  if (proofs.length === 0 && words.all === 0 && gone === undefined && failing.length === 0) return undefined
  const reasons: StoredReason[] = []
  const untils: number[] = []
  if (gone !== undefined) reasons.push({ kind: 'part', state: 'gone', target: gone, heading: '', count: 1 })
  if (words.waiting > 0) reasons.push({ kind: 'words', state: 'stale', target: '', heading: '', count: words.waiting })
  for (const { name, env } of failing) reasons.push({ kind: 'example', state: 'stale', target: name, heading: env, count: 1 })
  for (const proof of proofs) {
    const { state } = proofState(proof, NEVER)
    const { target, heading } = proof
    const until = state === 'fresh' ? freshUntil(proof) : 0
    if (until > 0) untils.push(until)
    if (state !== 'fresh') reasons.push({ kind: 'proof', state, target, heading, count: 1 })
    else if (until > 0) reasons.push({ kind: 'proof', state: 'unchecked', target, heading, count: 1, until })
  }
  const state = reasons
    .filter((reason) => reason.until === undefined)
    .reduce<Summary['state']>((worst, reason) => worse(worst, ofPage[reason.state as ProofState]), 'fresh')
  return { state, fresh_until: untils.length > 0 ? Math.min(...untils) : 0, reasons }
}

/** What is stored of a page; `state` is '' if nothing is. */
export interface StoredState {
  state: string
  fresh_until: number
  since: number
}

/** What a page has by its review: the day, undefined without a period, and whether its mark holds. */
export interface ReviewOfPage {
  due: number | undefined
  isVerified: boolean
}

/** The state of a page at a time, with its review. A page that names nothing is fresh only while someone has verified it. */
export function stateAt({ state, fresh_until, since }: StoredState, { due, isVerified }: ReviewOfPage, moment: Moment) {
  const stored = PAGE_STATES.find((one) => one === state)
  if (stored === 'gone' || stored === 'stale') return { state: stored, since }
  if (due && due <= moment.at) return { state: 'due' as const, since: due }
  if (stored === 'fresh' && isOld(fresh_until, moment)) return { state: 'unchecked' as const, since: fresh_until + moment.more }
  if (stored) return { state: stored, since }
  return { state: due !== undefined && isVerified ? ('fresh' as const) : ('' as const), since: 0 }
}

/** The reasons that count at a time. */
export function reasonsAt(stored: StoredReason[], due: number | undefined, moment: Moment): TruthReason[] {
  const reasons = stored.filter(({ until }) => until === undefined || isOld(until, moment)).map(({ until: _, ...reason }) => reason)
  if (due && due <= moment.at) reasons.push({ kind: 'review', state: 'due', target: '', heading: '', count: 1 })
  return reasons.sort((a, b) => rankOf(a) - rankOf(b))
}

const rankOf = ({ state }: TruthReason) => PAGE_STATES.indexOf(ofPage[state as ProofState] ?? 'due')
