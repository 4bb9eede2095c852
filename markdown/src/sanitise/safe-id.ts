// Elements the application finds by these ids must stay the only ones.
const reserved = new Set(['root', 'boot'])

/** The id when a page may carry it, else undefined. */
export function safeId(id: string): string | undefined {
  return /^[\p{L}\p{N}_:.-]{1,200}$/u.test(id) && !reserved.has(id.toLowerCase()) ? id : undefined
}
