import { addressXml } from './blocks/links.ts'
import { runXml } from './blocks/look.ts'
import { escapeXml } from './package/xml.ts'
import type { Page } from './page.ts'
import { TEXT_HEIGHT } from './sheet.ts'
import type { Element, Look, Picture } from './types.ts'

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
export function missing(page: Page, { attribs }: Element, look: Look): string {
  const words = `[${attribs['alt']?.trim() || page.book.words.picture}]`
  const quiet = { ...look, color: '667085' }
  const src = attribs['src'] ?? ''
  return src.startsWith('data:') ? runXml(words, quiet) : addressXml(page, src, words, quiet)
}
