import { createReadStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inLanguage, type Language } from '@sheaf/contract/languages'
import { loadMathMl } from '@sheaf/markdown/mathml'
import { pageReader, type Site } from '../../../runtime/item-links.ts'
import type { ZipFile } from '../../../zip/write.ts'
import type { ExportNode } from '../../export.nodes.ts'
import { placeOfNode } from '../blocks/links.ts'
import { runXml } from '../blocks/text-style.ts'
import { diagrams } from '../diagram/diagrams.ts'
import type { Book } from '../page.ts'
import { type FileBytes, SHEET } from '../types.ts'
import { docxWords, type WordWords } from '../word.words.ts'
import { pageXml } from '../write-page.ts'
import { Media } from './media.ts'
import { Numbering } from './numbering.ts'
import * as parts from './parts.ts'
import { stylesXml } from './parts.ts'
import { Relations, Spool } from './relations.ts'
import { escapeXml, fieldXml, namespaces, XML } from './xml.ts'

/** Maximum number of lines in the table of contents; for a larger tree only the upper levels are listed. */
const MOST_LINES = 2000
const CONTENTS_LEVELS_MAX = 4

const styled = (style: string, inside: string, properties = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${inside}</w:p>`
const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
const separate = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

function depthOf(nodes: ExportNode[]): number {
  const deepest = nodes.reduce((most, { level }) => Math.max(most, level), 1)
  for (let depth = Math.min(deepest, CONTENTS_LEVELS_MAX); depth > 0; depth--)
    if (nodes.filter(({ level }) => level <= depth).length <= MOST_LINES) return depth
  return 1
}

const entry = ({ kind, id, title, number }: ExportNode) =>
  `<w:hyperlink w:anchor="${placeOfNode(kind, id)}" w:history="1">${runXml(`${number} ${title}`)}<w:r><w:tab/></w:r>` +
  `${fieldXml(`PAGEREF ${placeOfNode(kind, id)} \\h`, '')}</w:hyperlink>`

/** The table of contents: a field that Word updates, already filled with the titles. */
function contents(nodes: ExportNode[], words: WordWords): string {
  const depth = depthOf(nodes)
  const lines = nodes.filter(({ level }) => level <= depth)
  const field = `${begin}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-${depth}" \\h \\z </w:instrText></w:r>${separate}`
  const isLong = lines.length > MOST_LINES
  const listed = isLong
    ? styled('TOC1', `${field}${runXml(words.updateContents)}`)
    : lines.map((node, n) => styled(`TOC${node.level}`, (n === 0 ? field : '') + entry(node))).join('')
  return (
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>' +
    `${styled('TOCHeading', runXml(words.contents))}${listed}<w:p>${end}</w:p></w:sdtContent></w:sdt>${pageBreak}`
  )
}

interface Front {
  title: string
  description: string
  nodes: ExportNode[]
  words: WordWords
}

/** Whether the export is a single page, which has neither a title page nor a table of contents. */
const isSingle = (nodes: ExportNode[]) => nodes.length === 1 && nodes[0]!.kind === 'page'

function frontXml({ title, description, nodes, words }: Front): string {
  if (isSingle(nodes)) return ''
  const lines = description.split(/\r?\n/).filter((line) => line.trim() !== '')
  const titlePage = styled('Title', runXml(title)) + lines.map((line) => styled('Subtitle', runXml(line))).join('')
  return titlePage + (nodes.length > 0 ? pageBreak + contents(nodes, words) : '')
}

/** The heading of a catalog or a page. Word numbers headings automatically, so the heading of a single page disables its number. */
function nodeXml({ kind, id, title, level }: ExportNode, bookmark: number, isFirst: boolean, isAlone: boolean): string {
  const depth = Math.min(level, 9)
  const starts = kind === 'catalog' && level === 1 && !isFirst ? '<w:pageBreakBefore/>' : ''
  const number = isAlone ? '<w:numPr><w:numId w:val="0"/></w:numPr>' : ''
  const name = placeOfNode(kind, id)
  return styled(
    `Heading${depth}`,
    `<w:bookmarkStart w:id="${bookmark}" w:name="${escapeXml(name)}"/>${runXml(title)}<w:bookmarkEnd w:id="${bookmark}"/>`,
    starts + number,
  )
}

