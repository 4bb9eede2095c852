import type { StoredStyle } from '@sheaf/contract/sheet'

/** The colours that old files refer to by index, starting at 8. */
const palette =
  '000000ffffffff000000ff000000ffffff00ff00ff00ffff800000008000000080808000800080008080c0c0c08080809999ff993366ffffccccffff660066ff80800066ccccccff000080ff00ffffff0000ffff80008080000000800000ff00ccffccffffccffccffff9999ccffff99cccc99ffffcc993366ff33cccc99cc00ffcc00ff9900ff6600666699969696003366339966003300333300993300993366333399333333'

const indexed = (at: number) => (at >= 8 && at < 64 ? palette.slice((at - 8) * 6, (at - 8) * 6 + 6) : undefined)

/** In the index order of styles. The theme lists the two pairs of light and dark in reverse. */
const order = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink']

function themeColours(xml: string | undefined): string[] {
  return order.map((name) => {
    const [, body = ''] = new RegExp(`<a:${name}>([\\s\\S]{0,200}?)</a:${name}>`).exec(xml ?? '') ?? []
    return (/(?:lastClr|srgbClr val)="([0-9a-f]{6})"/i.exec(body)?.[1] ?? (name.startsWith('lt') ? 'ffffff' : '000000')).toLowerCase()
  })
}

function tinted(hex: string, tint: number) {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    const moved = tint < 0 ? value * (1 + tint) : value + (255 - value) * tint
    return Math.round(Math.min(255, Math.max(0, moved)))
      .toString(16)
      .padStart(2, '0')
  }
  return channel(0) + channel(2) + channel(4)
}

/** `<color rgb="FF1F7A5C"/>`, `theme="4" tint="0.4"` or `indexed="10"` as `#rrggbb`. */
function colourOf(attributes: string | undefined, theme: string[]): string | undefined {
  const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes ?? '')?.[1]
  const rgb = value('rgb')
  const found =
    rgb?.length === 8
      ? rgb.slice(2)
      : value('theme') !== undefined
        ? theme[Number(value('theme'))]
        : indexed(Number(value('indexed') ?? -1))
  if (!found || !/^[0-9a-f]{6}$/i.test(found)) return undefined
  return `#${tinted(found.toLowerCase(), Number(value('tint')) || 0)}`
}

interface Block {
  attributes: string
  body: string
}

/** The elements of this name, which must not be nested. Stops at an element that is not closed. */
function blocks(xml: string, name: string): Block[] {
  const found: Block[] = []
  const begin = new RegExp(`<(\\w+:)?${name}(?=[\\s/>])`, 'g')
  for (let match = begin.exec(xml); match; match = begin.exec(xml)) {
    const open = xml.indexOf('>', match.index)
    if (open < 0) break
    const attributes = xml.slice(match.index + match[0].length, open)
    if (attributes.endsWith('/')) {
      found.push({ attributes, body: '' })
      continue
    }
    const end = `</${match[1] ?? ''}${name}>`
    const close = xml.indexOf(end, open)
    if (close < 0) break
    found.push({ attributes, body: xml.slice(open + 1, close) })
    begin.lastIndex = close + end.length
  }
  return found
}

