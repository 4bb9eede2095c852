const BEFORE = 60
const LENGTH = 240

/** Whether a text holds every one of these parts, in any case. */
export const holds = (text: string, parts: string[]) => {
  if (parts.length === 0) return true
  const lower = text.toLowerCase()
  return parts.every((part) => lower.includes(part))
}

/** A stretch of a text around the first place of the keyword, or of one of its words; from the start when it stands nowhere. */
export function snippetAround(text: string, keyword: string): string {
  const at = firstPlace(text, keyword)
  const from = Math.max(0, at - BEFORE)
  const stretch = plainLine(text.slice(from, from + LENGTH))
  return `${from > 0 ? '...' : ''}${stretch}${from + LENGTH < text.length ? '...' : ''}`
}

function firstPlace(text: string, keyword: string): number {
  const lower = text.toLowerCase()
  for (const part of [keyword.trim(), ...keyword.trim().split(/\s+/)]) {
    const at = part ? lower.indexOf(part.toLowerCase()) : -1
    if (at >= 0) return at
  }
  return 0
}

/** Without the signs of Markdown that only say how the text looks: bars and rules of tables, marks of headings, code and emphasis. */
const plainLine = (text: string) =>
  text
    .replace(/\|?\s*:?-{2,}:?\s*(?=\||$)/gm, ' ')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+])\s/gm, ' ')
    .replace(/```\w*|\*\*|\||`/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
