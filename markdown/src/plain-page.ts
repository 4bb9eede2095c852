import type { Rendered } from './types.ts'

/** Approximate characters per <pre>: browsers lay out many small elements faster than one of megabytes. */
const BOX_CHARS = 50_000

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark]!)

/** The complete source text of a page that exceeds the rendering limits. */
export function plainPage(text: string): Rendered {
  let html = ''
  for (let from = 0; from < text.length || from === 0; ) {
    const line = text.indexOf('\n', from + BOX_CHARS)
    const end = line < 0 || line === text.length - 1 ? text.length : line + 1
    // The elements themselves break the line between them, and a <pre> drops a line break at its start.
    html += `<pre class="as-written">\n${escapeHtml(text.slice(from, end).replace(/\n$/, ''))}</pre>\n`
    if (end === from) break
    from = end
  }
  return { html, headings: [], needs: [], plain: true }
}
