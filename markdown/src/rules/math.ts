import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import type { MathWriter, PageEnv } from '../types.ts'
import { lineText } from './source-line.ts'

// A page with more formulas shows the rest as source, so that the time is bounded for any text.
const FORMULAS_MAX = 1000
const FORMULA_USES_MAX = 4000
// Characters: a one-line formula can become a megabyte of HTML.
const FORMULAS_CHARS_MAX = 100_000
const FORMULAS_HTML_CHARS_MAX = 3_000_000
// Nesting depth of elements in one formula: the sanitiser would remove deeper elements.
const FORMULA_DEPTH_MAX = 150
// Table cells in one formula.
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
      // Not a parse error, which KaTeX renders itself, but for example a stack overflow from nested braces.
      html = plain(source)
    }
    made += html.length
    written.set(key, html)
    return html
  }
}

const FORMULA_CHARS_MAX = 4000
const FORMULA_LINES_MAX = 200
// States without a further closing dollar: every later search in them would fail too.
const exhausted = new WeakSet<StateInline>()

/** Offset of the next unescaped dollar if it can close a formula, -2 if it cannot, -1 if there is none. */
function closingDollar(state: StateInline, start: number): number {
  for (let at = start; at < state.posMax; at++) {
    const code = state.src.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x24) {
      const fits = at > start && !/\s/.test(state.src.charAt(at - 1)) && !/[\d$]/.test(state.src.charAt(at + 1))
      return fits ? at : -2
    }
  }
  return -1
}

function inline(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x24) return false
  const double = state.src.charCodeAt(state.pos + 1) === 0x24
  const start = state.pos + (double ? 2 : 1)
  if (exhausted.has(state) || start >= state.posMax || (!double && /\s/.test(state.src.charAt(start)))) return false
  const end = double ? state.src.indexOf('$$', start) : closingDollar(state, start)
  if (end === -1 && state.posMax === state.src.length) exhausted.add(state)
  if (end < 0 || end >= state.posMax || end - start > FORMULA_CHARS_MAX) return false
  const content = state.src.slice(start, end)
  // "5 元 $ 和 $" is money: Chinese inside a formula is written in \text{}.
  if (content.trim() === '' || (!double && /\p{Script=Han}/u.test(content) && !content.includes('\\'))) return false
  if (!silent) {
    const token = state.push('math_inline', '', 0)
    token.content = content.trim()
    token.meta = { display: double }
  }
  state.pos = end + (double ? 2 : 1)
  return true
}

function block(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.sCount[start]! - state.blkIndent >= 4) return false
  const first = lineText(state, start)
  if (!first.startsWith('$$')) return false
  const parts = [first.slice(2)]
  let line = start
  const limit = Math.min(end, start + FORMULA_LINES_MAX)
  while (!parts.at(-1)!.endsWith('$$')) {
    if (++line >= limit || (state.sCount[line]! < state.blkIndent && !state.isEmpty(line))) return false
    parts.push(lineText(state, line))
  }
  const content = parts.join('\n').slice(0, -2).trim()
  if (content === '' || content.length > FORMULA_CHARS_MAX || content.includes('$$')) return false
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.block = true
  token.content = content
  token.map = [start, line + 1]
  state.line = line + 1
  return true
}

/** Parses `$…$` and `$$…$$` with pandoc's rules, so that prices are not formulas. */
export function mathRule(md: MarkdownIt): void {
  const plain = (source: string) => `<code>${md.utils.escapeHtml(source)}</code>`
  md.inline.ruler.before('escape', 'math_inline', inline)
  md.block.ruler.before('fence', 'math_block', block, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules['math_inline'] = (tokens, index, _options, env) => {
    const { content, meta } = tokens[index]!
    return (env as PageEnv).math?.(content, meta?.['display'] === true) ?? plain(content)
  }
  md.renderer.rules['math_block'] = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    return `<p${self.renderAttrs(token)}>${(env as PageEnv).math?.(token.content, true) ?? plain(token.content)}</p>\n`
  }
}
