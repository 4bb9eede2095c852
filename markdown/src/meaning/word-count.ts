/** A word of a script with spaces, with what belongs to it (`order_id`, `don't`, `1.5`), or one Chinese character. */
const word = /\p{Script=Han}|[\p{L}\p{M}\p{N}_]+(?:['’.\-/][\p{L}\p{M}\p{N}_]+)*/gu

export type WordCounts = Map<string, number>

/** How often each word occurs. */
export function countWords(texts: string[]): WordCounts {
  const counts: WordCounts = new Map()
  for (const text of texts)
    for (const [found] of text.matchAll(word)) {
      // Chinese characters are no part of a word, although they are letters.
      for (const one of found.length > 1 ? found.split(/(\p{Script=Han})/u) : [found]) {
        if (one !== '') counts.set(one, (counts.get(one) ?? 0) + 1)
      }
    }
  return counts
}

/** How many words are in one text and not in the other; words that only moved do not count. */
export function wordChanges(before: WordCounts, after: WordCounts) {
  let [added, removed] = [0, 0]
  for (const [one, count] of after) added += Math.max(0, count - (before.get(one) ?? 0))
  for (const [one, count] of before) removed += Math.max(0, count - (after.get(one) ?? 0))
  return { added, removed }
}

/** The share of common words, from 0 to 1; 0 for two texts without words. */
export function similarity(before: WordCounts, after: WordCounts): number {
  const total = (counts: WordCounts) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const all = total(before) + total(after)
  const { added, removed } = wordChanges(before, after)
  return all === 0 ? 0 : (all - added - removed) / all
}
