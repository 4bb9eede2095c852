import { textOf } from '../blocks/tree.ts'
import type { Element } from '../types.ts'
import * as word from './elements.ts'
import { accents, isBar, isBrace, isIntegral, isNary } from './signs.ts'
import { elementsIn } from './tables.ts'

/** Writes an element with what is in it. */
export type Write = (element: Element | undefined) => string

/** The sign an element consists of; '' when it is more than one. */
function signOf(element: Element | undefined): string {
  if (!element) return ''
  if (element.name === 'mo') return textOf(element.children).trim()
  const inside = elementsIn(element)
  return inside.length === 1 && (element.name === 'mrow' || element.name === 'mstyle') ? signOf(inside[0]) : ''
}

/** A sum, product or integral with its limits, and `behind`, what it is of; undefined for every other element. */
export function large(element: Element, behind: Element | undefined, write: Write): string | undefined {
  const { name } = element
  if (!/^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(name) || !behind) return undefined
  const [base, first, second] = elementsIn(element)
  const sign = signOf(base)
  if (!isNary(sign)) return undefined
  const below = name === 'msup' || name === 'mover' ? undefined : first
  const above = below ? second : first
  return word.nary(sign, write(below), write(above), write(behind), name.startsWith('ms') || isIntegral(sign))
}

const APPLIES = '\u2061'
const isApplying = (one: Element | undefined) => one?.name === 'mo' && textOf(one.children) === APPLIES

/** How many elements from here on are the name of a function, with what is above and below it: `lim`, `sin²`; 0 for none. */
export function nameLength(element: Element, next: Element | undefined): number {
  if (element.name === 'mi' && isApplying(next)) return 2
  if (!/^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(element.name)) return 0
  const [base] = elementsIn(element)
  return base?.name === 'mrow' && isApplying(elementsIn(base).at(-1)) ? 1 : 0
}

const isFence = (one: Element | undefined) => one?.name === 'mo' && one.attribs['fence'] === 'true' && !one.attribs['minsize']

/** What KaTeX makes of \left and \right, with what stands between two \middle apart; undefined for what has no such begin. */
export function delimited(inside: Element[], writeRow: (row: Element[]) => string): string | undefined {
  if (inside.length < 2 || !isFence(inside[0])) return undefined
  const closes = isFence(inside.at(-1)) ? inside.at(-1) : undefined
  const parts: Element[][] = [[]]
  let separator = ''
  for (const one of closes ? inside.slice(1, -1) : inside.slice(1))
    if (isFence(one)) {
      separator ||= signOf(one)
      parts.push([])
    } else parts.at(-1)!.push(one)
  return word.delimited(signOf(inside[0]), signOf(closes), separator, parts.map(writeRow))
}

export function over([base, above]: Element[], write: Write): string {
  const sign = signOf(above)
  if (isBar(sign)) return word.bar(write(base), 'top')
  if (isBrace(sign)) return word.brace(write(base), sign, 'top')
  if (Object.hasOwn(accents, sign)) return word.accent(write(base), accents[sign]!)
  return word.upper(write(base), write(above))
}

export function under([base, below]: Element[], write: Write): string {
  const sign = signOf(below)
  if (isBar(sign)) return word.bar(write(base), 'bot')
  if (isBrace(sign)) return word.brace(write(base), sign, 'bot')
  return word.lower(write(base), write(below))
}

const strikes: Record<string, string> = { updiagonalstrike: 'strikeBLTR', downdiagonalstrike: 'strikeTLBR', horizontalstrike: 'strikeH' }

export function enclosed(notation: string, inside: string): string {
  const names = notation.split(/\s+/).flatMap((one) => (Object.hasOwn(strikes, one) ? [strikes[one]!] : []))
  return word.boxed(inside, names.join(' '))
}
