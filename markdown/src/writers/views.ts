import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { htmlLimitFor, PageTooComplex } from '../page-bounds.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import type { Heading, PageEnv, ViewPart } from '../types.ts'
import { codeText } from './fence-writer.ts'
import { viewAttribute } from './part-writer.ts'

const VIEW_CHARS_PER_CHAR = 20

/** The state of one text of a view: its own headings, footnotes and link definitions, everything else from the page. */
function envOf(page: PageEnv, headings: Heading[], number: number): PageEnv {
  const own = {
    headings,
    references: {},
    footnotes: undefined,
    docId: `t${number}`,
    view: undefined,
    lines: false,
    hasContents: true,
    examples: undefined,
  }
  return Object.assign(Object.create(page) as PageEnv, own)
}

function parsedPart(state: StateCore, part: ViewPart, headings: Heading[], number: number): Token {
  const page = state.env as PageEnv
  const token = new state.Token('view_part', '', 0)
  const env = envOf(page, part.kind === 'blocks' && part.isPage ? headings : [], number)
  token.meta = { part, env }
  if (part.kind === 'heading') headings.push(part.heading)
  else if (part.kind === 'blocks') token.children = state.md.parse(part.markdown, env)
  else if (part.kind === 'line') token.children = state.md.parseInline(part.markdown, env)
  else if (part.kind === 'fence' || part.kind === 'code') {
    const info = part.kind === 'fence' ? part.info : part.language
    token.children = [Object.assign(new state.Token('fence', 'code', 0), { info, content: part.text, block: true })]
  }
  return token
}

function sizeOf(part: ViewPart): number {
  if (part.kind === 'html') return part.html.length
  return part.kind === 'heading' ? 0 : 'text' in part ? part.text.length : part.markdown.length
}

function replaceFences(state: StateCore): void {
  const page = state.env as PageEnv
  const { view, ids = new Map<string, number>() } = page
  if (!view) return
  let at = 0
  let texts = 0
  for (const token of state.tokens) {
    if (token.type === 'heading_open') at++
    const parts = token.type === 'fence' ? view(token.info.trim(), token.content, ids) : undefined
    if (!parts) continue
    const headings: Heading[] = []
    token.type = 'view'
    token.children = parts.map((part) => parsedPart(state, part, headings, texts++))
    page.headings.splice(at, 0, ...headings)
    at += headings.length
    const size = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    if (page.htmlBudget !== undefined) page.htmlBudget = Math.min(htmlLimitFor(Infinity), page.htmlBudget + VIEW_CHARS_PER_CHAR * size)
  }
}

/** Puts views in place of fences, and their headings between those of the page. */
export function viewRule(md: MarkdownIt): void {
  md.core.ruler.push('views', replaceFences)
  md.renderer.rules['view'] = (tokens, index, _options, env, self) => {
    const page = env as PageEnv
    page.views ??= []
    page.views.push(tokens[index]!.children ?? [])
    const token = tokens[index]!
    return `<div${viewAttribute(token.info, md.utils.escapeHtml)}${self.renderAttrs(token)}>${markOf(page, page.views.length - 1)}</div>\n`
  }
}

/** Text that no page contains, because the mark of a page cannot be guessed. */
const markOf = ({ own }: PageEnv, number: number | '') => `${own}view${number}`

/** Raw HTML can be unbalanced, so that it would reach into the next text; a line break cannot. */
const hasRawHtml = (tokens: Token[] | null): boolean =>
  (tokens ?? []).some(({ type, content, children }) => {
    const isRaw = type === 'html_inline' || type === 'html_block'
    return (isRaw && !/^<br ?\/?>\s*$/i.test(content)) || hasRawHtml(children)
  })

/** The HTML of a text before it is sanitised. */
function written(md: MarkdownIt, token: Token, page: PageEnv): string {
  const { part, env } = token.meta as { part: ViewPart; env: PageEnv }
  if (page.htmlBudget !== undefined) env.htmlBudget = page.htmlBudget
  const html =
    part.kind === 'code'
      ? codeText(part.text, part.language, env, md.utils.escapeHtml)
      : md.renderer.render(token.children ?? [], md.options, env)
  if (env.htmlBudget !== undefined) page.htmlBudget = env.htmlBudget - (part.kind === 'code' ? html.length : 0)
  if (page.htmlBudget !== undefined && page.htmlBudget < 0) throw new PageTooComplex('output')
  return html
}

/** Inserts the views into the sanitised page. Their texts are sanitised at once; one with raw HTML alone, so that it stays in its place. */
export function withViews(clean: string, page: PageEnv, md: MarkdownIt, base: string): string {
  if (!page.views) return clean
  const bounds = { base, lines: false, own: page.own }
  const separator = markOf(page, '')
  const together: string[] = []
  const views = page.views.map((tokens) =>
    tokens.map((token) => {
      const { part } = token.meta as { part: ViewPart }
      if (part.kind === 'html') return part.html
      if (part.kind === 'heading') return ''
      const html = written(md, token, page)
      return hasRawHtml(token.children) ? sanitise(html, bounds) : together.push(html) - 1
    }),
  )
  const texts = together.length > 0 ? sanitise(together.join(separator), bounds).split(separator) : []
  const whole = views.map((parts) => parts.map((part) => (typeof part === 'number' ? texts[part] : part)).join(''))
  const [first = '', ...rest] = clean.split(separator)
  return first + rest.map((piece) => piece.replace(/^\d+/, (number) => whole[Number(number)] ?? '')).join('')
}
