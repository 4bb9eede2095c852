import type { Answer } from '@sheaf/contract/client'
import { parseProof } from '@sheaf/markdown/proofs'
import { useWords } from '../lib/words.ts'
import { proofWords, reasonWords } from './truth.words.ts'

export type PageTruth = Answer<'truth', 'page'>
export type Proof = PageTruth['proofs'][number]
export type Reason = PageTruth['reasons'][number]

/** Values of sentences contain no backquotes, which mark code there. */
const plain = (text: string) => text.replaceAll('`', "'")

/** What a later version of the server can name, and this script does not know. */
const UNKNOWN = { kind: 'file', repo: '', selector: '', source: '', key: '' } as const

/** Lines of a selector as "12–40"; "" if it is a symbol. */
const linesOf = (selector: string) => (/^L\d+(?:-L?\d+)?$/.test(selector) ? selector.replaceAll('L', '').replace('-', '–') : '')

/** The shortest name that says what it is. */
export function shortTarget(target: string) {
  const { path = '', selector = '', key = '' } = parseProof(target) ?? {}
  return key || (linesOf(selector) ? path : selector || path) || target
}

/** Why a page has its state, as a sentence in which names are between backquotes. */
export function useSentences() {
  const t = useWords(reasonWords)

  function changed(target: string) {
    const { kind, source, key, path, selector } = parseProof(target) ?? { ...UNKNOWN, path: target }
    const lines = linesOf(selector)
    if (kind === 'address') return t.moved(target)
    if (kind === 'operation') return t.changedOperation(key, source)
    if (kind === 'table') return t.changedTable(key, source)
    if (lines) return t.changedLines(lines, path)
    return selector ? t.changedIn(selector, path) : t.changed(path)
  }

  function gone(target: string) {
    const { kind, source, key, repo, path, selector } = parseProof(target) ?? { ...UNKNOWN, path: target }
    const lines = linesOf(selector)
    if (kind === 'address') return t.goneAddress(target)
    if (kind === 'operation') return t.goneOperation(key, source)
    if (kind === 'table') return t.goneTable(key, source)
    if (lines) return t.goneLines(lines, path)
    return selector ? t.goneIn(selector, path) : t.gone(path, repo)
  }

  function ofProof(state: string, target: string) {
    if (state === 'gone') return gone(target)
    if (state === 'stale') return changed(target)
    if (state === 'unknown') return t.failed(shortTarget(target))
    return state === 'fresh' ? t.fresh(shortTarget(target)) : t.unchecked(shortTarget(target))
  }

  const sentence = ({ kind, state, target: written, count, heading }: Reason) => {
    const target = plain(written)
    if (kind === 'example') return heading ? t.exampleIn(target, heading) : t.example(target)
    if (kind === 'words') return t.words(Math.max(1, count))
    if (kind === 'part') return target ? t.part(target) : t.partPlain
    if (kind === 'review') return t.review
    return target ? ofProof(state, target) : t.other
  }
  /** Where on the page it is, and how many more reasons there are. */
  const more = (reasons: readonly Reason[]) => {
    const heading = reasons[0]?.kind === 'proof' ? reasons[0].heading : ''
    const section = heading && t.section(heading)
    const rest = reasons.length > 1 ? t.more(reasons.length - 1) : ''
    return section && rest ? t.sectionAndMore(section, rest) : section || rest
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
  }
  return (problem: string) => problems[problem] ?? ''
}
