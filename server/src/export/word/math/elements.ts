import { escapeXml } from '../package/xml.ts'

/** Large operators, which have limits. */
export const isNary = (sign: string) => /^[∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆]$/u.test(sign)
/** Operators with limits at the side, not above and below. */
export const isIntegral = (sign: string) => /^[∫∬∭∮∯∰]$/u.test(sign)

/** MathML accents and the combining characters that Word uses for them. */
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
/** Stretchy braces and brackets above or below an expression. */
export const isBrace = (sign: string) => /^[⏞⏟⏜⏝⎴⎵⌢⌣]$/u.test(sign)

/** OMML style and script by MathML's `mathvariant`. */
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

/** White space of about `width`, given in em. */
export function space(width: string | undefined): string {
  const em = Number.parseFloat(width ?? '0')
  if (!(em > 0)) return ''
  if (em >= 0.9) return '\u2003'.repeat(Math.min(8, Math.round(em)))
  return em >= 0.4 ? '\u2002' : em >= 0.2 ? '\u2005' : '\u2009'
}

/* The elements of Word's equations (OMML). */
const value = (name: string, val: string | number) => `<m:${name} m:val="${typeof val === 'string' ? escapeXml(val) : val}"/>`
const part = (name: string, inside: string) => (inside ? `<m:${name}>${inside}</m:${name}>` : `<m:${name}/>`)
const element = (name: string, properties: string, inside: string) =>
  `<m:${name}>${properties ? `<m:${name}Pr>${properties}</m:${name}Pr>` : ''}${inside}</m:${name}>`

const font = '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>'

export interface MathStyle {
  /** `p` upright, `b` bold, `i` italic, `bi` both. */
  style?: string
  script?: string
  color?: string
}

export function run(text: string, { style, script, color }: MathStyle = {}, isWords = false): string {
  if (text === '') return ''
  const properties = isWords ? '<m:nor/>' : (script ? value('scr', script) : '') + (style ? value('sty', style) : '')
  const look = `<w:rPr>${font}${color ? `<w:color w:val="${color}"/>` : ''}</w:rPr>`
  return `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}${look}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`
}

export const fraction = (over: string, under: string, withoutBar: boolean) =>
  element('f', withoutBar ? value('type', 'noBar') : '', part('num', over) + part('den', under))
export const root = (inside: string, degree = '') =>
  element('rad', degree ? '' : value('degHide', 1), part('deg', degree) + part('e', inside))
export const scripts = (base: string, below: string, above: string) =>
  below && above
    ? element('sSubSup', '', part('e', base) + part('sub', below) + part('sup', above))
    : below
      ? element('sSub', '', part('e', base) + part('sub', below))
      : element('sSup', '', part('e', base) + part('sup', above))
export const lower = (base: string, limit: string) => element('limLow', '', part('e', base) + part('lim', limit))
export const upper = (base: string, limit: string) => element('limUpp', '', part('e', base) + part('lim', limit))
export const accent = (base: string, sign: string) => element('acc', value('chr', sign), part('e', base))
export const bar = (base: string, where: 'top' | 'bot') => element('bar', value('pos', where), part('e', base))
export const brace = (base: string, sign: string, where: 'top' | 'bot') =>
  element('groupChr', value('chr', sign) + value('pos', where) + value('vertJc', where === 'top' ? 'bot' : 'top'), part('e', base))

export const nary = (sign: string, below: string, above: string, inside: string, limitsAtSide: boolean) =>
  element(
    'nary',
    value('chr', sign) +
      value('limLoc', limitsAtSide ? 'subSup' : 'undOvr') +
      (below ? '' : value('subHide', 1)) +
      (above ? '' : value('supHide', 1)),
    part('sub', below) + part('sup', above) + part('e', inside),
  )

export const delimited = (opens: string, closes: string, between: string, cells: string[]) =>
  element(
    'd',
    value('begChr', opens) + (between ? value('sepChr', between) : '') + value('endChr', closes),
    cells.map((cell) => part('e', cell)).join(''),
  )

export const matrix = (rows: string[][], alignments: string[]) => {
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const column = (n: number) => `<m:mc><m:mcPr>${value('count', 1)}${value('mcJc', alignments[n] ?? 'center')}</m:mcPr></m:mc>`
  const properties = `${value('plcHide', 1)}<m:mcs>${Array.from({ length: columns }, (_, n) => column(n)).join('')}</m:mcs>`
  const cells = (row: string[]) => Array.from({ length: columns }, (_, n) => part('e', row[n] ?? '')).join('')
  return element('m', properties, rows.map((row) => part('mr', cells(row))).join(''))
}

export const functionApplication = (name: string, to: string) => element('func', '', part('fName', name) + part('e', to))

export const borderBox = (inside: string, struck: string) =>
  element(
    'borderBox',
    struck
      ? ['hideTop', 'hideBot', 'hideLeft', 'hideRight'].map((side) => value(side, 1)).join('') +
          struck
            .split(' ')
            .map((name) => value(name, 1))
            .join('')
      : '',
    part('e', inside),
  )
export const hidden = (inside: string) => element('phant', value('show', 0), part('e', inside))
