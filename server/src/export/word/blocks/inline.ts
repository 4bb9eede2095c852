import { mathRun } from '../math/math.ts'
import { escapeXml, fieldXml } from '../package/xml.ts'
import type { Page } from '../page.ts'
import { type Element, type Look, type Node, type Picture, TEXT_HEIGHT, TEXT_WIDTH } from '../types.ts'
import { addressXml, runLink } from './links.ts'
import { lookOf, runXml } from './look.ts'
import { isElement, textOf } from './tree.ts'

/** English metric units, 914,400 to the inch. */
const PER_TWIP = 635
const PER_PIXEL = 9525
const graphic = 'http://schemas.openxmlformats.org/drawingml/2006/picture'

/** A length as authors write it, in pixels; of `whole` when it is a share. */
function lengthOf(written: string | undefined, whole: number): number | undefined {
  const [, value = '', unit] = /^(\d{1,5}(?:\.\d{1,3})?)(px|%)?$/.exec(written?.trim() ?? '') ?? []
  const length = Number(value)
  if (!length) return undefined
  return unit === '%' ? (Math.min(length, 100) * whole) / 100 : length
}

/** The size on paper: as the author wants it, else as it is, and never larger than there is room. */
function sizeOf(picture: Picture, attribs: Element['attribs'], width: number): [number, number] {
  const room = [(width * PER_TWIP) / PER_PIXEL, (TEXT_HEIGHT * PER_TWIP * 0.9) / PER_PIXEL] as const
  const [wide, high] = [lengthOf(attribs['width'], room[0]), lengthOf(attribs['height'], picture.height)]
  const ratio = picture.width / picture.height
  const wished = [wide ?? (high ? high * ratio : picture.width), high ?? (wide ? wide / ratio : picture.height)] as const
  const scale = Math.min(1, room[0] / wished[0], room[1] / wished[1])
  const units = (length: number) => Math.max(1, Math.round(length * scale * PER_PIXEL))
  return [units(wished[0]), units(wished[1])]
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

/** In place of a picture that is not ours, not there or broken: what its author wrote for those who do not see it. */
function missing(page: Page, { attribs }: Element, look: Look): string {
  const words = `[${attribs['alt']?.trim() || page.book.words.picture}]`
  const quiet = { ...look, color: '667085' }
  const src = attribs['src'] ?? ''
  return src.startsWith('data:') ? runXml(words, quiet) : addressXml(page, src, words, quiet)
}

const mark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>'
const raised = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'

/** Writes a footnote beside the text. */
function addNote(page: Page, id: number, number: number) {
  const note = page.notes.get(id)!
  const lead = { numbering: '', hanging: false, runs: mark, used: false }
  const inNote = { ...page, inNote: true }
  const place = { width: 9000, indent: 0, lists: 0, boxes: 9, style: 'FootnoteText', lead }
  const xml = page.blocks(inNote, note.children, place)
  page.book.notes.add(`<w:footnote w:id="${number}">${xml || `<w:p>${mark}</w:p>`}</w:footnote>`)
}

/** The mark of a footnote; one that was named before is only pointed to. */
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

/** A clickable box; the signs are in a font that every system has. */
function checkbox(checked: boolean): string {
  const sign = checked ? '☑' : '☐'
  return (
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/><w14:checkedState w14:val="2611" w14:font="Segoe UI Symbol"/>` +
    '<w14:uncheckedState w14:val="2610" w14:font="Segoe UI Symbol"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:rPr>' +
    '<w:rFonts w:ascii="Segoe UI Symbol" w:hAnsi="Segoe UI Symbol" w:eastAsia="Segoe UI Symbol" w:cs="Segoe UI Symbol"/></w:rPr>' +
    `<w:t>${sign}</w:t></w:r></w:sdtContent></w:sdt>`
  )
}

/** Writes what stands on a line. White space is as in browsers: one space, none where a line begins. */
class Line {
  private readonly page: Page
  private readonly width: number
  private begins = true
  private depth = 0

  constructor(page: Page, width: number) {
    this.page = page
    this.width = width
  }

  write(nodes: Node[], look: Look): string {
    if (this.depth > INLINE_DEPTH_MAX) return this.text(textOf(nodes), look)
    this.depth++
    let out = ''
    for (const node of nodes) out += isElement(node) ? this.element(node, look) : this.text(node, look)
    this.depth--
    return out
  }

  private text(text: string, look: Look): string {
    const kept = text.replace(/[ \t\r\n]+/g, ' ')
    const shown = this.begins ? kept.replace(/^ /, '') : kept
    if (shown === '') return ''
    this.begins = shown.endsWith(' ')
    return runXml(shown, look)
  }

  private element(element: Element, look: Look): string {
    const { page } = this
    const part = page.parts.get(element)
    if (part || element.name === 'img' || element.name === 'input') this.begins = false
    if (part?.kind === 'math') return mathRun(page, part.tex, part.display)
    if (part?.kind === 'reference') return referenceXml(page, part.id)
    if (element.name === 'br') {
      this.begins = true
      return '<w:r><w:br/></w:r>'
    }
    if (element.name === 'img') return this.image(element, look)
    if (element.name === 'input') return element.attribs['type'] === 'checkbox' ? checkbox('checked' in element.attribs) : ''
    if (element.name === 'a') return runLink(page, element, look, (inside) => this.write(element.children, inside))
    return this.write(element.children, lookOf(element, look))
  }

  private image(element: Element, look: Look): string {
    const picture = this.page.inNote ? undefined : this.page.pictures.get(element)
    if (picture) return drawingXml(this.page, picture, element.attribs, this.width)
    return missing(this.page, element, look)
  }
}

export const writeInline = (page: Page, nodes: Node[], look: Look = {}, width = TEXT_WIDTH) => new Line(page, width).write(nodes, look)
