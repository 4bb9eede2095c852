/** The evaluated template would be larger than anybody should have to load. */
export class TooMuch extends Error {}

/** Characters of an evaluated template. */
export const OUTPUT_MAX = 2 * 1024 * 1024

/** What is left of the output. Everything that makes something takes it from here first, so nothing large is ever made. */
export class Budget {
  #left: number

  constructor(left = OUTPUT_MAX) {
    this.#left = left
  }

  take(count: number) {
    this.#left -= Math.max(count, 1)
    if (!(this.#left >= 0)) throw new TooMuch()
  }

  /** How often something is to be made, which costs at least that much. */
  times(count: unknown): number {
    const times = Math.max(0, Math.trunc(Number(count)) || 0)
    this.take(times)
    return times
  }
}

/* Functions behind @placeholders, by the names and with the arguments that Mock.js gave them. Arguments come from a text, so any may be anything. */
export type Made = string | number | boolean | null | Made[] | { [name: string]: Made }
export type Maker = (given: Made[], budget: Budget) => Made

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

export const numberOr = (given: Made | undefined, otherwise: number) => {
  const number = typeof given === 'number' ? Math.trunc(given) : Number.parseInt(String(given), 10)
  return Number.isFinite(number) ? number : otherwise
}

/** A whole number from one to the other, both of them possible. */
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

export function shuffled<T>(things: readonly T[]): T[] {
  const mixed = [...things]
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = integer(0, n)
    ;[mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T]
  }
  return mixed
}

/** True with `min` chances to `max` for the value that is given. */
export const chance = (min: number, max: number, value: boolean) => (Math.random() * (min + max) < min ? value : !value)

/** How long: not said, said, or between two. */
export const lengthOf = ([min, max]: (Made | undefined)[], from: number, to: number) =>
  min === undefined ? integer(from, to) : max === undefined ? numberOr(min, from) : integer(numberOr(min, from), numberOr(max, to))

const poolOf = (given: Made | undefined) => (given === undefined ? everySign : (pools.get(String(given).toLowerCase()) ?? String(given)))

const bool: Maker = ([min, max, value]) =>
  value === undefined ? Math.random() < 0.5 : chance(numberOr(min, 1), numberOr(max, 1), value === true || value === 'true')
const natural: Maker = ([min, max]) => integer(numberOr(min, 0), numberOr(max, LARGEST))
const int: Maker = ([min, max]) => integer(numberOr(min, -LARGEST), numberOr(max, LARGEST))

/** So many digits behind the point, the last no 0, which would not be seen. */
export const withDigits = (whole: number | string, digits: string, count: number) => {
  const missing = Math.min(count, 17) - digits.length
  const more = missing > 0 ? someOf('0123456789', missing - 1) + someOf('123456789', 1) : ''
  return Number(`${whole}.${digits}${more}`)
}
const float: Maker = ([min, max, dmin, dmax]) =>
  withDigits(
    integer(numberOr(min, -LARGEST), numberOr(max, LARGEST)),
    '',
    integer(Math.max(0, numberOr(dmin, 0)), Math.min(17, numberOr(dmax, 17))),
  )

const character: Maker = ([pool]) => someOf(poolOf(pool), 1)

/** (), (length), (pool, length), (min, max), (pool, min, max). */
const string: Maker = (given, budget) => {
  const named = given.length === 3 || (given.length === 2 && typeof given[0] === 'string' && !/^\d+$/.test(given[0]))
  const [pool, ...length] = named ? given : [undefined, ...given]
  return someOf(poolOf(pool), budget.times(lengthOf(length, 3, 7)))
}

const range: Maker = ([first, second, third], budget) => {
  const [from, to] = second === undefined ? [0, Number(first ?? 0)] : [Number(first), Number(second)]
  const step = Number(third ?? 1) || 1
  return Array.from({ length: budget.times(Math.ceil((to - from) / step)) }, (_, n) => from + n * step)
}

export const basic: Record<string, Maker> = {
  ...{ boolean: bool, bool, natural, integer: int, int, float },
  ...{ character, char: character, string, str: string, range },
}
