import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { ExportNode } from '../export.nodes.ts'
import { writeBlocks } from './blocks/blocks.ts'
import { asWritten, type PageTree, readPage } from './blocks/html.ts'
import { writeInline } from './blocks/inline.ts'
import { placeOfHeading, placeOfNode } from './blocks/links.ts'
import { pieces } from './blocks/pieces.ts'
import { roomOf } from './blocks/table-cells.ts'
import { isElement } from './blocks/tree.ts'
import type { Book } from './book.ts'
import { SHARPNESS } from './diagram/diagram.ts'
import type { Page } from './page.ts'
import { TEXT_WIDTH } from './sheet.ts'
import type { Element, Picture } from './types.ts'

/** All that has to be waited for, before the page is written at one go. */
async function picturesOf({ images, parts }: PageTree, { media, draw }: Book): Promise<Map<Element, Picture>> {
  const pictures = new Map<Element, Picture>()
  const keep = (element: Element, picture: Picture | undefined) => picture && pictures.set(element, picture)
  for (const image of images) keep(image, await media.at(image.attribs['src'] ?? ''))
  for (const [element, part] of parts) {
    if (part.kind !== 'diagram') continue
    const png = await draw(part.diagram, part.source)
    if (png) keep(element, media.add(png, SHARPNESS))
  }
  return pictures
}

/** Names for the headings of a page. One at its begin that only repeats the title is not written, and stands for the page. */
function anchorsOf(node: ExportNode, { headings, nodes }: PageTree, piece: number): Map<string, string> {
  const anchors = new Map(headings.map(({ id }) => [id, placeOfHeading(node.id, piece ? `${piece} ${id}` : id)]))
  const start = nodes.find((one) => isElement(one) || one.trim() !== '')
  const [first] = headings
  const repeats = piece === 0 && first && isElement(start!) && start.attribs['id'] === first.id && first.text.trim() === node.title.trim()
  if (repeats) anchors.set(first.id, placeOfNode('page', node.id))
  return anchors
}

/** The text of one page as Word's paragraphs and tables, in pieces when it is very long. */
export async function* pageXml(node: ExportNode, markdown: string, book: Book): AsyncGenerator<string> {
  let top: number | undefined
  let piece = 0
  const write = async (text: string, tree: PageTree) => {
    const anchors = anchorsOf(node, tree, piece)
    const headings = tree.headings.filter(({ id }) => anchors.get(id) !== placeOfNode('page', node.id))
    // All pieces count from the level that the first one begins with.
    top ??= headings.length > 0 ? headings.reduce((least, { level }) => Math.min(least, level), 6) : undefined
    const page: Page = {
      book,
      page_id: node.id,
      level: Math.min(node.level, 8),
      headings,
      anchors,
      parts: tree.parts,
      pictures: await picturesOf(tree, book),
      notes: new Map([...tree.parts].flatMap(([element, part]) => (part.kind === 'note' ? [[part.id, element] as const] : []))),
      written: new Map(),
      top: top ?? 6,
      room: roomOf(text),
      inNote: false,
      depth: 0,
      blocks: writeBlocks,
      inline: writeInline,
    }
    return writeBlocks(page, tree.nodes, { width: TEXT_WIDTH, indent: 0, lists: 0, boxes: 0 })
  }
  for (const text of pieces(markdown)) {
    yield await write(text, await readPage(text, book.language)).catch((error) => {
      if (!(error instanceof PageTooComplex)) throw error
      return write(text, asWritten(text))
    })
    piece++
  }
}
