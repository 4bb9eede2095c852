import { hasMarks, isCodeEditor, markdownOf } from './html.ts'
import { sheetTable, sheetText } from './sheet.ts'

/** What a clipboard holds, of a paste or of our own asking. */
export interface Clip {
  html: string
  plain: string
}

/** Longer than this, reading it would hold the window up; its plain text goes in as it is. */
const CLIP_MAX_CHARS = 4_000_000

/** What was copied is Markdown already, and the HTML beside it only its picture: Typora, Obsidian and others give both. */
function isMarkdown(plain: string, body: Element) {
  const has = (selector: string, sign: RegExp) => body.querySelector(selector) !== null && sign.test(plain)
  return (
    has('h1,h2,h3,h4', /^#{1,4} \S/m) ||
    has('pre', /^(?:```|~~~)/m) ||
    has('table', /^\|?\s*:?-{3,}:?\s*\|/m) ||
    has('a[href]', /\]\((?:https?:|\/)/) ||
    has('b,strong', /\*\*\S[^*\n]*\*\*/)
  )
}

/** Parsed inertly: nothing of it is loaded, run or put on the page. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The Markdown a paste becomes; undefined where the plain text is all there is to it. */
export function convertClip({ html, plain }: Clip): string | undefined {
  if (html && html.length <= CLIP_MAX_CHARS) {
    const body = parse(html)
    if (isCodeEditor(body) || isMarkdown(plain, body)) return undefined
    const text = hasMarks(body) ? markdownOf(body) : ''
    if (text.trim()) return text
  }
  const rows = plain.length <= CLIP_MAX_CHARS ? sheetTable(plain) : undefined
  return rows && sheetText(rows)
}

/** Whether a text stands in lines of its own instead of going on in the line it is put in. */
export const isBlockText = (text: string) => text.includes('\n') || /^(?:#{1,6} |- |\d+\. |> |\||---$|```)/.test(text)
