import { paragraphXml } from '../blocks/paragraph.ts'
import { colorOf, runXml } from '../blocks/text-style.ts'
import { isElement, readTree, textOf } from '../blocks/tree.ts'
import type { Page } from '../page.ts'
import type { BlockContext, Element } from '../types.ts'
import * as word from './elements.ts'
import { accents, isBar, isBrace, isIntegral, isNary, matrix, run, space, variants } from './elements.ts'

const elementsIn = (element: Element) => element.children.filter(isElement)

/** A matrix, a system or aligned equations; `write` writes a cell. */
function tableMath(table: Element, write: (cell: Element) => string): string {
  const rows = elementsIn(table).map((row) => elementsIn(row))
  // KaTeX writes a numbered equation as four cells: empty, the equation, empty, its number.
  const [only] = rows
  if (table.attribs['width'] === '100%' && rows.length === 1 && only?.length === 4) return write(only[1]!) + run('\u2003') + write(only[3]!)
  const alignments = (table.attribs['columnalign'] ?? '').split(/\s+/).filter(Boolean)
  return matrix(
    rows.map((row) => row.map(write)),
    alignments.map((one) => (one === 'left' || one === 'right' ? one : 'center')),
  )
}

/** Writes an element with its content. */
type Write = (element: Element | undefined) => string

/** The operator that an element consists of; '' if it contains anything else. */
function signOf(element: Element | undefined): string {
  if (!element) return ''
  if (element.name === 'mo') return textOf(element.children).trim()
  const inside = elementsIn(element)
  return inside.length === 1 && (element.name === 'mrow' || element.name === 'mstyle') ? signOf(inside[0]) : ''
}

/** A sum, product or integral with its limits and its operand; undefined for any other element. */
function large(element: Element, operand: Element | undefined, write: Write): string | undefined {
  const { name } = element
  if (!/^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(name) || !operand) return undefined
  const [base, first, second] = elementsIn(element)
  const sign = signOf(base)
  if (!isNary(sign)) return undefined
  const below = name === 'msup' || name === 'mover' ? undefined : first
  const above = below ? second : first
  return word.nary(sign, write(below), write(above), write(operand), name.startsWith('ms') || isIntegral(sign))
}

const APPLIES = '\u2061'
const isApplying = (one: Element | undefined) => one?.name === 'mo' && textOf(one.children) === APPLIES

/** The number of elements that form a function name with its scripts, such as `lim` or `sin²`; 0 for none. */
function nameLength(element: Element, next: Element | undefined): number {
  if (element.name === 'mi' && isApplying(next)) return 2
  if (!/^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(element.name)) return 0
  const [base] = elementsIn(element)
  return base?.name === 'mrow' && isApplying(elementsIn(base).at(-1)) ? 1 : 0
}

const isFence = (one: Element | undefined) => one?.name === 'mo' && one.attribs['fence'] === 'true' && !one.attribs['minsize']

