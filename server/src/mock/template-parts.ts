import { integer, type Made } from './random.ts'

const SIMPLE = /\s*(?:(-?\d+(?:\.\d+)?)|(true|false|null)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\[)|(\])|(,))\s*/sy

const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

/**
 * What stands between the brackets of `@string("lower", 5)`: numbers, texts, true, false, null and lists of them. It is only ever
 * read, never run. What is none of these counts as texts between commas: `@date(yyyy-MM-dd)`.
 */
export function argumentsOf(text: string): Made[] {
  if (text.trim() === '') return []
  return literals(text) ?? text.split(/,\s*/)
}

function literals(text: string): Made[] | undefined {
  const lists: Made[][] = [[]]
  let wanted = true
  SIMPLE.lastIndex = 0
  while (SIMPLE.lastIndex < text.length) {
    const [, number, word, double, single, open, close, comma] = SIMPLE.exec(text) ?? []
    const list = lists.at(-1) as Made[]
    if (comma) {
      if (wanted) return undefined
      wanted = true
      continue
    }
    if (close) {
      if (lists.length === 1 || (wanted && list.length)) return undefined
      lists.pop()
      wanted = false
      continue
    }
    if (!wanted) return undefined
    wanted = false
    if (number !== undefined) list.push(Number(number))
    else if (word) list.push(word === 'null' ? null : word === 'true')
    else if (double !== undefined || single !== undefined) list.push(unescaped((double ?? single) as string))
    else if (open && lists.length < 8) {
      const inner: Made[] = []
      list.push(inner)
      lists.push(inner)
      wanted = true
    } else return undefined
  }
  return lists.length === 1 && !wanted ? lists[0] : undefined
}

/** What stands behind the bar in `"list|1-10"`: how often, how many digits, or by how much it grows. */
export interface Rule {
  step?: number
  min?: number
  max?: number
  dmin?: number
  dmax?: number
}

interface Named {
  name: string
  rule: Rule | undefined
}

const STEP = /^\+(\d{1,15})$/
const RANGE = /^(?:([+-]?\d{1,15})(?:-([+-]?\d{1,15})?)?)?(?:\.(\d{1,3})(?:-(\d{1,3})?)?)?$/

const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** `"price|1-100.2"` → price, from 1 to 100, two digits. A bar with anything else behind it belongs to the name. */
export function ruleOf(key: string): Named {
  const bar = key.lastIndexOf('|')
  const tail = key.slice(bar + 1)
  if (bar < 1 || tail === '') return { name: key, rule: undefined }
  const name = key.slice(0, bar)
  const step = STEP.exec(tail)
  if (step) return { name, rule: { step: Number(step[1]) } }
  const range = RANGE.exec(tail)
  if (!range) return { name: key, rule: undefined }
  const found = { min: range[1], max: range[2], dmin: range[3], dmax: range[4] }
  return {
    name,
    rule: Object.fromEntries(Object.entries(found).flatMap(([part, digits]) => (digits === undefined ? [] : [[part, numberOf(digits)]]))),
  }
}

/** A count between the two, or the one that is given. */
export const countOf = ({ min, max }: Rule) => (min === undefined ? undefined : max === undefined ? min : integer(min, max))
export const digitsOf = ({ dmin, dmax }: Rule) => (dmin === undefined ? undefined : dmax === undefined ? dmin : integer(dmin, dmax))

type Container = Made[] | { [name: string]: Made }

/** One object or list while it is being made: where a placeholder looks for the values beside and above it. */
export class Place {
  readonly around: Place | undefined
  /** Made so far. */
  readonly out: Container
  readonly template: Container
  /** Keys asked for before their turn. */
  readonly early = new Map<string, Made>()
  /** Keys being made, which cannot stand for themselves. */
  readonly busy = new Set<string>()
  /** What is being made inside; one thing asked for early may stand above another. */
  readonly #inner: { name: string; place: Place }[] = []

  private constructor(around: Place | undefined, out: Container, template: Container) {
    this.around = around
    this.out = out
    this.template = template
  }

  static root = () => new Place(undefined, {}, {})

  enter(name: string, out: Container, template: Container) {
    const place = new Place(this, out, template)
    this.#inner.push({ name, place })
    return place
  }

