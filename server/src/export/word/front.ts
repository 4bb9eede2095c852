import type { ExportNode } from '../export.nodes.ts'
import { placeOfNode } from './blocks/links.ts'
import { runXml } from './blocks/look.ts'
import { escapeXml, fieldXml } from './package/xml.ts'
import { SHEET } from './sheet.ts'
import type { WordWords } from './word.words.ts'

/** Lines of contents that a reader may want; where the tree is larger only its upper levels are listed. */
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

/** The table of contents: a field that Word fills, with the titles in it from the start. */
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

/** A single page has neither a title page nor contents: it is its own title. */
export const isSingle = (nodes: ExportNode[]) => nodes.length === 1 && nodes[0]!.kind === 'page'

export function frontXml({ title, description, nodes, words }: Front): string {
  if (isSingle(nodes)) return ''
  const lines = description.split(/\r?\n/).filter((line) => line.trim() !== '')
  const titlePage = styled('Title', runXml(title)) + lines.map((line) => styled('Subtitle', runXml(line))).join('')
  return titlePage + (nodes.length > 0 ? pageBreak + contents(nodes, words) : '')
}

/** A catalog or page of the tree. Word counts the headings by itself, so a single one says that it has no number. */
export function nodeXml({ kind, id, title, level }: ExportNode, bookmark: number, isFirst: boolean, isAlone: boolean): string {
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

export const sectionXml = (hasFront: boolean) =>
  '<w:sectPr><w:headerReference w:type="default" r:id="part-header"/><w:footerReference w:type="default" r:id="part-footer"/>' +
  `<w:pgSz w:w="${SHEET.width}" w:h="${SHEET.height}"/><w:pgMar w:top="${SHEET.top}" w:right="${SHEET.side}" w:bottom="${SHEET.top}" w:left="${SHEET.side}" ` +
  `w:header="720" w:footer="720" w:gutter="0"/>${hasFront ? '<w:titlePg/>' : ''}</w:sectPr>`
