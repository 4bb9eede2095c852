import { fencedCode } from './fenced-code.ts'

/*
 * Examples that run: a request that a build sends, and perhaps the answer that it compares with.
 *
 *     ```http [List orders] env=staging expect=200
 *     GET {{host}}/orders?limit=10
 *     authorization: Bearer {{token}}
 *     ```
 *
 *     ```json response
 *     { "orders": [{ "id": 1 }] }
 *     ```
 *
 * A fence without `env=` or `expect=`, or with a request that is none, is an ordinary code block.
 */

interface ExampleRequest {
  method: string
  /** As written, with its variables. */
  address: string
  headers: { name: string; value: string }[]
  body: string
}

export interface Example extends ExampleRequest {
  /** From the brackets, otherwise method and path. No two examples of a page for the same environment have the same name. */
  name: string
  /** "" for every environment. */
  env: string
  /** A status, or the first digit of one as `2xx`. */
  expect: string
  /** Its author allows a build to send it although it changes something. */
  isUnsafe: boolean
  /** The text of the fence with the expected answer; undefined without one. */
  response: string | undefined
  /** The first lines of its fences, counted from 0; -1 for no answer. */
  line: number
  responseLine: number
}

const EXAMPLES_MAX = 20
const REQUEST_CHARS_MAX = 10_000
const RESPONSE_CHARS_MAX = 20_000
const INFO_CHARS_MAX = 300
const ADDRESS_CHARS_MAX = 2000
const HEADERS_MAX = 50
const HEADER_CHARS_MAX = 4000
const NAME_CHARS_MAX = 80
/** Characters before a fence in which the start of its block is looked for. */
const BLOCK_CHARS_MAX = 20_000
/** Comments of HTML that are looked at. */
const COMMENTS_MAX = 1000

/** Whether a text can be the name of an environment. */
export const isEnvironment = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,39}$/.test(text)

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

