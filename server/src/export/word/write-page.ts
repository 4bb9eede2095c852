import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { ExportNode } from '../export.nodes.ts'
import { writeBlocks } from './blocks/blocks.ts'
import { asWritten, type PageTree, readPage } from './blocks/html.ts'
import { writeInline } from './blocks/inline.ts'
import { placeOfHeading, placeOfNode } from './blocks/links.ts'
import { roomOf } from './blocks/table.ts'
import { isElement } from './blocks/tree.ts'
import { SHARPNESS } from './diagram/diagram.ts'
import type { Book, Page } from './page.ts'
import { type Element, type Picture, TEXT_WIDTH } from './types.ts'

/** Longer texts are written in pieces: what the parser makes of a text is a hundred times as large. */
const PIECE_CHARACTERS = 150_000
/** Past a piece by so much, no better place is waited for. */
const PIECE_OVERRUN_CHARACTERS = 20_000
const MOST_DEFINITIONS = 20_000

const fence = /^ {0,3}(`{3,}|~{3,})/
const definition = /^ {0,3}\[[^\]\n]+\]:/
const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The fence a line leaves open, '' for none. */
function fenceAfter(line: string, open: string): string {
  const marks = fence.exec(line)?.[1]
  if (!marks) return open
  if (!open) return line.trim()
  return marks.startsWith(/^[`~]+/.exec(open)![0]) && line.trim() === marks ? '' : open
}

/** A picture in the text is long and yet nothing to the parser. */
const weightOf = (line: string) => (line.includes(';base64,') ? Math.min(line.length, 1000) : line.length + 1)

/** Lines, none of them longer than a piece. */
function* linesOf(markdown: string): Generator<string> {
  for (const line of markdown.split('\n')) {
    let from = 0
    if (weightOf(line) > PIECE_CHARACTERS)
      for (let to = line.lastIndexOf(' ', PIECE_CHARACTERS); to > from; to = line.lastIndexOf(' ', from + PIECE_CHARACTERS)) {
        yield line.slice(from, to)
        from = to + 1
        if (line.length - from < PIECE_CHARACTERS) break
      }
    yield from ? line.slice(from) : line
  }
}

/** What links and footnotes are defined by; every piece gets it. */
function definitionsIn(lines: string[]): string {
  let open = ''
  let found = ''
  for (const line of lines) {
    open = fenceAfter(line, open)
    if (!open && found.length < MOST_DEFINITIONS && definition.test(line)) found += `\n\n${line.slice(0, 500)}`
  }
  return found
}

/**
 * A text as one piece, or a very long one as several that can be read by themselves: parted at an empty line; where none comes, a
 * table gets its head once more and code its fence.
 */
export function* pieces(markdown: string): Generator<string> {
  if (markdown.length <= PIECE_CHARACTERS) return yield markdown
  const lines = [...linesOf(markdown)]
  const definitions = definitionsIn(lines)
  let [held, size, open, head]: [string[], number, string, string[]] = [[], 0, '', []]
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '') head = []
    else if (!open && delimiterRow.test(line) && line.includes('|')) head = [lines[n - 1] ?? '', line]
    const isPlace = line.trim() === '' && !open
    if ((size > PIECE_CHARACTERS && isPlace) || (size > 0 && size + weightOf(line) > PIECE_CHARACTERS + PIECE_OVERRUN_CHARACTERS)) {
      const [closing] = /^[`~]*/.exec(open)!
      yield [...held, ...(closing ? [closing] : [])].join('\n') + definitions
      held = open ? [open] : [...head]
      size = 0
    }
    held.push(line)
    size += weightOf(line)
    open = fenceAfter(line, open)
  }
  yield held.join('\n') + definitions
}

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
