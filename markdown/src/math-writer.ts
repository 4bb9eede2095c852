import type { MathWriter } from './types.ts'

// A page with more formulas than this shows the rest as source: time stays bounded whatever the text is.
const most = 1000
const mostShown = 4000

/** Loads KaTeX and returns a writer; `own` marks its output for the sanitiser. */
export async function loadMath(own: string, plain: (source: string) => string): Promise<MathWriter> {
  const { default: katex } = await import('katex')
  const written = new Map<string, string>()
  let shown = 0
  return (source, displayMode) => {
    if (++shown > mostShown) return plain(source)
    const key = `${displayMode}${source}`
    const known = written.get(key)
    if (known !== undefined) return known
    if (written.size >= most) return plain(source)
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
      html = html.replace('<span', `<span data-own="${own}"`)
    } catch {
      // Not a parse error (KaTeX shows those itself) but, for example, braces nested thousands deep.
      html = plain(source)
    }
    written.set(key, html)
    return html
  }
}
