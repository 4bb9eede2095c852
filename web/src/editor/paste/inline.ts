import { readBoot } from '../../lib/boot.ts'

/** Elements that are blocks by their tag name; a detached document has no computed styles. */
const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
/** Elements whose content is not text of the page; `button` covers the header of Sheaf's own code blocks. */
const DROPPED = new Set(
  'base button datalist embed head iframe input link meta noscript object script select style svg template textarea title xml o:p'.split(
    ' ',
  ),
)

export const tagOf = (node: Node) => (node.nodeType === 1 ? (node as Element).localName : '')

export const isDropped = (node: Node) =>
  node.nodeType === 8 ||
  DROPPED.has(tagOf(node)) ||
  (node.nodeType === 1 && (node as Element).matches('.ch, .anc, .art-toc, .katex-html, [hidden]'))

export const isBlock = (node: Node): node is Element => BLOCKS.has(tagOf(node)) || roleOf(node) === 'table'

export const roleOf = (node: Node) => (node.nodeType === 1 ? (node as Element).getAttribute('role') : null)

/** Whether an inline element contains blocks. Google Docs wraps everything in one bold element; links can wrap whole cards. */
export const holdsBlocks = (node: Node): node is Element =>
  node.nodeType === 1 && [...(node as Element).getElementsByTagName('*')].some((inner) => isBlock(inner))

/** The value of a property in the style attribute, lower-case; '' if it is missing. */
export function styleOf(node: Node, property: string) {
  const style = node.nodeType === 1 ? (node as Element).getAttribute('style') : null
  if (!style?.includes(property)) return ''
  return new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]{1,200})`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

const isMono = (node: Node) => /mono|consol|courier|menlo|source code|fira code/.test(styleOf(node, 'font-family'))

/** The text of code with its whitespace; every block element inside is a line. */
export function codeText(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? ''
  if (isDropped(node)) return ''
  if (tagOf(node) === 'br') return '\n'
  const inside = [...node.childNodes].map(codeText).join('')
  return tagOf(node) !== 'pre' && isBlock(node) && !inside.endsWith('\n') ? `${inside}\n` : inside
}

/** Escapes characters only where Markdown would read them as syntax. */
export const escapeText = (text: string) =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/~~/g, '\\~~')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/\[(?=[^\]\n]{0,300}\][([])/g, '\\[')
    .replace(/<(?=[a-z/!?])/gi, '\\<')

/** Escapes syntax at the start of a line. Dashes and numbers stay, because the author meant a list. */
export const escapeLine = (line: string) => line.replace(/^(?:#{1,6}(?=\s|$)|>|:::|\|)/, '\\$&').replace(/^[·•▪◦‣●○■]\s*(?=\S)/, '- ')

export interface InlineOptions {
  /** What a line break becomes. */
  br: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  link?: boolean
}

const codeSpan = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  if (!line.trim()) return line
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return fence + gap + line + gap + fence
}

/** Puts the mark around the text line by line, without leading and trailing whitespace. */
const wrap = (mark: string, text: string, br: string) =>
  text
    .split(br)
    .map((part) => {
      const inner = part.trim()
      // Cut by position, because an expression for both ends takes the square of a run of blanks.
      const start = part.length - part.trimStart().length
      return inner ? part.slice(0, start) + mark + inner + mark + part.slice(start + inner.length) : part
    })
    .join(br)

/** Addresses that readers can open, without Google's redirect; addresses of this site become site-relative. */
function linkTarget(href: string): string | undefined {
  try {
    const url = new URL(href)
    const real = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : undefined
    if (real && /^https?:/.test(real)) return linkTarget(real)
    if (!/^(?:https?|mailto|tel):$/.test(url.protocol)) return undefined
    const { base } = readBoot()
    const own = url.origin === location.origin && (base === '' || url.pathname.startsWith(`${base}/`))
    return own ? url.pathname.slice(base.length) + url.search + url.hash : href.trim()
  } catch {
    return undefined
  }
}

const target = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\s]/g, (sign) => encodeURIComponent(sign))}>` : address

