/** Operators that carry their limits. */
export const isNary = (sign: string) => /^[∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆]$/u.test(sign)
/** Those whose limits stand beside them and not above and below. */
export const isIntegral = (sign: string) => /^[∫∬∭∮∯∰]$/u.test(sign)

/** Accents as the signs that Word puts above a letter. */
export const accents: Record<string, string> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '˙': '\u0307',
  '.': '\u0307',
  '¨': '\u0308',
  '..': '\u0308',
  '⃛': '\u20db',
  ˊ: '\u0301',
  '´': '\u0301',
  ˋ: '\u0300',
  '`': '\u0300',
  '˘': '\u0306',
  ˇ: '\u030c',
  '˚': '\u030a',
  '⃗': '\u20d7',
  '→': '\u20d7',
  '←': '\u20d6',
  '↔': '\u20e1',
  ˉ: '\u0304',
}

export const isBar = (sign: string) => /^[‾¯_]$/u.test(sign)
/** Braces and the like, as wide as what they stand at. */
export const isBrace = (sign: string) => /^[⏞⏟⏜⏝⎴⎵⌢⌣]$/u.test(sign)

/** The script and style of a run by MathML's name for it. */
export const variants: Record<string, { style?: string; script?: string }> = {
  normal: { style: 'p' },
  bold: { style: 'b' },
  italic: { style: 'i' },
  'bold-italic': { style: 'bi' },
  'double-struck': { style: 'p', script: 'double-struck' },
  script: { style: 'p', script: 'script' },
  'bold-script': { style: 'b', script: 'script' },
  fraktur: { style: 'p', script: 'fraktur' },
  'bold-fraktur': { style: 'b', script: 'fraktur' },
  'sans-serif': { style: 'p', script: 'sans-serif' },
  'bold-sans-serif': { style: 'b', script: 'sans-serif' },
  'sans-serif-italic': { style: 'i', script: 'sans-serif' },
  'sans-serif-bold-italic': { style: 'bi', script: 'sans-serif' },
  monospace: { style: 'p', script: 'monospace' },
}

/** White space of a width in em. */
export function space(width: string | undefined): string {
  const em = Number.parseFloat(width ?? '0')
  if (!(em > 0)) return ''
  if (em >= 0.9) return '\u2003'.repeat(Math.min(8, Math.round(em)))
  return em >= 0.4 ? '\u2002' : em >= 0.2 ? '\u2005' : '\u2009'
}
