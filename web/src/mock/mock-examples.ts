export interface Example {
  /** The heading or bold line above it, or else how it begins. */
  label: string
  text: string
}

const OPEN = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/
const NAME = /^ {0,3}(?:#{1,6}\s+(.+?)\s*#*|(?:[-*]\s+)?\*\*(.+?)\*\*\s*[:：]?)\s*$/
/** Fences without a language count too: the API templates write their examples so. */
const LANGUAGES = new Set(['', 'json', 'json5', 'jsonc', 'js', 'javascript'])

const isWhole = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

const begins = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** The code blocks of a page that are a JSON object or list. */
export function examplesIn(markdown: string): Example[] {
  const found: Example[] = []
  let name = ''
  let fence: { sign: string; language: string; lines: string[] } | undefined
  for (const line of markdown.split('\n')) {
    if (!fence) {
      const [, sign, language = ''] = OPEN.exec(line) ?? []
      const [, heading, bold] = NAME.exec(line) ?? []
      name = heading ?? bold ?? name
      if (sign) fence = { sign, language: language.toLowerCase(), lines: [] }
      continue
    }
    const end = line.trim()
    if (!end.startsWith(fence.sign) || end.replaceAll(fence.sign[0] as string, '') !== '') {
      fence.lines.push(line)
      continue
    }
    const text = fence.lines.join('\n').trim()
    if (LANGUAGES.has(fence.language) && isWhole(text)) {
      found.push({ label: name.replace(/[*`:：]+/g, '').trim() || begins(text), text })
      name = ''
    }
    fence = undefined
  }
  return found
}
