export type Json = Record<string, unknown>

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#039;': "'" }

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object a page's content is, also when it was stored HTML-escaped, once or twice, as old installations did. */
export function objectOf(content: string): Json | undefined {
  if (!/^[\s\ufeff]*\{/.test(content)) return undefined
  let text = content.replace(/^\ufeff/, '')
  for (let times = 0; times < 3; times++) {
    const value = parsed(text)
    if (value !== undefined) return isObject(value) ? value : undefined
    if (!/&(?:quot|amp);/.test(text)) return undefined
    text = text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => entities[entity]!)
  }
  return undefined
}

/** Any value as the text a reader would expect: texts as they are, nothing for nothing, the rest as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A list that came as such, as JSON text, or as the numbered object PHP makes of one; undefined for anything else. */
export function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && /^\s*\[/.test(value)) {
    const list = parsed(value)
    return Array.isArray(list) ? list : undefined
  }
  if (!isObject(value)) return undefined
  if ('name' in value || 'key' in value) return [value]
  return Object.values(value).every(isObject) ? Object.values(value) : undefined
}
