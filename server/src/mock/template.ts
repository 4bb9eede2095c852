import { randomUUID } from 'node:crypto'
import { Budget, basic, chance, integer, type Made, type Maker, pickFrom, shuffled, someOf, withDigits } from './random.ts'
import { dates, people, places, text as texts } from './random-values.ts'
import { argumentsOf, countOf, digitsOf, filled, Place, type Rule, ruleOf } from './template-parts.ts'

const sizes = ['300x250', '250x250', '240x400', '336x280', '180x150', '720x300', '468x60', '125x125', '160x600', '300x600']
const channels = () => [integer(40, 220), integer(40, 220), integer(40, 220)]
const hex: Maker = () =>
  `#${channels()
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const image: Maker = ([size, background, foreground, format, text]) => {
  const colour = (given: unknown) => (given === undefined ? '' : `/${String(given).replace(/^#/, '')}`)
  const kind = text === undefined ? undefined : format
  const words = text ?? format
  return `https://dummyimage.com/${size ?? pickFrom(sizes)}${colour(background)}${colour(foreground)}${kind === undefined ? '' : `.${kind}`}${words === undefined ? '' : `&text=${encodeURIComponent(String(words).toWellFormed())}`}`
}

const dataImage: Maker = ([given, words], budget) => {
  const size = String(given ?? pickFrom(sizes))
  const [width, height] = size.split('x').map((side) => Math.min(4000, Number.parseInt(side, 10) || 100))
  const text = escaped(String(words ?? size))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height ?? 100}"><rect width="100%" height="100%" fill="${hex([], budget)}"/><text x="50%" y="50%" fill="#fff" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`
}

const die =
  (sides: number): Maker =>
  () =>
    integer(1, sides)

const looks: Record<string, Maker> = {
  ...{ image, img: image, dataimage: dataImage, color: hex, hex },
  rgb: () => `rgb(${channels().join(', ')})`,
  rgba: () => `rgba(${channels().join(', ')}, ${integer(0, 100) / 100})`,
  hsl: () => `hsl(${integer(0, 360)}, ${integer(40, 90)}, ${integer(40, 80)})`,
  ...{ d4: die(4), d6: die(6), d8: die(8), d12: die(12), d20: die(20), d100: die(100) },
  ...{ guid: () => randomUUID(), uuid: () => randomUUID() },
}

/*
 * Templates in the language of Mock.js: `"list|1-10": [{ "id|+1": 1, "name": "@cname" }]`. Our own reading of it, because Mock.js
 * hands the arguments of a placeholder to eval, so that whoever may write a template could run anything (S95). Here text stays text.
 */
type Template = Made

const makers = (timeZone: string) => {
  let count = 0
  const increment: Maker = ([step]) => {
    count += Number(step) || 1
    return count
  }
  const all = { ...basic, ...texts, ...people, ...places, ...looks, ...dates(timeZone), increment, inc: increment }
  return new Map<string, Maker>(Object.entries(all))
}

const PLACEHOLDERS_IN_EACH_OTHER = 8

export function evaluate(template: Template, timeZone = 'UTC', budget = new Budget()): Made {
  const known = makers(timeZone)
  /** How often what grows has been made, by the template it stands in and its key there. */
  const grown = new Map<object, Map<string, number>>()

  const rules = new Map<string, ReturnType<typeof ruleOf>>()
  const named = (key: string) => {
    const found = rules.get(key) ?? ruleOf(key)
    rules.set(key, found)
    return found
  }

  const timesOf = (inside: object, key: string) => {
    const counts = grown.get(inside) ?? new Map<string, number>()
    grown.set(inside, counts)
    const times = counts.get(key) ?? 0
    counts.set(key, times + 1)
    return times
  }

  function make(one: Template, rule: Rule | undefined, key: string, place: Place): Made {
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

  function object(one: { [key: string]: Template }, rule: Rule | undefined, key: string, around: Place): Made {
    const out: { [name: string]: Made } = Object.create(null)
    const place = around.enter(key, out, one)
    const keys = Object.keys(one)
    const count = rule && countOf(rule)
    if (count !== undefined) budget.take(keys.length)
    for (const each of count === undefined ? keys : shuffled(keys).slice(0, Math.max(0, count))) {
      const { name } = named(each)
      budget.take(name.length + 3)
      out[name] = property(place, each)
    }
    around.leave()
    return out
  }

  /** A property of the object that is being made; one that others asked for before stays as they saw it. */
  function property(place: Place, key: string): Made {
    const early = place.early.get(key)
    if (early !== undefined) return early
    place.busy.add(key)
    const { name, rule } = named(key)
    const made = make((place.template as { [key: string]: Template })[key] as Template, rule, name, place)
    place.busy.delete(key)
    return made
  }

  function list(one: Template[], rule: Rule | undefined, key: string, around: Place): Made {
    if (one.length === 0) return []
    const out: Made[] = []
    const place = around.enter(key, out, one)
    const at = (index: number) => make(one[index] as Template, undefined, String(out.length), place)
    try {
      if (rule?.step !== undefined) return at((timesOf(one, '') * rule.step) % one.length)
      if (rule?.min === 1 && rule.max === undefined) return at(Math.floor(Math.random() * one.length))
      const times = rule ? budget.times(countOf(rule) ?? 0) : 1
      for (let n = 0; n < times; n++) for (let index = 0; index < one.length; index++) out.push(at(index))
      return out
    } finally {
      around.leave()
    }
  }

  function number(one: number, rule: Rule | undefined, key: string, place: Place): Made {
    if (!rule) return one
    if (rule.step !== undefined) return one + rule.step * timesOf(place.template, key)
    const digits = digitsOf(rule)
    const count = countOf(rule)
    if (digits === undefined) return count ?? one
    const [whole = '0', behind = ''] = String(one).split('.')
    return withDigits(count ?? whole, behind.slice(0, digits), digits)
  }

  function text(one: string, rule: Rule | undefined, place: Place): Made {
    const count = rule && countOf(rule)
    if (one === '')
      return count === undefined ? '' : someOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', budget.times(count))
    const times = Math.max(0, count ?? 1)
    budget.take(one.length * times)
    return fill(one.repeat(times), place, 0)
  }

  const fill = (one: string, place: Place, depth: number): Made =>
    filled(one, (name, given, whole) => {
      const made = resolve(name, given, whole, place, depth)
      if (made !== undefined) budget.take(sizeOf(made))
      return made
    })

  function resolve(name: string, given: string | undefined, whole: string, place: Place, depth: number): Made | undefined {
    const there = place.lookUp(name, whole, property)
    if (there !== undefined) return there
    const maker = known.get(name.toLowerCase())
    if (!maker || depth >= PLACEHOLDERS_IN_EACH_OTHER) return undefined
    const values = argumentsOf(given ?? '').map((value) => (typeof value === 'string' ? fill(value, place, depth + 1) : value))
    return maker(values, budget)
  }

  /** What it adds to the output; counted only as far as there is room. */
  function sizeOf(made: Made): number {
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
