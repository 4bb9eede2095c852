const FORMULA_CHARS_MAX = 4000

/** Converts formulas to MathML for Word documents; undefined for invalid formulas. Loads KaTeX. */
export async function loadMathMl(): Promise<(source: string, display: boolean) => string | undefined> {
  const { default: katex } = await import('katex')
  return (source, displayMode) => {
    if (source.length > FORMULA_CHARS_MAX) return undefined
    try {
      return katex.renderToString(source, {
        displayMode,
        output: 'mathml',
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        maxExpand: 300,
        maxSize: 40,
        macros: {},
      })
    } catch {
      return undefined
    }
  }
}
