import type { StoredStyle } from '@sheaf/contract/sheet'

/** Colours as the stored form writes them; nothing else gets into a style attribute. */
const colour = (value: unknown) =>
  typeof value === 'string' && /^(#[\da-f]{3,8}|rgba?\([\d\s.,%]{5,40}\)|[a-z]{3,20})$/i.test(value) ? value : undefined

const lines: Record<string, string> = {
  thin: '1px solid',
  medium: '2px solid',
  thick: '3px solid',
  dashed: '1px dashed',
  dotted: '1px dotted',
  double: '3px double',
}

function* borders(border: StoredStyle['border']) {
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const [name, ink] = Array.isArray(border?.[side]) ? (border[side] as unknown[]) : []
    const line = typeof name === 'string' && Object.hasOwn(lines, name) ? lines[name] : undefined
    if (line) yield `border-${side}:${line} ${colour(ink) ?? 'currentcolor'}`
  }
}

const isOneOf = <T extends string>(value: unknown, list: readonly T[]): value is T => list.includes(value as T)

/** How a cell looks, as a style attribute. On a ground of its own the text has a colour of its own too, for the dark theme. */
export function lookOf({ align, valign, bgcolor, color, font, underline, strike, border }: StoredStyle): string {
  const ground = colour(bgcolor)
  const ink = colour(color) ?? (ground ? '#1d1c18' : undefined)
  const size = Number(font?.size)
  return [
    ground && `background:${ground}`,
    ink && `color:${ink}`,
    isOneOf(align, ['left', 'center', 'right']) && `text-align:${align}`,
    isOneOf(valign, ['top', 'middle', 'bottom']) && `vertical-align:${valign}`,
    font?.bold === true && 'font-weight:600',
    font?.italic === true && 'font-style:italic',
    size >= 6 && size <= 72 && size !== 10 && `font-size:${size}pt`,
    (underline === true || strike === true) &&
      `text-decoration:${[underline === true && 'underline', strike === true && 'line-through'].filter(Boolean).join(' ')}`,
    ...borders(border),
  ]
    .filter(Boolean)
    .join(';')
}
