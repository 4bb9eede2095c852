import { codeSpans } from './code-spans.ts'
import { fencedCode } from './fenced-code.ts'
import { headingLines } from './outline.ts'

/*
 * Proofs: what a section of a page was written from. A proof is a comment of its text, so it moves with the text:
 * `<!-- source: shop:src/orders.ts#createOrder -->`, `<!-- source: operation orders createOrder -->`,
 * `<!-- source: table main public.orders -->`, `<!-- source: https://example.com/terms -->`.
 */

export type ProofKind = 'file' | 'operation' | 'table' | 'address'

export interface ProofTarget {
  kind: ProofKind
  /** In one form: without repeated spaces. */
  target: string
  /** Of a file: the repository, the path, and the symbol or the lines. Otherwise "". */
  repo: string
  path: string
  selector: string
  /** Of an operation or a table: the name of the source, and the key in it. Otherwise "". */
  source: string
  key: string
}

export interface Proof extends ProofTarget {
  /** The text of the heading of its section; "" before the first one. */
  heading: string
  /** The comment in the text. */
  from: number
  to: number
}

const TARGET_MAX = 500
const PROOFS_MAX = 20
/** Comments of a text that are looked at, valid or not. */
const COMMENTS_MAX = 1000
/** Characters of a paragraph in which code spans are looked for. */
const PARAGRAPH_MAX = 20_000

