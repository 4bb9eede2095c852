/** The colours that old files name by number, from 8 on. */
const palette =
  '000000ffffffff000000ff000000ffffff00ff00ff00ffff800000008000000080808000800080008080c0c0c08080809999ff993366ffffccccffff660066ff80800066ccccccff000080ff00ffffff0000ffff80008080000000800000ff00ccffccffffccffccffff9999ccffff99cccc99ffffcc993366ff33cccc99cc00ffcc00ff9900ff6600666699969696003366339966003300333300993300993366333399333333'

const indexed = (at: number) => (at >= 8 && at < 64 ? palette.slice((at - 8) * 6, (at - 8) * 6 + 6) : undefined)

/** In the order in which styles number them: the two pairs of light and dark stand the other way round in the theme. */
const order = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink']

export function themeColours(xml: string | undefined): string[] {
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

/** `<color rgb="FF1F7A5C"/>`, `theme="4" tint="0.4"` or `indexed="10"` as a colour of ours. */
export function colourOf(attributes: string | undefined, theme: string[]): string | undefined {
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
