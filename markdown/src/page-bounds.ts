import type { MarkdownIt, Token } from 'markdown-it'
import type { PageEnv } from './types.ts'

/** Thrown when rendering a page exceeds a limit. The page is then shown as its source text. */
export class PageTooComplex extends Error {}

/** Nesting of inline text: images in the text of images, footnotes in footnotes. */
const INLINE_DEPTH_MAX = 20
/** Open elements at one place of the HTML. The sanitiser removes elements below a depth of 200 anyway. */
export const ELEMENTS_OPEN_MAX = 1000
const HTML_CHARS_BASE = 4_000_000
const HTML_CHARS_PER_CHAR = 20
const HTML_CHARS_MAX = 64_000_000

/** Maximum characters of HTML for a text of this length. */
export const htmlLimitFor = (length: number) => Math.min(HTML_CHARS_MAX, HTML_CHARS_BASE + HTML_CHARS_PER_CHAR * length)

/** Subtracts the HTML of a token from the remaining budget of the page. */
function countHtml(env: PageEnv, piece: string): string {
  if (env.htmlBudget !== undefined) env.htmlBudget -= piece.length
  if (env.htmlBudget !== undefined && env.htmlBudget < 0) throw new PageTooComplex('output')
  return piece
}

/**
 * Limits that markdown-it lacks: on the size of the HTML, on nested inline text, and on nested blocks, where its own limit silently
 * omits deeper content.
 */
export function pageBounds(md: MarkdownIt): void {
  const { block, inline, renderer } = md
  const tokenize = block.tokenize.bind(block)
  block.tokenize = (state, start, end) => {
    if (state.level >= md.options.maxNesting) throw new PageTooComplex('nesting')
    tokenize(state, start, end)
  }

  const parse = inline.parse.bind(inline)
  inline.parse = (src, parser, env, out) => {
    const page = env as PageEnv
    const depth = page.inlineDepth ?? 0
    if (depth > INLINE_DEPTH_MAX) throw new PageTooComplex('nesting')
    page.inlineDepth = depth + 1
    parse(src, parser, env, out)
    page.inlineDepth = depth
  }

  const write = (tokens: Token[], index: number, options: typeof md.options, env: PageEnv) => {
    const rule = renderer.rules[tokens[index]!.type]
    return countHtml(env, rule ? rule(tokens, index, options, env, renderer) : renderer.renderToken(tokens, index, options))
  }
  renderer.renderInline = (tokens, options, env) => {
    let html = ''
    for (let index = 0; index < tokens.length; index++) html += write(tokens, index, options, env as PageEnv)
    return html
  }
  renderer.render = (tokens, options, env) => {
    let html = ''
    for (const [index, token] of tokens.entries())
      html +=
        token.type === 'inline' ? renderer.renderInline(token.children ?? [], options, env) : write(tokens, index, options, env as PageEnv)
    return html
  }
}