const first = (xml: string, name: string) => blocks(xml, name)[0]
const value = (attributes: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
const on = (body: string, name: string) => {
  const found = first(body, name)
  return found !== undefined && !/^(0|false|none)$/.test(value(found.attributes, 'val') ?? '1')
}

function fontOf({ body }: Block, theme: string[]): StoredStyle {
  const size = Number(value(first(body, 'sz')?.attributes ?? '', 'val'))
  const name = value((first(body, 'name') ?? first(body, 'rFont'))?.attributes ?? '', 'val')
  const color = colourOf(first(body, 'color')?.attributes, theme)
  const font = {
    ...(name && !/^(calibri|等线|宋体|arial|aptos narrow)$/i.test(name) ? { name } : {}),
    // 11 is the default size in Excel, as 10 is in Sheaf.
    ...(size > 0 && size !== 11 && size !== 10 && size !== 12 ? { size } : {}),
    ...(on(body, 'b') ? { bold: true } : {}),
    ...(on(body, 'i') ? { italic: true } : {}),
  }
  return {
    ...(color && color !== '#000000' ? { color } : {}),
    ...(Object.keys(font).length > 0 ? { font } : {}),
    ...(on(body, 'u') ? { underline: true } : {}),
    ...(on(body, 'strike') ? { strike: true } : {}),
  }
}

function fillOf({ body }: Block, theme: string[]): StoredStyle {
  const pattern = first(body, 'patternFill')
  if (value(pattern?.attributes ?? '', 'patternType') !== 'solid') return {}
  const bgcolor = colourOf(first(pattern?.body ?? '', 'fgColor')?.attributes, theme)
  return bgcolor ? { bgcolor } : {}
}

const lines = new Map([
  ['hair', 'dotted'],
  ['mediumDashed', 'dashed'],
  ['dashDot', 'dashed'],
  ['dashDotDot', 'dotted'],
  ['slantDashDot', 'dashed'],
])
const plainLines = ['thin', 'medium', 'thick', 'dashed', 'dotted', 'double']

function borderOf({ body }: Block, theme: string[]): StoredStyle {
  const edges = ['top', 'right', 'bottom', 'left'].flatMap((side) => {
    const edge = first(body, side)
    const style = value(edge?.attributes ?? '', 'style')
    if (!edge || !style || style === 'none') return []
    const name = plainLines.includes(style) ? style : (lines.get(style) ?? 'thin')
    return [[side, [name, colourOf(first(edge.body, 'color')?.attributes, theme) ?? '#000000']]]
  })
  return edges.length > 0 ? { border: Object.fromEntries(edges) } : {}
}

function alignmentOf(body: string): StoredStyle {
  const { attributes = '' } = first(body, 'alignment') ?? {}
  const [align, valign] = [value(attributes, 'horizontal'), value(attributes, 'vertical')]
  return {
    ...(['left', 'center', 'right'].includes(align ?? '') ? { align } : {}),
    ...(valign === 'center' ? { valign: 'middle' } : valign === 'top' ? { valign } : {}),
    ...(value(attributes, 'wrapText') === '1' ? { textwrap: true } : {}),
  }
}

/** The styles that cells refer to by index, without their number formats. */
export function stylesOf(styles: string | undefined, theme: string | undefined): StoredStyle[] {
  const xml = styles ?? ''
  const colours = themeColours(theme)
  const list = (parent: string, name: string) => blocks(first(xml, parent)?.body ?? '', name)
  const fonts = list('fonts', 'font').map((font) => fontOf(font, colours))
  const fills = list('fills', 'fill').map((fill) => fillOf(fill, colours))
  const borders = list('borders', 'border').map((border) => borderOf(border, colours))
  const number = (attributes: string, name: string) => Number(value(attributes, name) ?? 0)
  return list('cellXfs', 'xf')
    .slice(0, 5_000)
    .map(({ attributes, body }) => ({
      ...alignmentOf(body),
      ...fonts[number(attributes, 'fontId')],
      ...fills[number(attributes, 'fillId')],
      ...borders[number(attributes, 'borderId')],
    }))
}

/** Cell name → index of its style. */
export function styleIndexes(sheet: string): Map<string, number> {
  const looks = new Map<string, number>()
  for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?c\s([^<>]{0,400})>/g)) {
    const look = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0)
    const name = look > 0 ? /\br="([A-Z]+\d+)"/.exec(attributes)?.[1] : undefined
    if (name) looks.set(name, look)
  }
  return looks
}

/** Number of frozen rows and columns. */
export function frozenIn(sheet: string): { r: number; c: number } {
  const { attributes = '' } = first(sheet.slice(0, 20_000), 'pane') ?? {}
  if (!/frozen/.test(value(attributes, 'state') ?? '')) return { r: 0, c: 0 }
  return { r: Number(value(attributes, 'ySplit') ?? 0), c: Number(value(attributes, 'xSplit') ?? 0) }
}
