import { type Change, type Edit, htmlEdits } from '../sanitise/html-edits.ts'
import { sourceParts } from '../source-parts.ts'
import { inlineEdits, referenceEdits } from './link-edits.ts'

/**
 * Gives links, images, reference definitions and raw-HTML `href`/`src` new targets and leaves every other character as
 * it is; code is never touched. `change` gets the target without escapes and returns the new one, or undefined to keep it.
 */
export function rewriteLinks(text: string, change: (target: string, kind: 'link' | 'image') => string | undefined): string {
  const edits: Edit[] = []
  const ask: Change = (target, kind) => {
    const next = change(target, kind)
    return next === target ? undefined : next
  }
  for (const part of sourceParts(text)) {
    if (part.kind === 'html') edits.push(...htmlEdits(text, part.start, part.end, ask))
    else if (part.kind === 'text') edits.push(...inlineEdits(text, part.start, part.end, ask))
    else edits.push(...referenceEdits(text, part.start, part.end, ask))
  }
  let result = ''
  let from = 0
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < from) continue
    result += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + text.slice(from)
}
