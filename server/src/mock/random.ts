/* The functions behind @placeholders have the names and arguments of Mock.js. Arguments are parsed from text, so each can have any type. */

/** The evaluated template would be larger than OUTPUT_MAX. */
export class OutputTooLarge extends Error {}

/** The most characters an evaluated template can have. */
export const OUTPUT_MAX = 2 * 1024 * 1024

/** The remaining output size. Every generator takes its size from here before it generates, so no large value ever exists. */
export class Budget {
  #left: number

  constructor(left = OUTPUT_MAX) {
    this.#left = left
  }

  take(count: number) {
    this.#left -= Math.max(count, 1)
    if (!(this.#left >= 0)) throw new OutputTooLarge()
  }

  /** Converts a count and takes at least that much from the budget. */
  times(count: unknown): number {
    const times = Math.max(0, Math.trunc(Number(count)) || 0)
    this.take(times)
    return times
  }
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }
export type Generator = (given: JsonValue[], budget: Budget) => JsonValue

const LARGEST = Number.MAX_SAFE_INTEGER
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const pools = new Map(
  Object.entries({ lower, upper, number: '0123456789', symbol: '!@#$%^&*()[]', alpha: lower + upper }).map(([name, signs]) => [
    name,
    signs,
  ]),
)
const everySign = `${lower + upper}0123456789!@#$%^&*()[]`

export const numberOr = (given: JsonValue | undefined, otherwise: number) => {
  const number = typeof given === 'number' ? Math.trunc(given) : Number.parseInt(String(given), 10)
  return Number.isFinite(number) ? number : otherwise
}

/** A random integer between the two, both included. */
export function integer(min: number, max: number) {
  const [from, to] = min <= max ? [min, max] : [max, min]
  return Math.min(to, Math.floor(Math.random() * (to - from + 1)) + from)
}

export const pickFrom = <T>(choices: readonly T[]): T => choices[integer(0, choices.length - 1)] as T

export const someOf = (pool: string, count: number) => {
  let text = ''
  for (let n = 0; n < count; n++) text += pool.charAt(integer(0, pool.length - 1))
  return text
}

export function shuffled<T>(values: readonly T[]): T[] {
  const mixed = [...values]
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = integer(0, n)
    ;[mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T]
  }
  return mixed
}

/** Returns `value` with odds of `min` to `max`, otherwise its opposite. */
export const chance = (min: number, max: number, value: boolean) => (Math.random() * (min + max) < min ? value : !value)

/** A length: `from` to `to` without arguments, the one given, or between the two given. */
export const lengthOf = ([min, max]: (JsonValue | undefined)[], from: number, to: number) =>
  min === undefined ? integer(from, to) : max === undefined ? numberOr(min, from) : integer(numberOr(min, from), numberOr(max, to))

const poolOf = (given: JsonValue | undefined) =>
  given === undefined ? everySign : (pools.get(String(given).toLowerCase()) ?? String(given))

const bool: Generator = ([min, max, value]) =>
  value === undefined ? Math.random() < 0.5 : chance(numberOr(min, 1), numberOr(max, 1), value === true || value === 'true')
const natural: Generator = ([min, max]) => integer(numberOr(min, 0), numberOr(max, LARGEST))
const int: Generator = ([min, max]) => integer(numberOr(min, -LARGEST), numberOr(max, LARGEST))

/** Extends the fraction to `count` digits (17 at most). The last digit is never 0, because a number would drop it. */
export const withDigits = (whole: number | string, digits: string, count: number) => {
  const missing = Math.min(count, 17) - digits.length
  const more = missing > 0 ? someOf('0123456789', missing - 1) + someOf('123456789', 1) : ''
  return Number(`${whole}.${digits}${more}`)
}
const float: Generator = ([min, max, dmin, dmax]) =>
  withDigits(
    integer(numberOr(min, -LARGEST), numberOr(max, LARGEST)),
    '',
    integer(Math.max(0, numberOr(dmin, 0)), Math.min(17, numberOr(dmax, 17))),
  )

const character: Generator = ([pool]) => someOf(poolOf(pool), 1)

/** Arguments: (), (length), (pool, length), (min, max) or (pool, min, max). */
const string: Generator = (given, budget) => {
  const named = given.length === 3 || (given.length === 2 && typeof given[0] === 'string' && !/^\d+$/.test(given[0]))
  const [pool, ...length] = named ? given : [undefined, ...given]
  return someOf(poolOf(pool), budget.times(lengthOf(length, 3, 7)))
}

const range: Generator = ([first, second, third], budget) => {
  const [from, to] = second === undefined ? [0, Number(first ?? 0)] : [Number(first), Number(second)]
  const step = Number(third ?? 1) || 1
  return Array.from({ length: budget.times(Math.ceil((to - from) / step)) }, (_, n) => from + n * step)
}

export const basic: Record<string, Generator> = {
  boolean: bool,
  bool,
  natural,
  integer: int,
  int,
  float,
  character,
  char: character,
  string,
  str: string,
  range,
}
