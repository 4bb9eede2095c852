import createMarkdown from 'markdown-it'
import { htmlTarget } from './link-target.ts'

export type Change = (target: string, kind: 'link' | 'image') => string | undefined

export interface Edit {
  start: number
  end: number
  text: string
}

const { utils } = createMarkdown()
const attribute = /[\s/]+([^\s"'<>/=]+)(\s*=\s*)?/y
const value = /"[^"]*"|'[^']*'|[^\s"'=<>`]+/y
const tagName = /<[a-z][a-z0-9-]*/iy

/** Edits inside one tag; returns where the tag ends. */
export function tagEdits(text: string, start: number, end: number, change: Change, edits: Edit[]): number {
  tagName.lastIndex = start
  if (!tagName.test(text)) return start + 1
  let at = tagName.lastIndex
  for (;;) {
    attribute.lastIndex = at
    const match = attribute.exec(text)
    if (!match || attribute.lastIndex > end) return at
    at = attribute.lastIndex
    if (!match[2]) continue
    value.lastIndex = at
    const found = value.exec(text)?.[0]
    if (found === undefined) return at
    const name = match[1]!.toLowerCase()
    if (name === 'href' || name === 'src') {
      const quoted = found.startsWith('"') || found.startsWith("'")
      const next = change(
        utils.unescapeAll((quoted ? found.slice(1, -1) : found).replaceAll('\\', '\\\\')),
        name === 'href' ? 'link' : 'image',
      )
      if (next !== undefined) edits.push({ start: at, end: at + found.length, text: htmlTarget(next, found.charAt(0)) })
    }
    at += found.length
  }
}

/** `href` and `src` of the tags between two offsets. */
export function htmlEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  let at = text.indexOf('<', start)
  while (at >= 0 && at < end) at = text.indexOf('<', tagEdits(text, at, end, change, edits))
  return edits
}
