/*
 * Templates in the language of Mock.js: `"list|1-10": [{ "id|+1": 1, "name": "@cname" }]`. Sheaf has its own parser, because Mock.js
 * passes the arguments of a placeholder to eval: the author of a template could run any code (S95). Here text stays text.
 */
import { randomUUID } from 'node:crypto'
import { Budget, basic, chance, type Generator, integer, type JsonValue, pickFrom, shuffled, someOf, withDigits } from './random.ts'
import { dates, personMakers, placeMakers, textMakers as texts } from './random-values.ts'
import { argumentsOf, countOf, digitsOf, filled, Place, type Rule, ruleOf } from './template-parts.ts'

const sizes = ['300x250', '250x250', '240x400', '336x280', '180x150', '720x300', '468x60', '125x125', '160x600', '300x600']
const channels = () => [integer(40, 220), integer(40, 220), integer(40, 220)]
const hex: Generator = () =>
  `#${channels()
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const image: Generator = ([size, background, foreground, format, text]) => {
  const colour = (given: unknown) => (given === undefined ? '' : `/${String(given).replace(/^#/, '')}`)
  const kind = text === undefined ? undefined : format
  const words = text ?? format
  return `https://dummyimage.com/${size ?? pickFrom(sizes)}${colour(background)}${colour(foreground)}${kind === undefined ? '' : `.${kind}`}${words === undefined ? '' : `&text=${encodeURIComponent(String(words).toWellFormed())}`}`
}

const dataImage: Generator = ([given, words], budget) => {
  const size = String(given ?? pickFrom(sizes))
  const [width, height] = size.split('x').map((side) => Math.min(4000, Number.parseInt(side, 10) || 100))
  const text = escaped(String(words ?? size))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height ?? 100}"><rect width="100%" height="100%" fill="${hex([], budget)}"/><text x="50%" y="50%" fill="#fff" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`
}

const die =
  (sides: number): Generator =>
  () =>
    integer(1, sides)

const otherMakers: Record<string, Generator> = {
  image,
  img: image,
  dataimage: dataImage,
  color: hex,
  hex,
  rgb: () => `rgb(${channels().join(', ')})`,
  rgba: () => `rgba(${channels().join(', ')}, ${integer(0, 100) / 100})`,
  hsl: () => `hsl(${integer(0, 360)}, ${integer(40, 90)}, ${integer(40, 80)})`,
  d4: die(4),
  d6: die(6),
  d8: die(8),
  d12: die(12),
  d20: die(20),
  d100: die(100),
  guid: () => randomUUID(),
  uuid: () => randomUUID(),
}

type Template = JsonValue

const makers = (timeZone: string) => {
  let count = 0
  const increment: Generator = ([step]) => {
    count += Number(step) || 1
    return count
  }
  const all = { ...basic, ...texts, ...personMakers, ...placeMakers, ...otherMakers, ...dates(timeZone), increment, inc: increment }
  return new Map<string, Generator>(Object.entries(all))
}

const PLACEHOLDERS_IN_EACH_OTHER = 8

