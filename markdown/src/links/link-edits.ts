import createMarkdown from 'markdown-it'
import { codeSpans } from '../code-spans.ts'
import { type Change, type Edit, tagEdits } from '../sanitise/html-edits.ts'
import { markdownTarget } from '../sanitise/link-target.ts'

const { helpers } = createMarkdown()
const afterTarget =
  /[ \t]*\r?\n?[ \t>]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))?\s*(?:=[\d%]*x[\d%]*\s*)?\)/y
const definition = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)(?:[^[\]\\]|\\[\s\S]){1,999}\]:[ \t]*(?:\r?\n[ \t>]*)?/gm

/** The target written at an offset, and the offset after it. */
function targetAt(text: string, at: number, max: number): { target: string; end: number } | undefined {
  const found = helpers.parseLinkDestination(text, at, max)
  return found.ok ? { target: found.str, end: found.pos } : undefined
}

/** Links, images and tags of one paragraph, heading, cell … */
export function inlineEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  const spans = codeSpans(text, start, end)
  const open: boolean[] = []
  for (let at = start; at < end; at++) {
    const char = text.charAt(at)
    const span = char === '`' ? spans.get(at) : undefined
    if (span) at = span - 1
    else if (char === '\\') at++
    else if (char === '[') open.push(text.charAt(at - 1) === '!' && text.charAt(at - 2) !== '\\')
    else if (char === '<') at = tagEdits(text, at, end, change, edits) - 1
    else if (char === ']') {
      const image = open.pop()
      if (image === undefined || text.charAt(at + 1) !== '(') continue
      let from = at + 2
      while (from < end && /\s/.test(text.charAt(from))) from++
      const found = targetAt(text, from, end)
      afterTarget.lastIndex = found?.end ?? end
      if (!found || found.end === from || !afterTarget.test(text) || afterTarget.lastIndex > end) continue
      const next = change(found.target, image ? 'image' : 'link')
      if (next !== undefined) edits.push({ start: from, end: found.end, text: markdownTarget(next, text.charAt(from) === '<') })
      at = found.end - 1
    }
  }
  return edits
}

/** The target of reference definitions, which no leaf block holds. Whether it is a picture is not known there: a link. */
export function referenceEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  for (const match of text.slice(start, end).matchAll(definition)) {
    const at = start + match.index + match[0].length
    const found = targetAt(text, at, end)
    const next = found && found.end > at ? change(found.target, 'link') : undefined
    if (found && next !== undefined) edits.push({ start: at, end: found.end, text: markdownTarget(next, text.charAt(at) === '<') })
  }
  return edits
}
