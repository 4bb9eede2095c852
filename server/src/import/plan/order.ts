const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,3})(?:[-_.、．)）\s]+)(?=[^\d\s])/
const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })

/** The part of an order that a number in front of a name decides: 1.2 lies between 1 and 2, and 1.10 after 1.9. */
const rankOf = (digits: string) => digits.split('.').reduce((sum, part, index) => sum + Number(part) / 1000 ** index, 0)

/** "01-intro" is "intro", the first; "404" stays "404" and is the 404th; other names have no number. */
export function splitNumber(name: string): { name: string; number: number | undefined } {
  const found = NUMBERED.exec(name)
  if (found) return { name: name.slice(found[0].length), number: rankOf(found[1]!) }
  return { name, number: /^\d{1,6}$/.test(name) ? Number(name) : undefined }
}

/** By what something is sorted among its siblings. */
export interface SortKey {
  number: number | undefined
  name: string
}

/** Numbers first, then names in Chinese order; digits inside names count as numbers. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a.number !== b.number) return (a.number ?? Number.POSITIVE_INFINITY) < (b.number ?? Number.POSITIVE_INFINITY) ? -1 : 1
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name))
}
