/* The spreadsheet component has only a light theme, with fixed colours in its style sheet. This module maps each colour to a token of
 * Sheaf by its use, so that the grid follows the theme, and limits all rules of the style sheet to the grid. */

const NAMED: Record<string, string> = { white: '#ffffff', black: '#000000' }

function channels(colour: string): [r: number, g: number, b: number, alpha: number] | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(NAMED[colour.toLowerCase()] ?? colour)?.[1]
  if (hex) {
    const wide = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
    const at = (from: number) => Number.parseInt(wide.slice(from, from + 2), 16)
    return [at(0), at(2), at(4), wide.length > 6 ? at(6) / 255 : 1]
  }
  const parts = /^rgba?\(([^)]*)\)$/i
    .exec(colour)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
  if (!parts || parts.length < 3) return undefined
  const [r, g, b, alpha = '1'] = parts as [string, string, string, string?]
  return [Number(r), Number(g), Number(b), alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha)]
}

const faint = (token: string, alpha: number) =>
  alpha < 1 ? `color-mix(in srgb, var(--${token}) ${Math.round(alpha * 100)}%, transparent)` : `var(--${token})`

/** Blue and violet mark a selection, red marks danger; greys are mapped by lightness and by the property they colour. */
function tokenFor(property: string, colour: string): string {
  const parsed = channels(colour)
  if (!parsed) return colour
  const [r, g, b, alpha] = parsed
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const vivid = most - least > 60
  if (/shadow/.test(property) || alpha === 0) return colour
  const isText = /^(color|fill|stroke)$/.test(property)
  if (vivid && b === most) return faint(isText ? 'accent-text' : 'accent', alpha)
  if (vivid && r === most && g > 200) return faint('mark', alpha)
  if (vivid && r === most) return faint(isText ? 'danger' : 'danger-fill', alpha)
  const light = (most + least) / 2
  if (isText) return faint(light > 240 ? 'on-accent' : light > 140 ? 'ink-3' : light > 80 ? 'ink-2' : 'ink-1', alpha)
  if (/border|outline/.test(property)) return faint(light > 240 ? 'raised' : 'line-2', alpha)
  return faint(light > 252 ? 'raised' : light > 242 ? 'ground' : light > 190 ? 'hover' : 'ink-3', alpha)
}

const COLOUR = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|\b(?:white|black)\b/gi

export function ownColours(css: string): string {
  const coloured = css.replace(/([\w-]+)(\s*:\s*)([^;{}]+)(?=[;}])/g, (_all, property: string, between: string, value: string) => {
    // The text of a cell on the grid uses the format of the cell, not this style sheet.
    const mapped = /^(background|color|border|outline|fill|stroke|box-shadow)/i.test(property)
      ? value.replace(COLOUR, (colour) => tokenFor(property.toLowerCase(), colour))
      : value
    return `${property}${between}${mapped}`
  })
  return `.grid {\n${coloured}\n}\n`
}
