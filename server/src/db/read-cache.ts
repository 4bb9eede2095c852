type Rows = readonly object[]
type Read = (text: string, values: unknown[]) => Rows

/** Maximum number of results per statement, and of rows and characters per result. */
const ANSWERS_PER_STATEMENT = 200
const ANSWER_ROWS_MAX = 300
const ANSWER_CHARACTERS_MAX = 64_000
/** Maximum number of characters in the cache, at two bytes each; it bounds the memory of long read-only periods. */
const CACHE_CHARACTERS_MAX = 4_000_000
/** Overhead of a cached result and of each of its rows in addition to their texts, in characters. */
const RESULT_OVERHEAD = 500
const ROW_OVERHEAD = 100
/** Milliseconds after which a commit of another program is noticed. */
const STAMP_CHECK_MS = 200

/**
 * Answers repeated reads from memory until the next write. A writer must call `forget` after each statement that is not read-only, so
 * that no result is older than the last commit. Rows are frozen, because all callers share them.
 * `stamp` changes after a write by any program.
 */
export function readCache(read: Read, stamp: () => unknown) {
  let cache = new Map<string, Map<unknown, Rows>>()
  let seen = stamp()
  let checkedAt = performance.now()
  let size = 0
  const forget = () => {
    if (cache.size) cache = new Map()
    size = 0
  }
  function checkStamp() {
    const now = performance.now()
    if (now - checkedAt < STAMP_CHECK_MS) return
    checkedAt = now
    const next = stamp()
    if (next !== seen) forget()
    seen = next
  }
  return {
    forget,
    read(text: string, values: unknown[]): Rows {
      checkStamp()
      // A statement has a fixed number of values, so one value and the text of several are never confused.
      const key = values.length === 1 ? values[0] : JSON.stringify(values)
      const kept = cache.get(text)?.get(key)
      if (kept) return kept
      const rows = read(text, values)
      const length = rows.length > ANSWER_ROWS_MAX ? Number.POSITIVE_INFINITY : charactersIn(rows)
      if (length > ANSWER_CHARACTERS_MAX) return rows
      size += length + RESULT_OVERHEAD + (typeof key === 'string' ? key.length : 0)
      if (size > CACHE_CHARACTERS_MAX) forget()
      const answers = cache.get(text) ?? new Map<unknown, Rows>()
      cache.set(text, answers)
      if (answers.size >= ANSWERS_PER_STATEMENT) answers.delete(answers.keys().next().value)
      for (const row of rows) Object.freeze(row)
      answers.set(key, Object.freeze(rows))
      return rows
    },
  }
}

function charactersIn(rows: Rows) {
  let length = rows.length * ROW_OVERHEAD
  for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') length += value.length
  return length
}
