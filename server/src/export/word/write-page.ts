import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { ExportNode } from '../export.nodes.ts'
import { writeBlocks } from './blocks/blocks.ts'
import { type PageTree, readPage, sourceTree } from './blocks/html.ts'
import { writeInline } from './blocks/inline.ts'
import { placeOfHeading, placeOfNode } from './blocks/links.ts'
import { cellBudgetFor } from './blocks/table.ts'
import { isElement } from './blocks/tree.ts'
import { SHARPNESS } from './diagram/diagram.ts'
import type { Book, Page } from './page.ts'
import { type Element, type Picture, TEXT_WIDTH } from './types.ts'

/** Longer texts are split into pieces, because the parsed form takes a hundred times the memory. */
const PIECE_CHARACTERS = 150_000
/** When a piece exceeds its size by this much, it is split even without an empty line. */
const PIECE_OVERRUN_CHARACTERS = 20_000
const MOST_DEFINITIONS = 20_000

const fence = /^ {0,3}(`{3,}|~{3,})/
const definition = /^ {0,3}\[[^\]\n]+\]:/
const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The code fence that is open after a line, '' for none. */
function fenceAfter(line: string, open: string): string {
  const marks = fence.exec(line)?.[1]
  if (!marks) return open
  if (!open) return line.trim()
  return marks.startsWith(/^[`~]+/.exec(open)![0]) && line.trim() === marks ? '' : open
}

/** The cost of a line. An embedded picture is long, but cheap to parse. */
const weightOf = (line: string) => (line.includes(';base64,') ? Math.min(line.length, 1000) : line.length + 1)

/** The lines of a text; a line longer than a piece is split at a space. */
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

/** Definitions of links and footnotes, which are repeated in every piece. */
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
 * Splits a very long text into pieces that can be parsed separately; other texts are one piece. Splits are at empty lines. Without an
 * empty line, the header of a table or the fence of code is repeated.
 */
export function* pieces(markdown: string): Generator<string> {
  if (markdown.length <= PIECE_CHARACTERS) return yield markdown
  const lines = [...linesOf(markdown)]
  const definitions = definitionsIn(lines)
  let [pieceLines, size, open, head]: [string[], number, string, string[]] = [[], 0, '', []]
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '') head = []
    else if (!open && delimiterRow.test(line) && line.includes('|')) head = [lines[n - 1] ?? '', line]
    const canSplit = line.trim() === '' && !open
    if ((size > PIECE_CHARACTERS && canSplit) || (size > 0 && size + weightOf(line) > PIECE_CHARACTERS + PIECE_OVERRUN_CHARACTERS)) {
      const [closing] = /^[`~]*/.exec(open)!
      yield [...pieceLines, ...(closing ? [closing] : [])].join('\n') + definitions
      pieceLines = open ? [open] : [...head]
      size = 0
    }
    pieceLines.push(line)
    size += weightOf(line)
    open = fenceAfter(line, open)
  }
  yield pieceLines.join('\n') + definitions
}

/** Loads all pictures and draws all diagrams, so that the page itself is written synchronously. */
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

/** Bookmark names of the headings. A first heading that repeats the page title is not written; its links lead to the page. */
function anchorsOf(node: ExportNode, { headings, nodes }: PageTree, piece: number): Map<string, string> {
  const anchors = new Map(headings.map(({ id }) => [id, placeOfHeading(node.id, piece ? `${piece} ${id}` : id)]))
  const start = nodes.find((child) => isElement(child) || child.trim() !== '')
  const [first] = headings
  const repeats = piece === 0 && first && isElement(start!) && start.attribs['id'] === first.id && first.text.trim() === node.title.trim()
  if (repeats) anchors.set(first.id, placeOfNode('page', node.id))
  return anchors
}

/** The text of a page as WordprocessingML paragraphs and tables, in pieces if it is very long. */
export async function* pageXml(node: ExportNode, markdown: string, book: Book): AsyncGenerator<string> {
  let top: number | undefined
  let piece = 0
  const write = async (text: string, tree: PageTree) => {
    const anchors = anchorsOf(node, tree, piece)
    const headings = tree.headings.filter(({ id }) => anchors.get(id) !== placeOfNode('page', node.id))
    // Heading levels in all pieces are relative to the smallest level in the first piece with headings.
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
      cellBudget: cellBudgetFor(text),
      inNote: false,
      depth: 0,
      blocks: writeBlocks,
      inline: writeInline,
    }
    return writeBlocks(page, tree.nodes, { width: TEXT_WIDTH, indent: 0, listDepth: 0, tableDepth: 0 })
  }
  for (const text of pieces(markdown)) {
    yield await write(text, await readPage(text, book.language)).catch((error) => {
      if (!(error instanceof PageTooComplex)) throw error
      return write(text, sourceTree(text))
    })
    piece++
  }
}