/** KaTeX's output for \left and \right, split at each \middle; undefined if the row does not begin with a fence. */
function delimited(inside: Element[], writeRow: (row: Element[]) => string): string | undefined {
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

function over([base, above]: Element[], write: Write): string {
  const sign = signOf(above)
  if (isBar(sign)) return word.bar(write(base), 'top')
  if (isBrace(sign)) return word.brace(write(base), sign, 'top')
  if (Object.hasOwn(accents, sign)) return word.accent(write(base), accents[sign]!)
  return word.upper(write(base), write(above))
}

function under([base, below]: Element[], write: Write): string {
  const sign = signOf(below)
  if (isBar(sign)) return word.bar(write(base), 'bot')
  if (isBrace(sign)) return word.brace(write(base), sign, 'bot')
  return word.lower(write(base), write(below))
}

const strikes: Record<string, string> = { updiagonalstrike: 'strikeBLTR', downdiagonalstrike: 'strikeTLBR', horizontalstrike: 'strikeH' }

function enclosed(notation: string, inside: string): string {
  const names = notation.split(/\s+/).flatMap((one) => (Object.hasOwn(strikes, one) ? [strikes[one]!] : []))
  return word.borderBox(inside, names.join(' '))
}

/** Thrown for MathML that Word cannot represent. */
class Unsupported extends Error {}

const MATH_DEPTH_MAX = 400
/** A zero-width space. */
const NOTHING = '\u200b'
type Look = word.MathStyle
type Writer = (element: Element, inside: Element[], formula: Formula, look: Look) => string

/** The writer for each MathML element. */
const writers: Record<string, Writer> = {
  mspace: ({ attribs }, _inside, _formula, look) => word.run(space(attribs['width']), look),
  // KaTeX puts an empty group before an operator without a left operand. If it is dropped, some programs show a placeholder.
  mrow: (_element, inside, formula, look) =>
    inside.length === 0 ? word.run(NOTHING) : (delimited(inside, (part) => formula.row(part, look)) ?? formula.row(inside, look)),
  mstyle({ attribs }, inside, formula, look) {
    const color = colorOf(attribs['mathcolor'])
    return formula.row(inside, color ? { ...look, color } : look)
  },
  semantics: (_element, [first], formula, look) => formula.one(first, look),
  mfrac: ({ attribs }, [over, under], formula, look) =>
    word.fraction(formula.one(over, look), formula.one(under, look), /^0(?:px|em|pt)?$/.test(attribs['linethickness'] ?? '')),
  msqrt: (_element, inside, formula, look) => word.root(formula.row(inside, look)),
  mroot: (_element, [inside, degree], formula, look) => word.root(formula.one(inside, look), formula.one(degree, look)),
  msub: (_element, [base, below], formula, look) => word.scripts(formula.one(base, look), formula.one(below, look), ''),
  msup: (_element, [base, above], formula, look) => word.scripts(formula.one(base, look), '', formula.one(above, look)),
  msubsup: (_element, [base, below, above], formula, look) =>
    word.scripts(formula.one(base, look), formula.one(below, look), formula.one(above, look)),
  mover: (_element, inside, formula, look) => over(inside, (one) => formula.one(one, look)),
  munder: (_element, inside, formula, look) => under(inside, (one) => formula.one(one, look)),
  munderover: (_element, [base, below, above], formula, look) =>
    word.upper(word.lower(formula.one(base, look), formula.one(below, look)), formula.one(above, look)),
  mtable: (element, _inside, formula, look) => tableMath(element, (cell) => formula.one(cell, look) || word.run(NOTHING)),
  mphantom: (_element, inside, formula, look) => word.hidden(formula.row(inside, look)),
  menclose: ({ attribs }, inside, formula, look) => enclosed(attribs['notation'] ?? '', formula.row(inside, look)),
}
for (const name of ['mi', 'mn', 'mo', 'mtext']) writers[name] = (element, _inside, _formula, look) => signs(element, look)
for (const name of ['math', 'mpadded', 'mtd']) writers[name] = (_element, inside, formula, look) => formula.row(inside, look)

/** An identifier, a number, an operator or text. */
function signs({ name, attribs, children }: Element, look: Look): string {
  const text = textOf(children).replace(/[\u2061-\u2064]/g, '')
  if (name === 'mtext') return word.run(text.replaceAll('\u00a0', ' '), look, /[^\s\u00a0\u2000-\u200b]/u.test(text))
  const upright = name === 'mi' && [...text].length > 1 ? { style: 'p' } : undefined
  return word.run(text, { ...look, ...upright, ...variants[attribs['mathvariant'] ?? ''] })
}

/** Writes one formula. Throws Unsupported for unknown elements and when elements are nested too deeply. */
class Formula {
  private depth = 0

  row(elements: Element[], look: Look): string {
    let out = ''
    for (let at = 0; at < elements.length; at++) {
      const whole = large(elements[at]!, elements[at + 1], (one) => this.one(one, look))
      const name = whole === undefined ? nameLength(elements[at]!, elements[at + 1]) : 0
      const of = name > 0 ? elements[at + name] : undefined
      out += whole ?? (of ? word.functionApplication(this.one(elements[at], look), this.one(of, look)) : this.one(elements[at], look))
      // The operator or the function includes its operand, so skip it.
      if (whole !== undefined) at++
      else if (of) at += name
    }
    return out
  }

  one(element: Element | undefined, look: Look): string {
    if (!element) return ''
    if (this.depth > MATH_DEPTH_MAX || !Object.hasOwn(writers, element.name)) throw new Unsupported(element.name)
    this.depth++
    const out = writers[element.name]!(element, elementsIn(element), this, look)
    this.depth--
    return out
  }
}

const mathIn = (mathMl: string) => readTree(mathMl, true).all.find(({ name }) => name === 'math')

/** Converts KaTeX's MathML to OMML; undefined if it contains an unsupported element. */
export function mathXml(mathMl: string): string | undefined {
  const math = mathIn(mathMl)
  if (!math) return undefined
  try {
    return new Formula().row(math.children.filter(isElement), {})
  } catch (error) {
    if (error instanceof Unsupported || error instanceof RangeError) return undefined
    throw error
  }
}

/** Maximum number of formulas on a page; further formulas are shown as source. */
const FORMULAS_MAX = 4000
const counted = new WeakMap<Page['parts'], number>()

function formula(page: Page, tex: string, display: boolean): string | undefined {
  const count = (counted.get(page.parts) ?? 0) + 1
  counted.set(page.parts, count)
  const math = count > FORMULAS_MAX ? undefined : page.book.formula(tex, display)
  return math === undefined ? undefined : mathXml(math)
}

/** An inline equation, or its source if it cannot be converted. */
export function mathRun(page: Page, tex: string, display: boolean): string {
  const xml = formula(page, tex, display)
  return xml === undefined ? runXml(tex, { code: true }) : `<m:oMath>${xml}</m:oMath>`
}

/** A display equation, or its source if it cannot be converted. */
export function mathBlock(page: Page, tex: string, place: BlockContext): string {
  const xml = formula(page, tex, true)
  if (xml === undefined) return paragraphXml(place, runXml(tex, { code: true }))
  return paragraphXml(place, `<m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr><m:oMath>${xml}</m:oMath></m:oMathPara>`)
}
