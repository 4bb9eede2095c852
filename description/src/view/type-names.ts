/** What is around the names in a type: `array[Order] | null`, `↻ Order`. */
const TYPE_PARTS = /(array\[|\]| \| |, |↻ )/

/** A type in pieces: its names, and what is around them. */
export const typeParts = (type: string): string[] => type.split(TYPE_PARTS)

/** The names in a type. */
export const typeNames = (type: string): string[] => typeParts(type).filter((_, n) => n % 2 === 0)
