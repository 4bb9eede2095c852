import type { StoredStyle } from '@sheaf/contract/sheet'

const hex = (colour: unknown): string | undefined => {
  if (typeof colour !== 'string') return undefined
  const [, three] = /^#([0-9a-f]{3})$/i.exec(colour) ?? []
  if (three) return `FF${[...three].map((sign) => sign + sign).join('')}`.toUpperCase()
  const [, six] = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(colour) ?? []
  if (six) return `FF${six}`.toUpperCase()
  const [, ...parts] = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(colour) ?? []
  if (parts.length < 3) return undefined
  return `FF${parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

const attribute = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const colour = (found: unknown) => (hex(found) ? `<color rgb="${hex(found)}"/>` : '')

const fontOf = ({ font, color, underline, strike }: StoredStyle) => {
  const size = Number(font?.size) > 0 ? Math.min(400, Number(font?.size)) : 10
  const name = typeof font?.name === 'string' && font.name !== '' ? font.name.slice(0, 60) : 'Arial'
  return `<font>${font?.bold === true ? '<b/>' : ''}${font?.italic === true ? '<i/>' : ''}${strike === true ? '<strike/>' : ''}${underline === true ? '<u/>' : ''}<sz val="${size}"/>${colour(color)}<name val="${attribute(name)}"/></font>`
}

const fillOf = ({ bgcolor }: StoredStyle) =>
  hex(bgcolor)
    ? `<fill><patternFill patternType="solid"><fgColor rgb="${hex(bgcolor)}"/><bgColor indexed="64"/></patternFill></fill>`
    : '<fill><patternFill patternType="none"/></fill>'

const lines = ['thin', 'medium', 'thick', 'dashed', 'dotted', 'double']

const borderOf = ({ border }: StoredStyle) => {
  const edges = (['left', 'right', 'top', 'bottom'] as const).map((side) => {
    const [name, ink] = Array.isArray(border?.[side]) ? (border[side] as unknown[]) : []
    if (typeof name !== 'string') return `<${side}/>`
    return `<${side} style="${lines.includes(name) ? name : 'thin'}">${colour(ink) || '<color auto="1"/>'}</${side}>`
  })
  return `<border>${edges.join('')}<diagonal/></border>`
}

const alignmentOf = ({ align, valign, textwrap }: StoredStyle) => {
  const horizontal = ['left', 'center', 'right'].includes(align as string) ? ` horizontal="${align}"` : ''
  const vertical = valign === 'top' ? ' vertical="top"' : valign === 'bottom' ? '' : ' vertical="center"'
  return `<alignment${horizontal}${vertical}${textwrap === true ? ' wrapText="1"' : ''}/>`
}

/** A list without duplicates that returns the index of each text. */
function uniqueList(...first: string[]) {
  const numbers = new Map(first.map((text, at) => [text, at]))
  return {
    numberOf(text: string) {
      if (!numbers.has(text)) numbers.set(text, numbers.size)
      return numbers.get(text) as number
    },
    all: () => [...numbers.keys()],
  }
}

/** Collects the styles of all sheets with the indexes that cells refer to; index 0 is a cell without formatting. */
export function styleSheet() {
  const fonts = uniqueList(fontOf({}))
  // Excel reserves the first two fills.
  const fills = uniqueList(fillOf({}), '<fill><patternFill patternType="gray125"/></fill>')
  const borders = uniqueList(borderOf({}))
  const formats = uniqueList()
  const looks = uniqueList(`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${alignmentOf({})}</xf>`)
  const formatOf = (pattern: string | undefined) =>
    !pattern || pattern === 'General' ? 0 : pattern === '@' ? 49 : 164 + formats.numberOf(pattern)
  return {
    numberOf(style: StoredStyle, pattern: string | undefined) {
      const ids = `numFmtId="${formatOf(pattern)}" fontId="${fonts.numberOf(fontOf(style))}" fillId="${fills.numberOf(fillOf(style))}" borderId="${borders.numberOf(borderOf(style))}" xfId="0"`
      const applied =
        ids === 'numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"'
          ? ''
          : ' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"'
      return looks.numberOf(`<xf ${ids}${applied} applyAlignment="1">${alignmentOf(style)}</xf>`)
    },
    part(head: string, main: string) {
      const list = (name: string, items: string[]) =>
        items.length > 0 ? `<${name} count="${items.length}">${items.join('')}</${name}>` : ''
      const patterns = formats.all().map((pattern, at) => `<numFmt numFmtId="${164 + at}" formatCode="${attribute(pattern)}"/>`)
      return `${head}<styleSheet xmlns="${main}">${list('numFmts', patterns)}${list('fonts', fonts.all())}${list('fills', fills.all())}${list('borders', borders.all())}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list('cellXfs', looks.all())}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
    },
  }
}
