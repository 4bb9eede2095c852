import { loadCode } from '@sheaf/markdown/code-writer'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from '@sheaf/markdown/fence-info'
import { markLines } from '@sheaf/markdown/marked-lines'
import { pageNeeds } from '@sheaf/markdown/needs'
import { htmlLimitFor, PageTooComplex } from '@sheaf/markdown/page-bounds'
import { createParser } from '@sheaf/markdown/parser'
import type { Heading, Language, PageEnv } from '@sheaf/markdown/types'
import type { Element, Node } from '../types.ts'
import { readTree } from './tree.ts'

/** Content that HTML has no element for. In the tree it is an element `x-…` whose attribute `n` is the index of the part. */
export type Part =
  | { kind: 'code'; label: string }
  | { kind: 'diagram'; diagram: string; source: string }
  | { kind: 'math'; tex: string; display: boolean }
  | { kind: 'endpoint'; lines: string[] }
  | { kind: 'callout'; callout: 'info' | 'tip' | 'warning' }
  | { kind: 'reference' | 'note'; id: number }
  | { kind: 'toc' }

export interface PageTree {
  nodes: Node[]
  parts: Map<Element, Part>
  headings: Heading[]
  images: Element[]
}

interface Env extends PageEnv {
  parts: Part[]
}

const parser = createParser()
// The compact layout of field tables is for screens; in a document a table keeps its columns.
parser.core.ruler.disable(['tables', 'line_map'])
const { rules } = parser.renderer
const { escapeHtml } = parser.utils

/** `env.own` is random, so page text cannot contain such an element. */
function element(env: Env, part: Part, inside = '', isLine = false): string {
  env.parts.push(part)
  return `<x-${env.own} n="${env.parts.length - 1}"${isLine ? '' : ' block'}>${inside}</x-${env.own}>`
}

const start = (env: Env, part: Part) => element(env, part).replace(/<\/[^<]*$/, '')

rules['table_open'] = () => '<table>'
rules['table_close'] = () => '</table>'
rules['heading_close'] = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options)
// Written only once per page, because it can be as long as the page.
rules['toc'] = (_tokens, _index, _options, env) =>
  (env as Env).parts.some(({ kind }) => kind === 'toc') ? '' : element(env as Env, { kind: 'toc' })
rules['math_inline'] = (tokens, index, _options, env) => {
  const { content, meta } = tokens[index]!
  return element(env as Env, { kind: 'math', tex: content, display: meta?.['display'] === true }, '', true)
}
rules['math_block'] = (tokens, index, _options, env) => element(env as Env, { kind: 'math', tex: tokens[index]!.content, display: true })
rules['callout_open'] = (tokens, index, _options, env) =>
  start(env as Env, { kind: 'callout', callout: tokens[index]!.meta?.['kind'] as 'info' })
rules['callout_close'] = (_tokens, _index, _options, env) => `</x-${(env as Env).own}>`
rules['footnote_ref'] = (tokens, index, _options, env) =>
  element(env as Env, { kind: 'reference', id: Number(tokens[index]!.meta?.['id']) }, '', true)
rules['footnote_block_open'] = rules['footnote_block_close'] = rules['footnote_anchor'] = () => ''
rules['footnote_open'] = (tokens, index, _options, env) => start(env as Env, { kind: 'note', id: Number(tokens[index]!.meta?.['id']) })
rules['footnote_close'] = rules['callout_close']

rules['fence'] = rules['code_block'] = (tokens, index, _options, env) => {
  const { info, content } = tokens[index]!
  const page = env as Env
  const { language, label, marks } = fenceInfo(info)
  const diagram = diagramKind(language)
  if (isMath(language)) return element(page, { kind: 'math', tex: content.trim(), display: true })
  if (language === ENDPOINT) return element(page, { kind: 'endpoint', lines: content.split('\n').filter((line) => line.trim() !== '') })
  const code = content.replace(/\n$/, '')
  const coloured = (language && page.code?.(code, language)) || escapeHtml(code)
  const part: Part = diagram ? { kind: 'diagram', diagram, source: content } : { kind: 'code', label }
  return element(page, part, markLines(coloured, marks))
}

/** Parses a page into a tree with its special parts. A page that is too complex becomes plain source. */
export async function readPage(markdown: string, language: Language): Promise<PageTree> {
  try {
    return await readParts(markdown, language)
  } catch (error) {
    if (!(error instanceof PageTooComplex)) throw error
    return sourceTree(markdown)
  }
}

/** A tree with the source of a page as preformatted text. */
export const sourceTree = (markdown: string): PageTree => ({
  nodes: readTree(`<pre>${escapeHtml(markdown)}</pre>`).nodes,
  parts: new Map(),
  headings: [],
  images: [],
})

async function readParts(markdown: string, language: Language): Promise<PageTree> {
  const own = crypto.randomUUID()
  const env: Env = { language, headings: [], lines: false, own, parts: [], htmlBudget: htmlLimitFor(markdown.length) }
  const tokens = parser.parse(markdown, env)
  const { languages } = pageNeeds(tokens)
  if (languages.size > 0) env.code = await loadCode(languages)
  const { nodes, all } = readTree(parser.renderer.render(tokens, parser.options, env))
  const parts = new Map<Element, Part>()
  for (const element of all) if (element.name === `x-${own}`) parts.set(element, env.parts[Number(element.attribs['n'])]!)
  return { nodes, parts, headings: env.headings, images: all.filter((element) => element.name === 'img') }
}