function link(element: Element, inside: InlineOptions): string {
  const words = inlineOf(element.childNodes, { ...inside, link: true })
  const to = inside.link ? undefined : linkTarget(element.getAttribute('href') ?? '')
  if (!to || !words.trim()) return words
  const bare = element.textContent?.trim()
  if (bare === to && /^https?:\S+$/.test(to)) return to
  return words.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, leading: string, text: string, trailing: string) => {
    return `${leading}[${text.replaceAll('\n', ' ')}](${target(to)})${trailing}`
  })
}

function image(element: Element): string {
  const to = /^https?:/i.test(element.getAttribute('src') ?? '') && linkTarget(element.getAttribute('src') ?? '')
  const words = (element.getAttribute('alt') ?? '').replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  return to ? `![${words}](${target(to)})` : ''
}

const isBold = (element: Element) => {
  const weight = styleOf(element, 'font-weight')
  if (/^(?:b|strong)$/.test(element.localName)) return !/^(?:normal|[1-4]00)$/.test(weight)
  return element.localName === 'span' && /^(?:bold|bolder|[6-9]00)$/.test(weight)
}
const isItalic = (element: Element) => {
  const style = styleOf(element, 'font-style')
  if (/^(?:i|em|cite|dfn)$/.test(element.localName)) return style !== 'normal'
  return element.localName === 'span' && style === 'italic'
}
const isStruck = (element: Element) =>
  /^(?:del|s|strike)$/.test(element.localName) || (element.localName === 'span' && /line-through/.test(styleOf(element, 'text-decoration')))
const isCode = (element: Element) => /^(?:code|samp|tt|kbd)$/.test(element.localName) || (element.localName === 'span' && isMono(element))

function marked(element: Element, inside: InlineOptions): string {
  const next = { ...inside }
  const marks: string[] = []
  const put = (key: 'bold' | 'italic' | 'strike', mark: string, has: boolean) => {
    if (!has || next[key]) return
    next[key] = true
    marks.push(mark)
  }
  put('bold', '**', isBold(element))
  put('italic', '*', isItalic(element))
  put('strike', '~~', isStruck(element))
  return marks.reduceRight((text, mark) => wrap(mark, text, inside.br), inlineOf(element.childNodes, next))
}

function inlineNode(node: Node, inside: InlineOptions): string {
  if (node.nodeType === 3) return escapeText((node.nodeValue ?? '').replace(/[\s\u00a0]+/g, ' '))
  if (node.nodeType !== 1 || isDropped(node)) return ''
  const element = node as Element
  const formula = element.matches('.katex, .katex-display') ? element.querySelector('annotation[encoding="application/x-tex"]') : null
  if (formula) return element.matches('.katex-display') ? `$$${formula.textContent}$$` : `$${formula.textContent}$`
  if (element.matches('.req')) return element.textContent ?? ''
  switch (tagOf(element)) {
    case 'br':
      return inside.br
    case 'img':
      return image(element)
    case 'a':
      return link(element, inside)
    case 'sup':
    case 'sub':
    case 'mark': {
      const text = inlineOf(element.childNodes, inside)
      return text.trim() ? `<${element.localName}>${text}</${element.localName}>` : text
    }
  }
  if (isCode(element)) return codeSpan(codeText(element).replaceAll('\u00a0', ' '))
  return marked(element, inside)
}

const MARKS = ['**', '~~', '*', '`']

/** Joins two adjacent parts; equal marks that meet, such as two bold parts, become one. */
const join = (left: string, right: string) => {
  for (const mark of MARKS) {
    const doubled = mark === '`' && (left.endsWith('``') || right.startsWith('``'))
    const both = left.endsWith(mark) && right.startsWith(mark) && !left.endsWith(`\\${mark}`)
    if (both && !doubled && left.length > mark.length && right.length > mark.length)
      return left.slice(0, -mark.length) + right.slice(mark.length)
  }
  if (/\s$/.test(left) && /^ /.test(right)) return left + right.replace(/^ +/, '')
  return left + right
}

export function inlineOf(nodes: Iterable<Node>, inside: InlineOptions): string {
  let text = ''
  for (const node of nodes) {
    const next = inlineNode(node, inside)
    text = isBlock(node) && text.trim() && next ? text.trimEnd() + inside.br + next : join(text, next)
  }
  return text
}
