import { textXml } from '../package/xml.ts'
import type { Element, Look } from '../types.ts'
import { colorOf, styleOf } from './color.ts'

/** Run properties in the order the schema wants. */
export function propertiesXml(look: Look): string {
  const inside =
    (look.link ? '<w:rStyle w:val="Hyperlink"/>' : look.code ? '<w:rStyle w:val="InlineCode"/>' : '') +
    (look.bold ? '<w:b/>' : '') +
    (look.italic ? '<w:i/>' : '') +
    (look.strike ? '<w:strike/>' : '') +
    (look.color ? `<w:color w:val="${look.color}"/>` : '') +
    (look.size ? `<w:sz w:val="${look.size}"/><w:szCs w:val="${look.size}"/>` : '') +
    (look.underline ? '<w:u w:val="single"/>' : '') +
    (look.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${look.fill}"/>` : '') +
    (look.raised ? `<w:vertAlign w:val="${look.raised}"/>` : '')
  return inside && `<w:rPr>${inside}</w:rPr>`
}

export const runXml = (text: string, look: Look = {}) => (text === '' ? '' : `<w:r>${propertiesXml(look)}${textXml(text)}</w:r>`)

const tags: Record<string, Look> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  dt: { bold: true },
  summary: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { raised: 'subscript' },
  sup: { raised: 'superscript' },
  mark: { fill: 'FFF2A8' },
  small: { size: 18 },
  code: { code: true },
  kbd: { code: true },
}

/** The sizes of `<font size>`, from 1 to 7, in half points. */
const fontSizes = [21, 15, 18, 21, 24, 28, 36, 48]

function styled(attribs: Element['attribs']): Look {
  const { style } = attribs
  const look: Look = {}
  const color = colorOf(styleOf(style, 'color') ?? attribs['color'])
  const fill = colorOf(styleOf(style, 'background-color'))
  if (color) look.color = color
  if (fill) look.fill = fill
  if (/^(?:bold|bolder|[6-9]00)$/i.test(styleOf(style, 'font-weight') ?? '')) look.bold = true
  if (/^(?:italic|oblique)$/i.test(styleOf(style, 'font-style') ?? '')) look.italic = true
  if (/underline/i.test(styleOf(style, 'text-decoration') ?? '')) look.underline = true
  if (/line-through/i.test(styleOf(style, 'text-decoration') ?? '')) look.strike = true
  return look
}

/** How text looks inside an element that is itself in text of this look. */
export function lookOf({ name, attribs }: Element, around: Look): Look {
  const own = Object.hasOwn(tags, name) ? tags[name] : undefined
  const size = name === 'font' && /^[1-7]$/.test(attribs['size'] ?? '') ? { size: fontSizes[Number(attribs['size'])]! } : undefined
  if (!own && !size && !attribs['style'] && !attribs['color']) return around
  return { ...around, ...own, ...size, ...(attribs['style'] || attribs['color'] ? styled(attribs) : undefined) }
}