  leave() {
    this.#inner.pop()
  }

  /** `@name` beside, `@/a/b` from the top, `@../name` above; undefined when nothing is there. */
  lookUp(name: string, whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    if (!name.includes('/')) return this.#beside(name, whole, make)
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    let start: Place = this
    // What is made lies in one place that is no part of it.
    if (name.startsWith('/')) while (start.around?.around) start = start.around
    while (parts[0] === '..') {
      parts.shift()
      if (start.around?.around) start = start.around
    }
    return parts.length ? start.#below(parts, whole, make) : undefined
  }

  #below(parts: string[], whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    const [name, ...rest] = parts as [string, ...string[]]
    const inner = this.#inner.findLast((one) => one.name === name)
    if (rest.length && inner) return inner.place.#below(rest, whole, make)
    let made = this.#beside(name, whole, make)
    for (const part of rest) {
      if (made === null || typeof made !== 'object' || !Object.hasOwn(made, part)) return undefined
      made = (made as { [name: string]: Made })[part]
    }
    return made
  }

  #beside(name: string, whole: string, make: (place: Place, key: string) => Made): Made | undefined {
    if (Array.isArray(this.out)) return /^\d+$/.test(name) && whole.includes('/') ? this.out[Number(name)] : undefined
    if (Object.hasOwn(this.out, name)) return this.out[name]
    if (this.busy.has(name) || Array.isArray(this.template) || !Object.hasOwn(this.template, name)) return undefined
    const made = this.early.get(name) ?? make(this, name)
    this.early.set(name, made)
    return made
  }
}

/** What a placeholder stands for; undefined when it is none. `given` is the text between its brackets. */
type Resolve = (name: string, given: string | undefined, whole: string) => Made | undefined

interface Placeholder {
  name: string
  given: string | undefined
  end: number
}

const NAME = /[^@#%&()?\s]+/y
/** A name, or a way to one, with other text right behind it: `@date,`. */
const PATH = /^(?:\.{0,2}\/)*[\w$]+(?:\/[\w$]+)*/

/** Where the bracket that opens at `from` closes; one in quotes is none. -1 when it stays open. */
const BRACKET_DEPTH_MAX = 32

function closing(text: string, from: number) {
  let [depth, quote] = [0, '']
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\\') at++
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') {
      // Deeper than anybody writes; without this a text of nothing but openings is read again from each of them.
      if (++depth > BRACKET_DEPTH_MAX) return -1
    } else if (sign === ')' && --depth === 0) return at
  }
  return -1
}

function placeholderAt(text: string, at: number): Placeholder | undefined {
  NAME.lastIndex = at + 1
  const name = NAME.exec(text)?.[0]
  if (!name) return undefined
  const open = at + 1 + name.length
  if (text[open] !== '(') return { name, given: undefined, end: open }
  // An apostrophe in plain words is no quote: then the next bracket closes.
  const close = [closing(text, open), text.indexOf(')', open)].find((place) => place > 0)
  return close === undefined ? { name, given: undefined, end: open } : { name, given: text.slice(open + 1, close), end: close + 1 }
}

/** The text with all its placeholders filled in. One that is the whole text keeps its kind: a number, a list. */
export function filled(text: string, resolve: Resolve): Made {
  let at = text.indexOf('@')
  if (at < 0) return text
  let done = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    if (text[at - 1] === '\\' && at > from) {
      done += text.slice(from, at - 1)
      from = at
      continue
    }
    const found = placeholderAt(text, at)
    if (!found) continue
    const whole = text.slice(at, found.end)
    let made = resolve(found.name, found.given, whole)
    let end = found.end
    if (made === undefined && !/\w/.test(text[at - 1] ?? ' ')) {
      const name = PATH.exec(found.name)?.[0]
      if (name && name.length < found.name.length) {
        made = resolve(name, undefined, `@${name}`)
        end = at + 1 + name.length
      }
    }
    if (made === undefined) continue
    if (at === 0 && end === text.length) return made
    done += text.slice(from, at) + shown(made)
    from = end
  }
  return done + text.slice(from)
}

const shown = (made: Made) => (made !== null && typeof made === 'object' ? JSON.stringify(made) : String(made))
