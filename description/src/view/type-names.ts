/** What is around the names in a type: `array[Order] | null`, `↻ Order`. */
const TYPE_PARTS = /(array\[|\]| \| |, |↻ )/

/** A type in pieces: its names, and what is around them. */
export const typeParts = (type: string): string[] => type.split(TYPE_PARTS)

/** The names in a type. */
export const typeNames = (type: string): string[] => typeParts(type).filter((_, n) => n % 2 === 0)

/** The only named schema in a type such as `array[Order]`; '' if it names none, undefined if it names several. */
export function schemaIn(type: string): string | undefined {
  const [only = '', ...others] = typeNames(type).filter(
    (name) => /^\S/.test(name) && !/^(?:string|integer|number|boolean|object|null|any)$/.test(name),
  )
  return others.length > 0 ? undefined : only
}
