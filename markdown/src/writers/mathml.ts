const FORMULA_CHARS_MAX = 4000

/** Formulas as MathML, for documents that know equations; undefined for what is none. Loads KaTeX. */
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
