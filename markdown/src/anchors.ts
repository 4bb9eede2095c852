// Elements the application finds by these ids must stay the only ones.
const reserved = new Set(['root', 'boot'])

/** The id when a page may carry it, else undefined. */
export function safeId(id: string): string | undefined {
  return /^[\p{L}\p{N}_:.-]{1,200}$/u.test(id) && !reserved.has(id.toLowerCase()) ? id : undefined
}

/** An anchor from a heading's words: letters and digits of every script, the rest becomes hyphens. */
export function slug(text: string): string {
  const kept = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
  return kept
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/\p{M}/gu, '')
    .slice(0, 120)
}

/** The wish, or with a number behind it where an earlier heading of the page has it. */
export function unusedId(used: Map<string, number>, wish: string): string {
  let count = used.get(wish) ?? 0
  let id = wish
  while (used.has(id)) id = `${wish}-${++count}`
  used.set(wish, count)
  used.set(id, used.get(id) ?? 0)
  return id
}
