const color = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%]{1,40}\))$/i
const size = /^\d{1,4}(?:\.\d{1,3})?(?:px|%)$/i

/** What authors may style; nothing that moves a thing out of its place. */
const authors = new Map<string, RegExp>([
  ['color', color],
  ['background-color', color],
  ['text-align', /^(?:left|right|center|justify|start|end)$/i],
  ['width', size],
  ['height', size],
  ['font-weight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/i],
  ['font-style', /^(?:normal|italic|oblique)$/i],
  ['text-decoration', /^(?:none|underline|line-through|overline)$/i],
])

const em = /^-?\d{0,4}(?:\.\d{1,6})?(?:em)?$/
const line = /^(?:solid|dashed|none)$/

/** What KaTeX writes on the elements of a formula. */
const formulas = new Map<string, RegExp>([
  ['color', color],
  ['background-color', color],
  ['border-color', color],
  ['border-style', line],
  ['border-right-style', line],
  ['position', /^relative$/],
  ...['top', 'bottom', 'left', 'height', 'width', 'min-width', 'vertical-align', 'padding-left'].map((name) => [name, em] as const),
  ...['margin', 'margin-left', 'margin-right', 'margin-top'].map((name) => [name, em] as const),
  ...['border-width', 'border-right-width', 'border-top-width', 'border-bottom-width'].map((name) => [name, em] as const),
])

/** A style attribute reduced to harmless declarations; empty when nothing is left. */
export function safeStyle(style: string, ofFormula: boolean): string {
  const allowed = ofFormula ? formulas : authors
  const kept: string[] = []
  for (const declaration of style.slice(0, 1000).split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && allowed.get(name)?.test(value)) kept.push(`${name}:${value}`)
  }
  return kept.join(';')
}