const OPENING = /^(`{3,}|~{3,})[ \t]*http(?=[ \t[])/i
const RESPONSE = /^(?:`{3,}|~{3,})[ \t]*json[ \t]+response[ \t]*$/i
const REQUEST = /^([A-Z]{3,10})[ \t]+(\S(?:.*\S)?)[ \t]*$/
const HEADER = /^([!#$%&'*+.^_`|~\dA-Za-z-]{1,100}):[ \t]*(.*)$/
/** What the address or the body says already, or what belongs to the connection. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer']

/** Whether a text can have examples: a check without false negatives that costs almost nothing for other texts. */
export const mayHaveExamples = (text: string): boolean => /^(?:`{3,}|~{3,})[ \t]*http[ \t[].{0,300}?(?:env|expect)=/im.test(text)

type Head = Pick<Example, 'name' | 'env' | 'expect' | 'isUnsafe'>

/** What the first line of a fence says; undefined if it starts no example. The name can be empty. */
function headOf(line: string): Head | undefined {
  const opening = line.length <= INFO_CHARS_MAX ? OPENING.exec(line) : null
  if (!opening || (opening[1]?.startsWith('`') && line.slice(opening[0].length).includes('`'))) return undefined
  const info = line.slice(opening[0].length)
  const name = (/\[([^[\]]*)\]/.exec(info)?.[1] ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const words = info.replace(/\[[^[\]]*\]/, ' ').split(/\s+/)
  const settingOf = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1)
  const [env, expect] = [settingOf('env'), settingOf('expect')]
  if (env === undefined && expect === undefined) return undefined
  if (env !== undefined && !isEnvironment(env)) return undefined
  if (expect !== undefined && !/^[1-5](?:\d\d|xx)$/i.test(expect)) return undefined
  return {
    name: name.slice(0, NAME_CHARS_MAX),
    env: env ?? '',
    expect: (expect ?? '2xx').toLowerCase(),
    isUnsafe: settingOf('run') === 'unsafe',
  }
}

/** A request as it is written; undefined if it is none. Headers that belong to the connection are left out. */
export function parseRequest(text: string): ExampleRequest | undefined {
  if (text.length > REQUEST_CHARS_MAX) return undefined
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const [, method = '', written = ''] = REQUEST.exec(lines[0] ?? '') ?? []
  const address = written.replace(/(?<![ \t])[ \t]+HTTP\/\d(?:\.\d)?$/, '')
  if (!METHODS.includes(method) || address.length > ADDRESS_CHARS_MAX || /[\p{Cc}]|[^\S ]/u.test(address)) return undefined
  const headers: ExampleRequest['headers'] = []
  let at = 1
  for (; at < lines.length && lines[at]?.trim() !== ''; at++) {
    const [, name, value = ''] = HEADER.exec(lines[at] ?? '') ?? []
    if (name === undefined || headers.length === HEADERS_MAX || value.length > HEADER_CHARS_MAX) return undefined
    if (!OWN_HEADERS.includes(name.toLowerCase())) headers.push({ name, value: value.trim() })
  }
  return {
    method,
    address,
    headers,
    body: lines
      .slice(at + 1)
      .join('\n')
      .replace(/(?<!\n)\n+$/, ''),
  }
}

/** A short name for a request: the method with the path, without the part of the address that is a variable. */
const nameFrom = ({ method, address }: ExampleRequest) => {
  const path = address.replace(/[?#].*$/s, '').replace(/^(?:\{\{[^{}]*\}\}|[a-z][a-z+.-]*:\/\/[^/]*)(?=.)/i, '')
  return `${method} ${path}`.slice(0, NAME_CHARS_MAX)
}

/** Whether a block of HTML that began after `start` reaches to the place: it ends at a blank line. */
function isInHtml(text: string, start: number, at: number): boolean {
  const lines = text
    .slice(Math.max(start, at - BLOCK_CHARS_MAX), at)
    .split('\n')
    .slice(0, -1)
  const blank = lines.findLastIndex((line) => line.trim() === '')
  return /^ {0,3}<[a-z/!?]/i.test(lines[blank + 1] ?? '')
}

/** The fences that are neither in a comment nor in a block of HTML, with their text from the mark to the end of the last line. */
function* fencesOf(text: string): Generator<{ from: number; to: number }> {
  const comments = text.matchAll(/^ {0,3}<!--/gm)
  let [comment, looked, hidden] = [comments.next(), 0, -1]
  for (const [from, to] of fencedCode(text)) {
    while (!comment.done && comment.value.index < from && looked++ < COMMENTS_MAX) {
      if (comment.value.index >= hidden) {
        const end = text.indexOf('-->', comment.value.index + 4)
        hidden = end < 0 ? text.length : end
      }
      comment = comments.next()
    }
    if (from < hidden) continue
    if (!isInHtml(text, Math.max(hidden, 0), from)) yield { from, to }
    // What looks like a comment in the code is none.
    hidden = Math.max(hidden, to)
    while (!comment.done && comment.value.index < to && looked++ < COMMENTS_MAX) comment = comments.next()
  }
}

/** The lines of a fence: the first one, and the code between it and the mark that closes it. */
function linesOf(text: string, { from, to }: { from: number; to: number }) {
  const newline = text.indexOf('\n', from)
  const firstEnd = newline < 0 || newline > to ? to : newline
  const last = text.lastIndexOf('\n', to - 1)
  const isClosed = last >= firstEnd && /^(?:`{3,}|~{3,})[ \t]*\r?$/.test(text.slice(last + 1, to))
  const codeEnd = isClosed ? last : to
  return {
    first: text.slice(from, Math.min(firstEnd, from + INFO_CHARS_MAX + 1)).replace(/\r$/, ''),
    size: Math.max(0, codeEnd - firstEnd - 1),
    code: () => text.slice(Math.min(firstEnd + 1, codeEnd), codeEnd).replace(/\r$/, ''),
  }
}

/** The examples of a page in their order, at most 20: fences at the start of a line. Takes linear time. */
export function readExamples(text: string): Example[] {
  if (!mayHaveExamples(text)) return []
  const found: Example[] = []
  const taken = new Set<string>()
  let [line, counted] = [0, 0]
  const lineAt = (at: number) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
  let open: { example: Example; to: number } | undefined
  for (const fence of fencesOf(text)) {
    const { first, size, code } = linesOf(text, fence)
    if (open && RESPONSE.test(first) && size <= RESPONSE_CHARS_MAX && /^\s*$/.test(text.slice(open.to, fence.from))) {
      open.example.response = code()
      open.example.responseLine = lineAt(fence.from)
    }
    open = undefined
    const head = headOf(first)
    if (!head || size > REQUEST_CHARS_MAX) continue
    const request = parseRequest(code())
    if (!request) continue
    if (found.length === EXAMPLES_MAX) break
    const plain = head.name || nameFrom(request)
    let name = plain
    for (let n = 2; taken.has(`${head.env} ${name}`); n++) name = `${plain} ${n}`
    taken.add(`${head.env} ${name}`)
    const example: Example = { ...head, ...request, name, response: undefined, line: lineAt(fence.from), responseLine: -1 }
    found.push(example)
    open = { example, to: fence.to }
  }
  return found
}

/** The last run of an example for readers. */
export interface ExampleRun {
  name: string
  env: string
  /** `passing`, `failing`, or "" for an example that has not run. */
  state: string
  /** The day, as readers see it; "" for an example that has not run. */
  date: string
}
