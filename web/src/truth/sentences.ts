import type { Answer } from '@sheaf/contract/client'
import { useWords } from '../lib/words.ts'
import { proofWords, reasonWords } from './truth.words.ts'

export type PageTruth = Answer<'truth', 'page'>
export type Proof = PageTruth['proofs'][number]
export type Reason = PageTruth['reasons'][number]

/** What stands after `source:`, in its parts. */
type Target =
  | { kind: 'file'; repo: string; path: string; symbol: string; lines: string }
  | { kind: 'operation'; source: string; key: string }
  | { kind: 'table'; source: string; key: string }
  | { kind: 'address' }

/** Values of sentences contain no backquotes, which mark code there. */
const plain = (text: string) => text.replaceAll('`', "'")

export function readTarget(target: string): Target {
  const [, kind, source = '', key = ''] = /^(operation|table) (\S+) (.+)$/.exec(target) ?? []
  if (kind === 'operation' || kind === 'table') return { kind, source, key }
  if (/^https?:/i.test(target)) return { kind: 'address' }
  const [, repo = '', path = '', selector = ''] = /^([^:]+):([^#]+)(?:#(.*))?$/.exec(target) ?? ['', '', target]
  const lines = /^L\d+(?:-\d+)?$/.test(selector) ? selector.slice(1).replace('-', '–') : ''
  return { kind: 'file', repo, path, symbol: lines ? '' : selector, lines }
}

/** The shortest name that says what it is. */
export function shortTarget(target: string) {
  const found = readTarget(target)
  if (found.kind === 'address') return target
  return found.kind === 'file' ? found.symbol || found.path : found.key
}

/** Why a page has its state, as a sentence in which names are between backquotes. */
export function useSentences() {
  const t = useWords(reasonWords)

  function changed(target: string) {
    const found = readTarget(target)
    if (found.kind === 'address') return t.moved(target)
    if (found.kind === 'operation') return t.changedOperation(found.key, found.source)
    if (found.kind === 'table') return t.changedTable(found.key, found.source)
    if (found.symbol) return t.changedIn(found.symbol, found.path)
    return found.lines ? t.changedLines(found.lines, found.path) : t.changed(found.path)
  }

  function gone(target: string) {
    const found = readTarget(target)
    if (found.kind === 'address') return t.goneAddress(target)
    if (found.kind === 'operation') return t.goneOperation(found.key, found.source)
    if (found.kind === 'table') return t.goneTable(found.key, found.source)
    if (found.symbol) return t.goneIn(found.symbol, found.path)
    return found.lines ? t.goneLines(found.lines, found.path) : t.gone(found.path, found.repo)
  }

  function ofProof(state: string, target: string) {
    if (state === 'gone') return gone(target)
    if (state === 'stale') return changed(target)
    if (state === 'unknown') return t.failed(shortTarget(target))
    return state === 'fresh' ? t.fresh(shortTarget(target)) : t.unchecked(shortTarget(target))
  }

  const sentence = ({ kind, state, target: written, count }: Reason) => {
    const target = plain(written)
    if (kind === 'words') return t.words(Math.max(1, count))
    if (kind === 'part') return target ? t.part(target) : t.partPlain
    if (kind === 'review') return t.review
    return target ? ofProof(state, target) : t.other
  }
  /** Where on the page it is, and how many more reasons there are. */
  const more = (reasons: readonly Reason[]) => {
    const heading = reasons[0]?.kind === 'proof' ? reasons[0].heading : ''
    return [heading && t.section(heading), reasons.length > 1 && t.more(reasons.length - 1)].filter(Boolean).join(', ')
  }
  return { sentence, more }
}

/** Why a check did not end well, in words. */
export function useProblem() {
  const t = useWords(proofWords)
  const problems: Record<string, string> = {
    missing: t.missing,
    ambiguous: t.ambiguous,
    failed: t.failed,
    moved: t.movedTo,
    pending: t.pending,
    unsupported: t.unsupported,
  }
  return (problem: string) => problems[problem] ?? ''
}
