import { textXml } from '../package/xml.ts'
import type { Element, TextStyle } from '../types.ts'

const names: Record<string, string> = {
  black: '000000',
  white: 'FFFFFF',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  orange: 'FFA500',
  purple: '800080',
  gray: '808080',
  grey: '808080',
  silver: 'C0C0C0',
  brown: 'A52A2A',
  pink: 'FFC0CB',
  cyan: '00FFFF',
  aqua: '00FFFF',
  magenta: 'FF00FF',
  fuchsia: 'FF00FF',
  lime: '00FF00',
  navy: '000080',
  teal: '008080',
  olive: '808000',
  maroon: '800000',
  gold: 'FFD700',
  crimson: 'DC143C',
  tomato: 'FF6347',
  darkred: '8B0000',
  darkgreen: '006400',
  darkblue: '00008B',
  darkorange: 'FF8C00',
  lightgray: 'D3D3D3',
  lightgrey: 'D3D3D3',
  dodgerblue: '1E90FF',
  royalblue: '4169E1',
  skyblue: '87CEEB',
  violet: 'EE82EE',
  indigo: '4B0082',
}

const hex = (part: string) => Math.min(255, Number(part)).toString(16).padStart(2, '0')

/** A CSS colour as RRGGBB; undefined for unknown and invalid colours. */
export function colorOf(css: string | undefined): string | undefined {
  const value = css?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(names, value)) return names[value]
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value)
  if (short)
    return short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')
      .toUpperCase()
  const long = /^#([\da-f]{6})/.exec(value)
  if (long) return long[1]!.toUpperCase()
  const parts = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(value)
  return parts ? parts.slice(1).map(hex).join('').toUpperCase() : undefined
}

/** The value of a declaration in a style attribute; undefined if it is missing. */
export function styleOf(style: string | undefined, name: string): string | undefined {
  if (!style || style.length > 1000) return undefined
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === name) return declaration.slice(colon + 1).trim()
  }
  return undefined
}

/** Run properties, in the order of the schema. */
export function propertiesXml(look: TextStyle): string {
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

export const runXml = (text: string, look: TextStyle = {}) => (text === '' ? '' : `<w:r>${propertiesXml(look)}${textXml(text)}</w:r>`)

const tags: Record<string, TextStyle> = {
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

function styled(attribs: Element['attribs']): TextStyle {
  const { style } = attribs
  const look: TextStyle = {}
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

/** The formatting of text in an element, which inherits the formatting `around` it. */
export function textStyleOf({ name, attribs }: Element, around: TextStyle): TextStyle {
  const own = Object.hasOwn(tags, name) ? tags[name] : undefined
  const size = name === 'font' && /^[1-7]$/.test(attribs['size'] ?? '') ? { size: fontSizes[Number(attribs['size'])]! } : undefined
  if (!own && !size && !attribs['style'] && !attribs['color']) return around
  return { ...around, ...own, ...size, ...(attribs['style'] || attribs['color'] ? styled(attribs) : undefined) }
}
