import { type Attribute, BlockReader, type FoundBlock, isVoid } from './block-reader.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

const attributesOf =
  (tag: string): Attribute =>
  (name) => {
    const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    return found === undefined ? undefined : decode(found)
  }

/** Nested elements above which the sanitiser could leave some out. */
export const DEPTH_MAX = 150

/** Thrown when HTML that was not sanitised is deeper than the sanitiser allows. */
export class TooDeep extends Error {}

/**
 * The blocks of HTML that the renderer or the sanitiser wrote: `<` begins a complete tag and nothing else, and attributes contain no `>`.
 * One pass without a tree.
 */
export function readHtml(html: string, depthMax = Number.POSITIVE_INFINITY): FoundBlock<never>[] {
  const reader = new BlockReader<never>()
  let depth = 0
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) reader.text(decode(html.slice(at, end)))
    if (open < 0) break
    const stop = html.indexOf('>', open)
    if (stop < 0) break
    const tag = html.slice(open, stop + 1)
    at = stop + 1
    if (tag.startsWith('</')) {
      reader.close()
      depth--
      continue
    }
    const name = /^<([a-z\d]*)/i.exec(tag)![1]!.toLowerCase()
    const isSkipped = reader.open(name, attributesOf(tag), undefined, () => decode(html.slice(at, endOf(html, at)).replace(/<[^>]*>/g, '')))
    if (isVoid(name)) continue
    if (isSkipped) at = endOf(html, at)
    else if (++depth > depthMax) throw new TooDeep()
    // An HTML parser drops a line break at the start of a <pre>.
    if (name === 'pre' && !isSkipped && html.charCodeAt(at) === 0x0a) at++
  }
  return reader.end()
}

/** Offset after the end of the element whose content begins at `from`. */
function endOf(html: string, from: number): number {
  const tag = /<(\/?)([a-z\d]+)[^>]*>/gi
  tag.lastIndex = from
  let depth = 1
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (found[1]) depth--
    else if (!isVoid(found[2]!.toLowerCase()) && !found[0].endsWith('/>')) depth++
    if (depth === 0) return tag.lastIndex
  }
  return html.length
}
