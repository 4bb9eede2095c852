type Rows = readonly object[]
type Read = (text: string, values: unknown[]) => Rows

/** Answers kept for one statement, and the rows and characters of the longest one kept. */
const MOST = 200
const ROWS = 100
const LONGEST = 64_000
/** Characters kept in all, at two bytes; who reads everything without a write in between cannot fill the memory. */
const HELD = 4_000_000
/** What an answer holds beside its texts, in characters. */
const SHELL = 500
/** Milliseconds after which a commit of another program is seen. */
const LOOK = 200

/**
 * Reads that are answered from memory until the next write: whoever writes calls `forget` after each statement that is not a
 * mere read, so that no answer is older than the last commit. Rows are frozen, since everybody is given the same ones.
 * `stamp` changes when anybody at all has written.
 */
export function knownReads(read: Read, stamp: () => unknown) {
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
    if (now - looked < LOOK) return
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
      const length = rows.length > ROWS ? Number.POSITIVE_INFINITY : charactersIn(rows)
      if (length > LONGEST) return rows
      held += length + key.length + SHELL
      if (held > HELD) forget()
      const answers = known.get(text) ?? new Map<string, Rows>()
      known.set(text, answers)
      if (answers.size >= MOST) answers.delete(answers.keys().next().value as string)
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
