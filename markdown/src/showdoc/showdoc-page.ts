import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { ENDPOINT } from '../writers/fence-info.ts'

/*
 * Pages written by ShowDoc's template for an API: labels in bold or as small headings, the address and the method in lists of one
 * point. They are shown like pages that were imported from a description of an API. What is stored stays as it was written, and a
 * page that differs from the template in one of these places keeps that place as it is.
 */

const part =
  /^(?:简要描述|请求URL|请求地址|接口地址|请求方式|请求方法|请求参数|参数|请求头|Header|请求示例|返回示例|返回参数|返回参数说明|响应参数|备注|Brief description|Request URL|Request method|Method|Parameters?|Request example|Return example|Return parameter description|Return parameters?|Remarks?)$/i
const address = /^(?:请求URL|请求地址|接口地址|Request URL)$/i
const methodLabel = /^(?:请求方式|请求方法|Request method|Method)$/i
const method = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/i
/** An address alone: of a site, from its root, or with a variable in front. */
const url = /^(?:https?:\/\/|\/|\{\{[^{}\s]+\}\}|\$\{[^{}\s]+\})[^\s`]*$/i
/** Labels that a page of the template has at least. */
const TEMPLATE_LABELS_MIN = 3
const LEVEL = 3

interface Label {
  /** Where its block begins; it has three tokens. */
  at: number
  text: string
}

const bold = /^(\*\*|__)(?!\s)([^*_`[\]<>]+?)[:：]?\s*\1\s*[:：]?$/
const bare = (text: string) => text.trim().replace(/\s*[:：]$/, '')

/** The words of a line that is bold as a whole, or of a small heading; undefined for anything else. */
function labelAt(tokens: Token[], at: number): string | undefined {
  const [open, text] = [tokens[at], tokens[at + 1]]
  if (open?.level !== 0 || text?.type !== 'inline') return undefined
  if (open.type === 'heading_open') return bare(text.content)
  return open.type === 'paragraph_open' ? bold.exec(text.content.trim())?.[2]?.trim() : undefined
}

/** The one point of the list, or the one line of the paragraph, that begins at `at`, and where the next block begins. */
function onlyLine(tokens: Token[], at: number): { text: string; end: number } | undefined {
  const isList = tokens[at]?.type === 'bullet_list_open'
  const close = isList ? 'bullet_list_close' : 'paragraph_close'
  if (!isList && tokens[at]?.type !== 'paragraph_open') return undefined
  const end = tokens.findIndex((token, index) => index > at && token.type === close && token.level === 0)
  const inside = tokens.slice(at, end).filter((token) => token.type === 'inline' || token.type === 'fence' || token.type === 'code_block')
  const [only] = inside
  if (inside.length !== 1 || only?.type !== 'inline' || only.content.includes('\n')) return undefined
  return { text: only.content.trim().replace(/^`+\s*|\s*`+$/g, ''), end: end + 1 }
}

function labelsOf(tokens: Token[]): Label[] {
  const labels: Label[] = []
  for (const at of tokens.keys()) {
    const text = labelAt(tokens, at)
    if (text !== undefined) labels.push({ at, text })
  }
  return labels
}

/** The one address and the one method of the page as an endpoint in place of both lists. */
function withEndpoint(state: StateCore, labels: Label[]): void {
  const { tokens } = state
  const [[where, ...others], [how, ...more]] = [address, methodLabel].map((pattern) => labels.filter(({ text }) => pattern.test(text))) as [
    Label[],
    Label[],
  ]
  if (!where || !how || others.length > 0 || more.length > 0) return
  const [to, by] = [onlyLine(tokens, where.at + 3), onlyLine(tokens, how.at + 3)]
  if (!to || !by || !url.test(to.text) || !method.test(by.text)) return
  const endpoint = new state.Token('fence', 'code', 0)
  Object.assign(endpoint, { info: ENDPOINT, content: `${by.text.toUpperCase()} ${to.text}\n`, block: true, map: tokens[where.at]!.map })
  state.tokens = tokens.flatMap((token, index) => {
    if (index === where.at) return [endpoint]
    const isGone = (index > where.at && index < to.end) || (index >= how.at && index < by.end)
    return isGone ? [] : [token]
  })
}

/** Bold lines and the smallest headings are headings that the contents of the page show. */
function withHeadings(tokens: Token[]): void {
  if (tokens.some(({ type, tag }) => type === 'heading_open' && /^h[234]$/.test(tag))) return
  for (const { at, text } of labelsOf(tokens)) {
    const [open, inline, close] = tokens.slice(at, at + 3) as [Token, Token, Token]
    if (open.tag === 'h1') continue
    if (open.type === 'paragraph_open') inline.content = text
    open.tag = close.tag = `h${LEVEL}`
    open.type = 'heading_open'
    close.type = 'heading_close'
  }
}

function showdocPage(state: StateCore): void {
  const labels = labelsOf(state.tokens)
  if (labels.filter(({ text }) => part.test(text)).length < TEMPLATE_LABELS_MIN) return
  withEndpoint(state, labels)
  withHeadings(state.tokens)
}

const JSON_CHARS_MAX = 50_000

/** A block without a language that can only be JSON says so, and gets its colours. */
function unnamedJson(state: StateCore): void {
  for (const token of state.tokens) {
    if ((token.type !== 'fence' && token.type !== 'code_block') || token.info.trim() !== '' || token.content.length > JSON_CHARS_MAX)
      continue
    const text = token.content.trim()
    if (!/^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(text) || !/"[^"\n]{1,100}"\s*:/.test(text)) continue
    token.info = 'json'
    token.type = 'fence'
  }
}

/** Runs before the inline text is read. */
export function showdocPageRule(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'showdoc_page', showdocPage)
  md.core.ruler.before('inline', 'unnamed_json', unnamedJson)
}
