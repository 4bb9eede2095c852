/** Patterns of the number formats that the stored form has names for. It stores dates and times as typed text. */
const patterns = new Map<unknown, string>([
  ['text', '@'],
  ['number', '#,##0.00'],
  ['rmb', '"￥"#,##0.00'],
  ['usd', '"$"#,##0.00'],
  ['eur', '"€"#,##0.00'],
])

const names = new Map([...patterns].map(([name, pattern]) => [pattern, String(name)]))

export const GENERAL = 'General'

const zeros = (count: number) => (count > 0 ? `0.${'0'.repeat(count)}` : '0')

const decimals = (text: string) => text.split('.')[1]?.length ?? 0

/** The pattern that displays a stored text of this format unchanged. 50 as a percentage is 50 %, not 5,000 %. */
export const patternOf = (format: unknown, text: string) => (format === 'percent' ? `${zeros(decimals(text))}"%"` : patterns.get(format))

export const formatNamed = (pattern: string) => names.get(pattern) ?? (/^0(\.0+)?"%"$/.test(pattern) ? 'percent' : undefined)

/** A number that reads back unchanged without a pattern: 12, -3.5. */
export const isPlainNumber = (text: string) => text !== '' && String(Number(text)) === text && Number.isFinite(Number(text))

/** The pattern of a number with trailing zeros, 1.50. */
export const paddedPattern = (text: string) => (/^-?(0|[1-9]\d*)\.\d{1,9}$/.test(text) ? zeros(decimals(text)) : undefined)

export const isPadding = (pattern: string) => /^0\.0+$/.test(pattern)

/** Text that the grid reads as a number when it is typed: 007, +86, 1e5. */
export const looksNumeric = (text: string) => text.trim() !== '' && !Number.isNaN(Number(text))
