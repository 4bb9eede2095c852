/** Characters of a stored document, and levels of it. */
const CHARACTERS_MAX = 24_000_000
const LEVELS_MAX = 400

/**
 * A parsed description as JSON that is parsed to the same document again, which takes a fraction of the time of its YAML. Undefined for
 * a document that JSON cannot hold, or whose aliases make it too large.
 */
export function storedDocument(document: unknown): string | undefined {
  let left = CHARACTERS_MAX
  const isHeld = (value: unknown, level: number): boolean => {
    left -= 8
    if (left < 0 || level > LEVELS_MAX) return false
    if (typeof value === 'string') left -= value.length
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
    if (Array.isArray(value)) return value.every((one) => isHeld(one, level + 1))
    if (typeof value !== 'object') return false
    if (JSON.isRawJSON(value)) return true
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.entries(value).every(([key, one]) => {
      left -= key.length
      return isHeld(one, level + 1)
    })
  }
  return isHeld(document, 0) ? JSON.stringify(document) : undefined
}
