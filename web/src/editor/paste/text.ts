/** What an element is made of, looked through by the way it is written. */
const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
/** Nothing of these is text; the names of the head of our own code blocks are among them. */
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

/** Google Docs wraps all it gives in one bold element, links go around whole cards: what holds blocks is looked into. */
export const holdsBlocks = (node: Node): node is Element =>
  node.nodeType === 1 && [...(node as Element).getElementsByTagName('*')].some((inner) => isBlock(inner))

/** The value of a property in a style attribute, as it is written there. */
export function styleOf(node: Node, property: string) {
  const style = node.nodeType === 1 ? (node as Element).getAttribute('style') : null
  if (!style?.includes(property)) return ''
  return new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]{1,200})`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

export const isMono = (node: Node) => /mono|consol|courier|menlo|source code|fira code/.test(styleOf(node, 'font-family'))

/** The text of code: every line break and blank counts, and parts in blocks of their own are lines. */
export function codeText(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? ''
  if (isDropped(node)) return ''
  if (tagOf(node) === 'br') return '\n'
  const inside = [...node.childNodes].map(codeText).join('')
  return tagOf(node) !== 'pre' && isBlock(node) && !inside.endsWith('\n') ? `${inside}\n` : inside
}

/** Signs that Markdown would take for its own, where they stand so that it would. */
export const escapeText = (text: string) =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/~~/g, '\\~~')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/\[(?=[^\]\n]{0,300}\][([])/g, '\\[')
    .replace(/<(?=[a-z/!?])/gi, '\\<')

/** Signs at the start of a line. Dashes and numbers of lists stay: who wrote them meant a list. */
export const escapeLine = (line: string) => line.replace(/^(?:#{1,6}(?=\s|$)|>|:::|\|)/, '\\$&').replace(/^[·•▪◦‣●○■]\s*(?=\S)/, '- ')
