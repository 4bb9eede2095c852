import type { MathWriter } from '../types.ts'

// A page with more formulas than this shows the rest as source: time stays bounded whatever the text is.
const FORMULAS_MAX = 1000
const FORMULA_USES_MAX = 4000
// Characters: a formula of one line may become a megabyte of HTML.
const FORMULAS_CHARS_MAX = 100_000
const FORMULAS_HTML_CHARS_MAX = 3_000_000
// Elements in elements of one formula: the sanitiser would take what is deeper out of it.
const FORMULA_DEPTH_MAX = 150
// Cells of tables in one formula.
const FORMULA_CELLS_MAX = 400

function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, closing, alone] of html.matchAll(/<(\/?)[^<>]*?(\/?)>/g)) {
    if (closing) depth--
    else if (!alone) deepest = Math.max(deepest, ++depth)
  }
  return deepest
}

const cells = (source: string) => source.match(/&|\\\\|\\cr\b/g)?.length ?? 0

/** Loads KaTeX and returns a writer; `own` marks its output for the sanitiser. */
export async function loadMath(own: string, plain: (source: string) => string): Promise<MathWriter> {
  const { default: katex } = await import('katex')
  const written = new Map<string, string>()
  let shown = 0
  let read = 0
  let made = 0
  return (source, displayMode) => {
    if (++shown > FORMULA_USES_MAX || made > FORMULAS_HTML_CHARS_MAX) return plain(source)
    const key = `${displayMode}${source}`
    const known = written.get(key)
    made += known?.length ?? 0
    if (known !== undefined) return known
    read += source.length
    if (written.size >= FORMULAS_MAX || read > FORMULAS_CHARS_MAX || cells(source) > FORMULA_CELLS_MAX) return plain(source)
    let html: string
    try {
      html = katex.renderToString(source, {
        displayMode,
        output: 'htmlAndMathml',
        throwOnError: false,
        trust: false,
        strict: 'ignore',
        maxExpand: 300,
        maxSize: 40,
        macros: {},
      })
      html = depthOf(html) > FORMULA_DEPTH_MAX ? plain(source) : html.replace('<span', `<span data-own="${own}"`)
    } catch {
      // Not a parse error (KaTeX shows those itself) but, for example, braces nested thousands deep.
      html = plain(source)
    }
    made += html.length
    written.set(key, html)
    return html
  }
}
