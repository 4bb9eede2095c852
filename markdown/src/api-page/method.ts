import { apiPageMethod } from './api-page.ts'

/** A line of a page outside fences, or an endpoint fence. */
type PageLine = { kind: 'text' | 'heading'; text: string } | { kind: 'endpoint'; calls: string[] }

const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(\S*)/
const heading = /^ {0,3}#{1,6}[ \t]/

/** The lines of a page. Fences contain examples and are left out, except endpoint fences. */
function pageLines(content: string): PageLine[] {
  const lines: PageLine[] = []
  let fence: { mark: string; calls?: string[] } | undefined
  for (const text of content.split(/\r?\n/)) {
    if (fence) {
      const mark = text.trim()
      if (mark.length >= fence.mark.length && mark === (fence.mark[0] as string).repeat(mark.length)) fence = undefined
      else if (mark) fence.calls?.push(mark)
      continue
    }
    const [, mark, language] = opening.exec(text) ?? []
    if (!mark) lines.push({ kind: heading.test(text) ? 'heading' : 'text', text })
    else if (language !== 'endpoint') fence = { mark }
    else {
      const calls: string[] = []
      fence = { mark, calls }
      lines.push({ kind: 'endpoint', calls })
    }
  }
  return lines
}

const methods = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|WS)$/
const call = /^([A-Z]{2,10}|get|post|put|delete|patch|head|options)[ \t]+\S/
/** Headings before the address of a call, and headings of request and response: in Sheaf's template, in imports and pushes, in ShowDoc's. */
const leading = /^ {0,3}(?:# |#+ *(?:(?:简要)?描述|(?:请求|接口)(?:URL|地址)|(?:Brief )?description|(?:Request )?URL|Endpoint)[:：]?\s*$)/i
const following =
  /^ {0,3}#+ *(?:Authori[sz]ation|Path|Query|Request|Headers?|Cookies?|Body|Param|Response|Return|认证|路径|请求|参数|响应|返回)/i
// ShowDoc's template and its variants: the label as a heading, in bold or plain, the method after a colon or on a following line.
const label = '(?:请求方式|请求方法|Request method|HTTP method|Method)'
const labelled = new RegExp(
  `^[ \\t]*(?:[-*+] |#{1,6} )?[*_]{0,3}${label}(?:[ \\t]*[:：][*_ \\t]{0,5}|[*_]{0,3}[ \\t]*[:：]?[ \\t]*(?:\\r?\\n[ \\t]*){1,2}[-*+>][ \\t]+|[*_]{2,3}[:：]?[ \\t]*)(?:(?:\\r?\\n[ \\t]*){1,2}[-*+>][ \\t]+)?[\`*_]{0,3}(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)[\`*_]{0,3}[ \\t]*$`,
  'gim',
)
const METHOD_SEARCH_CHARS = 3000

/** The method that all lines share, "" where they differ: such a page lists calls and does not document a single one. */
function commonMethod(found: (string | undefined)[]): string {
  const [method = '', ...others] = [...new Set(found.flatMap((one) => one?.toUpperCase() ?? []))]
  return others.length === 0 && methods.test(method) ? method : ''
}

/** The endpoint at the start of a page, or before a heading such as "Request". An endpoint further down is an example. */
function endpointOf(lines: PageLine[]): string[] | undefined {
  const at = lines.findIndex(({ kind }) => kind === 'endpoint')
  const line = lines[at]
  if (line?.kind !== 'endpoint') return undefined
  const early = lines.slice(0, at).every((one) => one.kind !== 'heading' || leading.test(one.text))
  const next = lines.slice(at).find((one) => one.kind === 'heading')
  return early || (next?.kind === 'heading' && following.test(next.text)) ? line.calls : undefined
}

/**
 * The method of a page that documents one call, "" for any other page. In Markdown only the start of the page counts: an endpoint
 * line, or the method line of ShowDoc's template.
 */
export function methodOf(content: string): string {
  const made = apiPageMethod(content)
  if (made !== undefined) return methods.test(made) ? made : ''
  const lines = pageLines(content.slice(0, METHOD_SEARCH_CHARS))
  const calls = endpointOf(lines)
  if (calls) return commonMethod(calls.map((one) => call.exec(one)?.[1]))
  const plainLines = lines.map((line) => (line.kind === 'endpoint' ? '' : line.text)).join('\n')
  return commonMethod([...plainLines.matchAll(labelled)].map((match) => match[1]))
}
