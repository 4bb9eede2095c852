import { ELEMENTS_OPEN_MAX, PageTooComplex } from '@sheaf/markdown/page-bounds'
import { Parser } from 'htmlparser2'
import type { Element, Node } from '../types.ts'

const list = (text: string) => new Set(text.trim().split(/\s+/))

const blocks = list(`p div section nav figure figcaption center address article aside header footer main h1 h2 h3 h4 h5 h6 ul ol li dl dt dd
  table caption colgroup col thead tbody tfoot tr th td pre blockquote details summary hr form fieldset`)

/** Elements that are removed with their content, as in the sanitiser. */
const dropped = list(`script style textarea option select xmp title iframe noembed noframes noscript plaintext template svg math button
  head object embed applet canvas map`)

export const isElement = (node: Node): node is Element => typeof node !== 'string'
export const isBlock = (node: Node): node is Element => isElement(node) && (node.holdsBlocks || blocks.has(node.name))

/** Whether an `x-…` element is a block. */
const isOwnBlock = (name: string, attribs: Record<string, string>) => name.startsWith('x-') && attribs['block'] === ''

/**
 * Parses unsanitised HTML. Writers of the tree must therefore write known elements only. MathML is parsed as XML. Throws
 * PageTooComplex when elements are nested too deeply.
 */
export function readTree(html: string, isXml = false): { nodes: Node[]; all: Element[] } {
  const root: Element = { name: '', attribs: {}, children: [], holdsBlocks: true }
  const open = [root]
  const all: Element[] = []
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        if (open.length > ELEMENTS_OPEN_MAX) throw new PageTooComplex('depth')
        const element: Element = { name, attribs, children: [], holdsBlocks: isOwnBlock(name, attribs) }
        if (blocks.has(name) || element.holdsBlocks)
          for (let at = open.length - 1; at >= 0 && !open[at]!.holdsBlocks; at--) open[at]!.holdsBlocks = true
        if (isXml || !dropped.has(name)) open.at(-1)!.children.push(element)
        open.push(element)
        all.push(element)
      },
      ontext(text) {
        const { children } = open.at(-1)!
        const last = children.length - 1
        if (typeof children[last] === 'string') children[last] += text
        else children.push(text)
      },
      onclosetag() {
        if (open.length > 1) open.pop()
      },
    },
    { decodeEntities: true, xmlMode: isXml },
  )
  parser.end(html)
  return { nodes: root.children, all }
}

/** The text of these nodes, limited to about `most` characters. Works without recursion, so depth does not matter. */
export function textOf(nodes: Node[], most = 10_000): string {
  let text = ''
  const stack = [...nodes].reverse()
  while (stack.length > 0 && text.length < most) {
    const node = stack.pop()!
    if (!isElement(node)) text += node
    else if (node.name === 'br') text += '\n'
    else for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!)
  }
  return text
}
