// The application finds its own elements by these ids, so a page must not use them.
const reserved = new Set(['root', 'boot'])

/** The id if a page can use it, otherwise undefined. */
export function safeId(id: string): string | undefined {
  return /^[\p{L}\p{N}_:.-]{1,200}$/u.test(id) && !reserved.has(id.toLowerCase()) ? id : undefined
}

/** An anchor from a heading's text: letters and digits of all scripts are kept, spaces become hyphens. */
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

/** The preferred id, with a numeric suffix if an earlier heading of the page uses it. */
export function unusedId(used: Map<string, number>, preferred: string): string {
  let count = used.get(preferred) ?? 0
  let id = preferred
  while (used.has(id)) id = `${preferred}-${++count}`
  used.set(preferred, count)
  used.set(id, used.get(id) ?? 0)
  return id
}
