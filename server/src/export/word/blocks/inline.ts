import { mathRun } from '../math/math.ts'
import { escapeXml, fieldXml } from '../package/xml.ts'
import type { Page } from '../page.ts'
import { type Element, type Node, type Picture, TEXT_HEIGHT, TEXT_WIDTH, type TextStyle } from '../types.ts'
import { addressXml, runLink } from './links.ts'
import { runXml, textStyleOf } from './text-style.ts'
import { isElement, textOf } from './tree.ts'

/** English metric units, 914,400 to the inch. */
const PER_TWIP = 635
const PER_PIXEL = 9525
const graphic = 'http://schemas.openxmlformats.org/drawingml/2006/picture'

/** A width or height attribute in pixels; a percentage is relative to `whole`. */
function lengthOf(written: string | undefined, whole: number): number | undefined {
  const [, value = '', unit] = /^(\d{1,5}(?:\.\d{1,3})?)(px|%)?$/.exec(written?.trim() ?? '') ?? []
  const length = Number(value)
  if (!length) return undefined
  return unit === '%' ? (Math.min(length, 100) * whole) / 100 : length
}

/** The size in English metric units: the size from the attributes or the natural size, reduced to the available space. */
function sizeOf(picture: Picture, attribs: Element['attribs'], width: number): [number, number] {
  const available = [(width * PER_TWIP) / PER_PIXEL, (TEXT_HEIGHT * PER_TWIP * 0.9) / PER_PIXEL] as const
  const [wide, high] = [lengthOf(attribs['width'], available[0]), lengthOf(attribs['height'], picture.height)]
  const ratio = picture.width / picture.height
  const desired = [wide ?? (high ? high * ratio : picture.width), high ?? (wide ? wide / ratio : picture.height)] as const
  const scale = Math.min(1, available[0] / desired[0], available[1] / desired[1])
  const units = (length: number) => Math.max(1, Math.round(length * scale * PER_PIXEL))
  return [units(desired[0]), units(desired[1])]
}

/** A picture in a line of text. */
export function drawingXml(page: Page, picture: Picture, attribs: Element['attribs'], width: number): string {
  const [cx, cy] = sizeOf(picture, attribs, width)
  const id = page.book.next('drawing')
  const about = `id="${id}" name="${id}" descr="${escapeXml(attribs['alt'] ?? '')}"`
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${about}/>` +
    `<a:graphic><a:graphicData uri="${graphic}"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${id}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${picture.relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>` +
    `<a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>` +
    '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  )
}

/** Alternative text for a picture of another site, and for a missing or broken picture. */
function altText(page: Page, { attribs }: Element, look: TextStyle): string {
  const words = `[${attribs['alt']?.trim() || page.book.words.picture}]`
  const quiet = { ...look, color: '667085' }
  const src = attribs['src'] ?? ''
  return src.startsWith('data:') ? runXml(words, quiet) : addressXml(page, src, words, quiet)
}

const mark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>'
const raised = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'

/** Writes a footnote to the footnotes part. */
function addNote(page: Page, id: number, number: number) {
  const note = page.notes.get(id)!
  const lead = { numbering: '', hanging: false, runs: mark, used: false }
  const inNote = { ...page, inNote: true }
  const place = { width: 9000, indent: 0, listDepth: 0, tableDepth: 9, style: 'FootnoteText', lead }
  const xml = page.blocks(inNote, note.children, place)
  page.book.notes.add(`<w:footnote w:id="${number}">${xml || `<w:p>${mark}</w:p>`}</w:footnote>`)
}

/** The mark of a footnote. The first reference writes the footnote; later ones refer to it. */
function referenceXml(page: Page, id: number): string {
  const known = page.written.get(id)
  if (page.inNote || !page.notes.has(id)) return runXml(`[${id + 1}]`, { raised: 'superscript' })
  if (known !== undefined) return fieldXml(`NOTEREF _note${known} \\h`, String(known), raised)
  const number = page.book.next('note')
  page.written.set(id, number)
  addNote(page, id, number)
  const bookmark = page.book.next('bookmark')
  return (
    `<w:bookmarkStart w:id="${bookmark}" w:name="_note${number}"/>` +
    `<w:r>${raised}<w:footnoteReference w:id="${number}"/></w:r><w:bookmarkEnd w:id="${bookmark}"/>`
  )
}

const INLINE_DEPTH_MAX = 60

/** A clickable checkbox. Its symbols are in a font that comes with Windows. */
function checkbox(checked: boolean): string {
  const sign = checked ? '☑' : '☐'
  return (
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/><w14:checkedState w14:val="2611" w14:font="Segoe UI Symbol"/>` +
    '<w14:uncheckedState w14:val="2610" w14:font="Segoe UI Symbol"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:rPr>' +
    '<w:rFonts w:ascii="Segoe UI Symbol" w:hAnsi="Segoe UI Symbol" w:eastAsia="Segoe UI Symbol" w:cs="Segoe UI Symbol"/></w:rPr>' +
    `<w:t>${sign}</w:t></w:r></w:sdtContent></w:sdt>`
  )
}

/** Writes inline content. White space collapses as in browsers: to one space, and to none at the start of a line. */
class Line {
  private readonly page: Page
  private readonly width: number
  private isLineStart = true
  private depth = 0

  constructor(page: Page, width: number) {
    this.page = page
    this.width = width
  }

  write(nodes: Node[], look: TextStyle): string {
    if (this.depth > INLINE_DEPTH_MAX) return this.text(textOf(nodes), look)
    this.depth++
    let out = ''
    for (const node of nodes) out += isElement(node) ? this.element(node, look) : this.text(node, look)
    this.depth--
    return out
  }

  private text(text: string, look: TextStyle): string {
    const kept = text.replace(/[ \t\r\n]+/g, ' ')
    const shown = this.isLineStart ? kept.replace(/^ /, '') : kept
    if (shown === '') return ''
    this.isLineStart = shown.endsWith(' ')
    return runXml(shown, look)
  }

  private element(element: Element, look: TextStyle): string {
    const { page } = this
    const part = page.parts.get(element)
    if (part || element.name === 'img' || element.name === 'input') this.isLineStart = false
    if (part?.kind === 'math') return mathRun(page, part.tex, part.display)
    if (part?.kind === 'reference') return referenceXml(page, part.id)
    if (element.name === 'br') {
      this.isLineStart = true
      return '<w:r><w:br/></w:r>'
    }
    if (element.name === 'img') return this.image(element, look)
    if (element.name === 'input') return element.attribs['type'] === 'checkbox' ? checkbox('checked' in element.attribs) : ''
    if (element.name === 'a') return runLink(page, element, look, (inside) => this.write(element.children, inside))
    return this.write(element.children, textStyleOf(element, look))
  }

  private image(element: Element, look: TextStyle): string {
    const picture = this.page.inNote ? undefined : this.page.pictures.get(element)
    if (picture) return drawingXml(this.page, picture, element.attribs, this.width)
    return altText(this.page, element, look)
  }
}

export const writeInline = (page: Page, nodes: Node[], look: TextStyle = {}, width = TEXT_WIDTH) => new Line(page, width).write(nodes, look)
