type Rows = readonly object[]
type Read = (text: string, values: unknown[]) => Rows

/** Answers kept for one statement, and the rows and characters of the longest one kept. */
const ANSWERS_PER_STATEMENT = 200
const ANSWER_ROWS_MAX = 100
const ANSWER_CHARACTERS_MAX = 64_000
/** Characters kept in all, at two bytes; who reads everything without a write in between cannot fill the memory. */
const CACHE_CHARACTERS_MAX = 4_000_000
/** What an answer holds beside its texts, in characters. */
const SHELL = 500
/** Milliseconds after which a commit of another program is seen. */
const STAMP_CHECK_MS = 200

/**
 * Reads that are answered from memory until the next write: whoever writes calls `forget` after each statement that is not a
 * mere read, so that no answer is older than the last commit. Rows are frozen, since everybody is given the same ones.
 * `stamp` changes when anybody at all has written.
 */
export function readCache(read: Read, stamp: () => unknown) {
  let known = new Map<string, Map<string, Rows>>()
  let seen = stamp()
  let looked = performance.now()
  let held = 0
  const forget = () => {
    if (known.size) known = new Map()
    held = 0
  }
  function look() {
    const now = performance.now()
    if (now - looked < STAMP_CHECK_MS) return
    looked = now
    const next = stamp()
    if (next !== seen) forget()
    seen = next
  }
  return {
    forget,
    read(text: string, values: unknown[]): Rows {
      look()
      const key = JSON.stringify(values)
      const kept = known.get(text)?.get(key)
      if (kept) return kept
      const rows = read(text, values)
      const length = rows.length > ANSWER_ROWS_MAX ? Number.POSITIVE_INFINITY : charactersIn(rows)
      if (length > ANSWER_CHARACTERS_MAX) return rows
      held += length + key.length + SHELL
      if (held > CACHE_CHARACTERS_MAX) forget()
      const answers = known.get(text) ?? new Map<string, Rows>()
      known.set(text, answers)
      if (answers.size >= ANSWERS_PER_STATEMENT) answers.delete(answers.keys().next().value as string)
      for (const row of rows) Object.freeze(row)
      answers.set(key, Object.freeze(rows))
      return rows
    },
  }
}

function charactersIn(rows: Rows) {
  let length = 0
  for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') length += value.length
  return length
}