const sectionXml = (hasFront: boolean) =>
  '<w:sectPr><w:headerReference w:type="default" r:id="part-header"/><w:footerReference w:type="default" r:id="part-footer"/>' +
  `<w:pgSz w:w="${SHEET.width}" w:h="${SHEET.height}"/><w:pgMar w:top="${SHEET.top}" w:right="${SHEET.side}" w:bottom="${SHEET.top}" w:left="${SHEET.side}" ` +
  `w:header="720" w:footer="720" w:gutter="0"/>${hasFront ? '<w:titlePg/>' : ''}</w:sectPr>`

export interface DocumentTask {
  item: { item_name: string; item_description: string }
  language: Language
  nodes: ExportNode[]
  site: Site
  /** Unix seconds. */
  now: number
  /** An empty folder for temporary files. */
  folder: string
}

interface DocumentInput {
  pages: () => AsyncIterable<{ id: number; markdown: string }>
  file: (url: string) => Promise<FileBytes | undefined>
  onPage: (done: number) => void
}

async function makeBook(
  { language, nodes, site, folder }: DocumentTask,
  input: DocumentInput,
  relations: Relations,
  notes: Spool,
): Promise<Book> {
  mkdirSync(join(folder, 'media'))
  const counts = { bookmark: 0, note: 0, drawing: 0 }
  return {
    language,
    words: inLanguage(docxWords, language),
    site,
    pageAt: pageReader(site),
    pages: new Set(nodes.filter(({ kind }) => kind === 'page').map(({ id }) => id)),
    numbering: new Numbering(),
    relations,
    media: new Media(join(folder, 'media'), relations, input.file),
    draw: diagrams(),
    notes,
    formula: await loadMathMl(),
    next: (kind) => ++counts[kind],
  }
}

/** The parts of the document. Everything except the text is small or in a temporary file, so memory does not grow with the document. */
export async function* documentFiles(task: DocumentTask, input: DocumentInput): AsyncGenerator<ZipFile> {
  const { item, language, nodes, folder, now: time } = task
  const single = isSingle(nodes)
  const title = single ? nodes[0]!.title : item.item_name
  const links = new Spool(join(folder, 'relations.xml'), parts.relationsBegin + parts.documentRelations)
  const notes = new Spool(join(folder, 'footnotes.xml'), parts.footnotesBegin)
  const book = await makeBook(task, input, new Relations(links), notes)
  const file = (name: string, ...text: string[]): ZipFile => ({ name, time, text })
  yield file('[Content_Types].xml', parts.contentTypesXml)
  yield file('_rels/.rels', parts.packageRelationsXml)
  yield file('docProps/core.xml', parts.coreXml(title, item.item_description, language, new Date(time * 1000)))
  yield file('docProps/app.xml', parts.appXml)
  yield file('word/styles.xml', stylesXml(language))
  yield file('word/settings.xml', parts.settingsXml(!single))
  yield file('word/fontTable.xml', parts.fontTableXml)
  yield file('word/header.xml', parts.headerXml(item.item_name))
  yield file('word/footer.xml', parts.footerXml(book.words))
  yield { name: 'word/document.xml', time, text: textOf(task, input, book) }
  yield file('word/numbering.xml', `${XML}<w:numbering ${namespaces}>`, book.numbering.xml(), '</w:numbering>')
  yield { name: 'word/footnotes.xml', time, text: notes.end(parts.footnotesEnd) }
  yield { name: 'word/_rels/document.xml.rels', time, text: links.end(parts.relationsEnd) }
  // Pictures are already compressed.
  for (const { name, ...figures } of book.media.files)
    yield { name: `word/media/${name}`, time, stored: { ...figures, bytes: createReadStream(join(folder, 'media', name)) } }
}

/** The main document part, written while it is read. */
async function* textOf({ item, nodes }: DocumentTask, input: DocumentInput, book: Book): AsyncGenerator<string> {
  const single = isSingle(nodes)
  const front = frontXml({ title: item.item_name, description: item.item_description, nodes, words: book.words })
  yield `${XML}<w:document ${namespaces}><w:body>${front}`
  const pageIterator = input.pages()[Symbol.asyncIterator]()
  let [page, done] = [await pageIterator.next(), 0]
  for (const [n, node] of nodes.entries()) {
    yield nodeXml(node, book.next('bookmark'), n === 0, single)
    // A page that was deleted in the meantime keeps its heading.
    if (node.kind !== 'page' || page.done || page.value.id !== node.id) continue
    yield* pageXml(node, page.value.markdown, book)
    input.onPage(++done)
    page = await pageIterator.next()
  }
  yield `${sectionXml(!single)}</w:body></w:document>`
}
