import { fenced } from '../lib/escape.ts'

/** Deeper than this, lines would be mostly blanks; such a text is shown as it came. */
const INDENT_DEPTH_MAX = 64
const token = /"(?:[^"\\]|\\[\s\S])*"|[^\s[\]{},:"]+|[[\]{},:]/g

/** JSON on lines of its own, every number and text as it was written: parsing would round long numbers. */
function indented(text: string): string | undefined {
  let [out, depth, before] = ['', 0, '']
  for (const [part] of text.matchAll(token)) {
    const [closes, wasOpened] = [/^[\]}]$/.test(part), /^[[{]$/.test(before)]
    if (closes) depth--
    if (closes ? !wasOpened : wasOpened || before === ',') out += `\n${'  '.repeat(depth)}`
    out += part === ':' ? ': ' : part
    if (/^[[{]$/.test(part) && ++depth > INDENT_DEPTH_MAX) return undefined
    before = part
  }
  return out
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** An example as a block of code; '' for none. */
export function exampleBlock(example: string): string {
  if (!example) return ''
  const raw = example.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
  const json = /^\s*[[{]/.test(raw)
  const text = ((json && isJson(raw) && indented(raw)) || raw).replace(/^\n+|\s+$/g, '')
  const language = json ? 'json' : /^\s*<[?!a-z]/i.test(raw) ? 'xml' : ''
  return fenced(text, language)
}
