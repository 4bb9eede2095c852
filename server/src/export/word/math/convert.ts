import { colorOf } from '../blocks/color.ts'
import { isElement, readTree, textOf } from '../blocks/tree.ts'
import type { Element } from '../types.ts'
import * as word from './elements.ts'
import { delimited, enclosed, large, nameLength, over, under } from './shapes.ts'
import { space, variants } from './signs.ts'
import { elementsIn, tableMath } from './tables.ts'

/** Thrown where MathML says what Word cannot. */
class Unknown extends Error {}

const MATH_DEPTH_MAX = 400
/** Takes no room. */
const NOTHING = '\u200b'
type Look = word.MathLook
type Writer = (element: Element, inside: Element[], formula: Formula, look: Look) => string

/** What the elements of MathML are in Word. */
const writers: Record<string, Writer> = {
  mspace: ({ attribs }, _inside, _formula, look) => word.run(space(attribs['width']), look),
  // An empty group is what KaTeX puts before a sign that has nothing at its left; without it some programs miss something there.
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

/** A letter, number, operator or words. */
function signs({ name, attribs, children }: Element, look: Look): string {
  const text = textOf(children).replace(/[\u2061-\u2064]/g, '')
  if (name === 'mtext') return word.run(text.replaceAll('\u00a0', ' '), look, /[^\s\u00a0\u2000-\u200b]/u.test(text))
  const upright = name === 'mi' && [...text].length > 1 ? { style: 'p' } : undefined
  return word.run(text, { ...look, ...upright, ...variants[attribs['mathvariant'] ?? ''] })
}

/** One formula; what is nested too deep is none. */
class Formula {
  private depth = 0

  row(elements: Element[], look: Look): string {
    let out = ''
    for (let at = 0; at < elements.length; at++) {
      const whole = large(elements[at]!, elements[at + 1], (one) => this.one(one, look))
      const name = whole === undefined ? nameLength(elements[at]!, elements[at + 1]) : 0
      const of = name > 0 ? elements[at + name] : undefined
      out += whole ?? (of ? word.applied(this.one(elements[at], look), this.one(of, look)) : this.one(elements[at], look))
      // The operator or function has taken what stands behind it.
      if (whole !== undefined) at++
      else if (of) at += name
    }
    return out
  }

  one(element: Element | undefined, look: Look): string {
    if (!element) return ''
    if (this.depth > MATH_DEPTH_MAX || !Object.hasOwn(writers, element.name)) throw new Unknown(element.name)
    this.depth++
    const out = writers[element.name]!(element, elementsIn(element), this, look)
    this.depth--
    return out
  }
}

const mathIn = (mathMl: string) => readTree(mathMl, true).all.find(({ name }) => name === 'math')

/** MathML as KaTeX writes it as Word's equation; undefined where something in it is not known. */
export function mathXml(mathMl: string): string | undefined {
  const math = mathIn(mathMl)
  if (!math) return undefined
  try {
    return new Formula().row(math.children.filter(isElement), {})
  } catch (error) {
    if (error instanceof Unknown || error instanceof RangeError) return undefined
    throw error
  }
}
