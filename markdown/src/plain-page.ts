import type { Rendered } from './types.ts'

/** Characters of one box, roughly: a browser lays out many boxes sooner than one of megabytes. */
const BOX_CHARS = 50_000

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark]!)

/** The text of a page as it was written, whole, for a page that is too hard to show in any other form. */
export function plainPage(text: string): Rendered {
  let html = ''
  for (let from = 0; from < text.length || from === 0; ) {
    const line = text.indexOf('\n', from + BOX_CHARS)
    const end = line < 0 || line === text.length - 1 ? text.length : line + 1
    // The line end between two boxes is the boxes' own, and one at the start of a box would be swallowed.
    html += `<pre class="as-written">\n${escapeHtml(text.slice(from, end).replace(/\n$/, ''))}</pre>\n`
    if (end === from) break
    from = end
  }
  return { html, headings: [], needs: [], plain: true }
}
