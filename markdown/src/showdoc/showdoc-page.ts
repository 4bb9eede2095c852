import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { ENDPOINT } from '../writers/fence-info.ts'

/*
 * Pages that follow ShowDoc's API template: labels in bold or as small headings, address and method in lists with one item. They are
 * rendered like pages imported from an API description. The stored text does not change. A part that differs from the template is
 * rendered as written.
 */

const part =
  /^(?:简要描述|请求URL|请求地址|接口地址|请求方式|请求方法|请求参数|参数|请求头|Header|请求示例|返回示例|返回参数|返回参数说明|响应参数|备注|Brief description|Request URL|Request method|Method|Parameters?|Request example|Return example|Return parameter description|Return parameters?|Remarks?)$/i
const address = /^(?:请求URL|请求地址|接口地址|Request URL)$/i
const methodLabel = /^(?:请求方式|请求方法|Request method|Method)$/i
const method = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/i
/** A single address: absolute, root-relative, or with a leading variable. */
const url = /^(?:https?:\/\/|\/|\{\{[^{}\s]+\}\}|\$\{[^{}\s]+\})[^\s`]*$/i
/** Minimum number of labels of a page that follows the template. */
const TEMPLATE_LABELS_MIN = 3
const LEVEL = 3

interface Label {
  /** Index of its first token; the block has three tokens. */
  at: number
  text: string
}

const bold = /^(\*\*|__)(?!\s)([^*_`[\]<>]+?)[:：]?\s*\1\s*[:：]?$/
const bare = (text: string) =>
  text
    .trim()
    .replace(/[:：]$/, '')
    .trimEnd()

/** The text of a line that is completely bold, or of a heading; undefined for anything else. */
function labelAt(tokens: Token[], at: number): string | undefined {
  const [open, text] = [tokens[at], tokens[at + 1]]
  if (open?.level !== 0 || text?.type !== 'inline') return undefined
  if (open.type === 'heading_open') return bare(text.content)
  return open.type === 'paragraph_open' ? bold.exec(text.content.trim())?.[2]?.trim() : undefined
}

/** The only item of the list or the only line of the paragraph at `at`, and the index of the next block. */
function onlyLine(tokens: Token[], at: number): { text: string; end: number } | undefined {
  const isList = tokens[at]?.type === 'bullet_list_open'
  const close = isList ? 'bullet_list_close' : 'paragraph_close'
  if (!isList && tokens[at]?.type !== 'paragraph_open') return undefined
  const end = tokens.findIndex((token, index) => index > at && token.type === close && token.level === 0)
  const inside = tokens.slice(at, end).filter((token) => token.type === 'inline' || token.type === 'fence' || token.type === 'code_block')
  const [only] = inside
  if (inside.length !== 1 || only?.type !== 'inline' || only.content.includes('\n')) return undefined
  return {
    text: only.content
      .trim()
      .replace(/^`+\s*/, '')
      .replace(/(?<![\s`])\s*`+$/, ''),
    end: end + 1,
  }
}

function labelsOf(tokens: Token[]): Label[] {
  const labels: Label[] = []
  for (const at of tokens.keys()) {
    const text = labelAt(tokens, at)
    if (text !== undefined) labels.push({ at, text })
  }
  return labels
}

/** Replaces the address and the method of the page, if there is exactly one of each, by an endpoint. */
function withEndpoint(state: StateCore, labels: Label[]): void {
  const { tokens } = state
  const [[addressLabel, ...others], [methodLabelFound, ...more]] = [address, methodLabel].map((pattern) =>
    labels.filter(({ text }) => pattern.test(text)),
  ) as [Label[], Label[]]
  if (!addressLabel || !methodLabelFound || others.length > 0 || more.length > 0) return
  const [to, by] = [onlyLine(tokens, addressLabel.at + 3), onlyLine(tokens, methodLabelFound.at + 3)]
  if (!to || !by || !url.test(to.text) || !method.test(by.text)) return
  const endpoint = new state.Token('fence', 'code', 0)
  Object.assign(endpoint, {
    info: ENDPOINT,
    content: `${by.text.toUpperCase()} ${to.text}\n`,
    block: true,
    map: tokens[addressLabel.at]!.map,
  })
  state.tokens = tokens.flatMap((token, index) => {
    if (index === addressLabel.at) return [endpoint]
    const isReplaced = (index > addressLabel.at && index < to.end) || (index >= methodLabelFound.at && index < by.end)
    return isReplaced ? [] : [token]
  })
}

/** Turns bold lines and small headings into headings that appear in the table of contents. */
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

/** Marks a code block without a language as JSON if it can only be JSON, so that it is highlighted. */
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

/** Runs before inline parsing. */
export function showdocPageRule(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'showdoc_page', showdocPage)
  md.core.ruler.before('inline', 'unnamed_json', unnamedJson)
}
