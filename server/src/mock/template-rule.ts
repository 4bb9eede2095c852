import { integer } from './random-basic.ts'

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