export function evaluate(template: Template, timeZone = 'UTC', budget = new Budget()): JsonValue {
  const knownMakers = makers(timeZone)
  /** How often each value with a step was generated, by its containing template and its key. */
  const stepCounts = new Map<object, Map<string, number>>()

  const rules = new Map<string, ReturnType<typeof ruleOf>>()
  const named = (key: string) => {
    const parsed = rules.get(key) ?? ruleOf(key)
    rules.set(key, parsed)
    return parsed
  }

  const timesOf = (inside: object, key: string) => {
    const counts = stepCounts.get(inside) ?? new Map<string, number>()
    stepCounts.set(inside, counts)
    const times = counts.get(key) ?? 0
    counts.set(key, times + 1)
    return times
  }

  function make(one: Template, rule: Rule | undefined, key: string, place: Place): JsonValue {
    budget.take(4)
    if (Array.isArray(one)) return list(one, rule, key, place)
    if (one === null) return null
    switch (typeof one) {
      case 'object':
        return object(one, rule, key, place)
      case 'string':
        return text(one, rule, place)
      case 'number':
        return number(one, rule, key, place)
      default:
        return rule ? chance(rule.min ?? 1, rule.max ?? 1, one) : one
    }
  }

  function object(one: { [key: string]: Template }, rule: Rule | undefined, key: string, parent: Place): JsonValue {
    const out: { [name: string]: JsonValue } = Object.create(null)
    const place = parent.enter(key, out, one)
    const keys = Object.keys(one)
    const count = rule && countOf(rule)
    if (count !== undefined) budget.take(keys.length)
    for (const each of count === undefined ? keys : shuffled(keys).slice(0, Math.max(0, count))) {
      const { name } = named(each)
      budget.take(name.length + 3)
      out[name] = property(place, each)
    }
    parent.leave()
    return out
  }

  /** Generates a property. A value that a placeholder already used is kept. */
  function property(place: Place, key: string): JsonValue {
    const early = place.early.get(key)
    if (early !== undefined) return early
    place.busy.add(key)
    const { name, rule } = named(key)
    const made = make((place.template as { [key: string]: Template })[key] as Template, rule, name, place)
    place.busy.delete(key)
    return made
  }

  function list(one: Template[], rule: Rule | undefined, key: string, parent: Place): JsonValue {
    if (one.length === 0) return []
    const out: JsonValue[] = []
    const place = parent.enter(key, out, one)
    const at = (index: number) => make(one[index] as Template, undefined, String(out.length), place)
    try {
      if (rule?.step !== undefined) return at((timesOf(one, '') * rule.step) % one.length)
      if (rule?.min === 1 && rule.max === undefined) return at(Math.floor(Math.random() * one.length))
      const times = rule ? budget.times(countOf(rule) ?? 0) : 1
      for (let n = 0; n < times; n++) for (let index = 0; index < one.length; index++) out.push(at(index))
      return out
    } finally {
      parent.leave()
    }
  }

  function number(one: number, rule: Rule | undefined, key: string, place: Place): JsonValue {
    if (!rule) return one
    if (rule.step !== undefined) return one + rule.step * timesOf(place.template, key)
    const digits = digitsOf(rule)
    const count = countOf(rule)
    if (digits === undefined) return count ?? one
    const [whole = '0', behind = ''] = String(one).split('.')
    return withDigits(count ?? whole, behind.slice(0, digits), digits)
  }

  function text(one: string, rule: Rule | undefined, place: Place): JsonValue {
    const count = rule && countOf(rule)
    if (one === '')
      return count === undefined ? '' : someOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', budget.times(count))
    const times = Math.max(0, count ?? 1)
    budget.take(one.length * times)
    return fill(one.repeat(times), place, 0)
  }

  const fill = (one: string, place: Place, depth: number): JsonValue =>
    filled(one, (name, given, whole) => {
      const made = resolve(name, given, whole, place, depth)
      if (made !== undefined) budget.take(sizeOf(made))
      return made
    })

  function resolve(name: string, given: string | undefined, whole: string, place: Place, depth: number): JsonValue | undefined {
    const referenced = place.lookUp(name, whole, property)
    if (referenced !== undefined) return referenced
    const maker = knownMakers.get(name.toLowerCase())
    if (!maker || depth >= PLACEHOLDERS_IN_EACH_OTHER) return undefined
    const values = argumentsOf(given ?? '').map((value) => (typeof value === 'string' ? fill(value, place, depth + 1) : value))
    return maker(values, budget)
  }

  /** The size that a value adds to the output. Counting stops when the budget is spent. */
  function sizeOf(made: JsonValue): number {
    if (typeof made === 'string') return made.length
    if (made === null || typeof made !== 'object') return 4
    let size = 2
    for (const [name, inside] of Object.entries(made)) {
      budget.take(1)
      size += name.length + sizeOf(inside)
    }
    return size
  }

  return make(template, undefined, '', Place.root())
}