const OPENING = /<!--[ \t]*source:/g
const NAME = '[A-Za-z0-9][\\w.-]{0,39}'
const FILE = new RegExp(`^(${NAME}):([^#]+)(?:#(.+))?$`)
const PART = /^(operation|table) ([a-z0-9-]{1,40}) (\S.*)$/
const SELECTOR = /^(?:L[1-9]\d{0,6}(?:-L?[1-9]\d{0,6})?|[^\s#]{1,200})$/

export const isRepoName = (name: string): boolean => new RegExp(`^${NAME}$`).test(name)

const NONE = { repo: '', path: '', selector: '', source: '', key: '' }

function addressOf(target: string): ProofTarget | undefined {
  if (!URL.canParse(target)) return undefined
  const { username, password, hostname } = new URL(target)
  return username || password || !hostname || /\s/.test(target) ? undefined : { ...NONE, kind: 'address', target }
}

/** What a text names; undefined if it is not a proof. */
export function parseProof(given: string): ProofTarget | undefined {
  if (given.length > TARGET_MAX) return undefined
  const target = given.replace(/[ \t]+/g, ' ').trim()
  if (target === '' || /\p{Cc}|-->|--!>|<!--/u.test(target)) return undefined
  if (/^https?:\/\//i.test(target)) return addressOf(target)
  const [, kind, source = '', key = ''] = PART.exec(target) ?? []
  if (kind) return { ...NONE, kind: kind as 'operation' | 'table', target, source, key }
  const [, repo, path = '', selector = ''] = FILE.exec(target) ?? []
  const isPath = !/^[/ ]|\\| $|\/$/.test(path) && !path.split('/').some((step) => step === '..' || step === '.' || step === '')
  if (!repo || !isPath || (selector !== '' && !SELECTOR.test(selector)) || (selector === '' && target.endsWith('#'))) return undefined
  return { ...NONE, kind: 'file', target, repo, path, selector }
}

/** Whether a text can have proofs: a check without false negatives that costs almost nothing for other texts. */
const mayHaveProofs = (text: string): boolean => /<!--[ \t]*source:/.test(text)

/** Whether the place is in a code span of its paragraph. */
function isInSpan(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - PARAGRAPH_MAX), at)
  const blank = [...before.matchAll(/\n[ \t]*\r?\n/g)].at(-1)
  const start = at - before.length + (blank ? blank.index + blank[0].length : 0)
  if (!text.slice(start, at).includes('`')) return false
  const after = text.slice(at, at + PARAGRAPH_MAX).search(/\n[ \t]*\r?\n/)
  const end = after < 0 ? Math.min(text.length, at + PARAGRAPH_MAX) : at + after
  return [...codeSpans(text, start, end)].some(([from, to]) => from < at && to > at)
}

/** The first proofs of a page in their order; not those in code. Takes linear time. */
export function readProofs(text: string, max = PROOFS_MAX): Proof[] {
  if (!mayHaveProofs(text)) return []
  const found: Proof[] = []
  const fences = fencedCode(text)
  const headings = headingLines(text)
  let [looked, fence, heading] = [0, 0, -1]
  for (const { index: from, 0: opening } of text.matchAll(OPENING)) {
    if (looked++ === COMMENTS_MAX || found.length === max) break
    while (fence < fences.length && (fences[fence]?.[1] ?? 0) < from) fence++
    if ((fences[fence]?.[0] ?? Number.POSITIVE_INFINITY) <= from) continue
    const bodyFrom = from + opening.length
    const length = text.slice(bodyFrom, bodyFrom + TARGET_MAX + 20).indexOf('-->')
    const proof = length < 0 ? undefined : parseProof(text.slice(bodyFrom, bodyFrom + length))
    if (!proof || isInSpan(text, from)) continue
    while (heading + 1 < headings.length && (headings[heading + 1]?.from ?? 0) < from) heading++
    found.push({ ...proof, heading: headings[heading]?.text ?? '', from, to: bodyFrom + length + 3 })
  }
  return found
}

const comment = (target: string) => `<!-- source: ${target} -->`
const endingOf = (text: string) => (/\r\n/.test(text.slice(0, 10_000)) ? '\r\n' : '\n')

/**
 * The text with a new proof in the section with this heading, after the proofs that are there; "" is the place before the first heading.
 * Undefined if there is no such heading. Nothing else in the text changes.
 */
export function withProof(text: string, heading: string, { target }: Pick<ProofTarget, 'target'>): string | undefined {
  const ending = endingOf(text)
  const lineAfter = (at: number) => {
    const newline = text.indexOf('\n', at)
    return newline < 0 ? text.length : newline + 1
  }
  const isAlone = ({ from, to }: Proof) => {
    const start = text.lastIndexOf('\n', from - 1) + 1
    return text.slice(start, from).trim() === '' && text.slice(to, lineAfter(to)).trim() === ''
  }
  const last = readProofs(text).findLast((proof) => proof.heading === heading && isAlone(proof))
  if (last) {
    const at = lineAfter(last.to)
    const isEnded = text.charAt(at - 1) === '\n'
    return `${text.slice(0, at)}${isEnded ? '' : ending}${comment(target)}${ending}${text.slice(at)}`
  }
  if (heading === '') return `${comment(target)}${ending}${ending}${text}`
  const found = headingLines(text).find((one) => one.text === heading)
  if (!found) return undefined
  let at = lineAfter(found.from)
  // A heading that is underlined has a second line.
  if (!/^ {0,3}#/.test(text.slice(found.from, at))) at = lineAfter(at)
  const head = text.slice(0, at)
  const rest = text.slice(at)
  const gap = head.endsWith('\n') ? ending : ending + ending
  return `${head}${gap}${comment(target)}${ending}${/^[ \t]*\r?\n/.test(rest) ? '' : ending}${rest}`
}

/** The text with another target in one of its proofs. */
export const withTarget = (text: string, { from, to }: Pick<Proof, 'from' | 'to'>, { target }: Pick<ProofTarget, 'target'>): string =>
  text.slice(0, from) + comment(target) + text.slice(to)

/** The text without one of its proofs, and without the line that only this proof was in. */
export function withoutProof(text: string, { from, to }: Pick<Proof, 'from' | 'to'>): string {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const newline = text.indexOf('\n', to)
  const end = newline < 0 ? text.length : newline + 1
  if (text.slice(start, from).trim() !== '' || text.slice(to, end).trim() !== '') return text.slice(0, from) + text.slice(to)
  const [before, after] = [text.slice(0, start), text.slice(end)]
  // The blank line after it goes, too, if there is one before it or nothing.
  const isBlankBefore = before === '' || /\n[ \t]*\r?\n$/.test(before)
  return before + (isBlankBefore ? after.replace(/^[ \t]*\r?\n/, '') : after)
}
