/** A number of any length as sign, digits and exponent: 0.digits × 10^exponent. Zero has no digits. */
interface Decimal {
  isNegative: boolean
  digits: string
  exponent: number
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,15}))?$/

/** Reads a number from its text; undefined if it is none. */
function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = form.exec(text) ?? []
  if (sign === undefined) return undefined
  const all = whole + fraction
  let start = 0
  while (all[start] === '0') start++
  let end = all.length
  while (end > start && all[end - 1] === '0') end--
  const digits = all.slice(start, end)
  if (digits === '') return { isNegative: false, digits, exponent: 0 }
  return { isNegative: sign === '-', digits, exponent: whole.length - start + Number(power) }
}

/** The same text for the same number: 1, 1.0 and 10e-1 are equal, and no digit is lost. Other text does not change. */
export function sameNumber(text: string): string {
  const number = decimalOf(text)
  if (!number) return text
  const { isNegative, digits, exponent } = number
  if (digits === '') return '0'
  if (exponent < digits.length || exponent > 30) return `${isNegative ? '-' : ''}0.${digits}e${exponent}`
  return (isNegative ? '-' : '') + digits.padEnd(exponent, '0')
}

/** Negative if `a` is less than `b`, 0 if they are equal, NaN if one of them is no number. Takes time in the length of the texts. */
export function compareNumbers(a: string, b: string): number {
  const [one, other] = [decimalOf(a), decimalOf(b)]
  if (!one || !other) return Number.NaN
  const sign = ({ isNegative, digits }: Decimal) => (digits === '' ? 0 : isNegative ? -1 : 1)
  if (sign(one) !== sign(other)) return sign(one) - sign(other)
  const size = one.exponent - other.exponent || (one.digits < other.digits ? -1 : one.digits > other.digits ? 1 : 0)
  return sign(one) * size
}

/** Whether `a` is a multiple of `b`, as far as JavaScript numbers are exact. */
export function isMultiple(a: string, b: string): boolean {
  const [one, other] = [Number(a), Number(b)]
  return Number.isSafeInteger(one) && Number.isSafeInteger(other) && other !== 0 && one % other === 0
}
