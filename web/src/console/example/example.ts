import { Variables } from '@sheaf/description/sample-variables'
import { isSecretName } from '@sheaf/description/secret-names'
import { MASK, maskedJson } from '@sheaf/description/secrets'
import { type Example, isEnvironment, readExamples } from '@sheaf/markdown/examples'
import type { AnswerMessage, MessageBody, Pair, RequestMessage } from '../request/message.ts'
import type { ConsoleCall } from '../request/values.ts'

/*
 * An answered request as an example of the page (decision 90). What is or can be a secret becomes a variable, and so does what is the
 * value of a variable of the environment.
 */

/** A value that a person typed, and the name that it has. */
export interface Typed {
  name: string
  value: string
}

export interface Answered {
  call: ConsoleCall
  message: RequestMessage
  /** What is a secret in every place. */
  secrets: Typed[]
  answer: Pick<AnswerMessage, 'status' | 'body' | 'isCut'>
}

export interface Chosen {
  name: string
  /** "" for every environment. */
  env: string
  /** A build may send it although it changes something. */
  isUnsafe: boolean
  hasResponse: boolean
}

/** A shorter value is replaced only where it is everything: it would be found in any text. */
const PART_CHARS_MIN = 4
const RESPONSE_BYTES_MAX = 8192
const INFO_NAME_CHARS_MAX = 80

/** Names as builds can set them: `SHEAF_VAR_token`. */
class ExampleVariables extends Variables {
  private readonly taken = new Map<string, string>()

  override named(origin: string): { env: string } {
    const plain = origin.replace(/\W+/g, '_').replace(/^_+|_+$/g, '') || 'value'
    const own = (/^\d/.test(plain) ? `_${plain}` : plain).slice(0, 36)
    let env = own
    for (let n = 2; (this.taken.get(env) ?? origin) !== origin; n++) env = `${own}_${n}`
    this.taken.set(env, origin)
    return { env }
  }

  write(origin: string): string {
    return `{{${this.named(origin).env}}}`
  }

  /** A text with its variables, and nothing else changed. */
  plain(text: string, encode: (literal: string) => string = (literal) => literal): string {
    return this.split(text)
      .map((piece) => (typeof piece === 'string' ? encode(piece) : `{{${piece.env}}}`))
      .join('')
  }
}

/** Texts that are secrets by their form, under any name. */
const looksSecret = (text: string) =>
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/.test(text) ||
  /\b(?:gh[opsu]|glpat|xox[abps]|sk|pk|rk|shf|AKIA)[_-]?[A-Za-z\d_-]{16,}/.test(text) ||
  (text.match(/[A-Za-z\d+/=_-]{32,}/g) ?? []).some(
    (run) => /\d/.test(run) && /[A-Za-z]/.test(run) && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-/i.test(run),
  )

/** Headers whose values are no secrets, although a description does not name them. */
const OPEN_HEADERS = /^(?:accept|accept-language|content-type|content-language|if-match|if-none-match|prefer|range|user-agent)$/i

const STRING = /"(?:[^"\\]|\\[\s\S])*"/g

/** Whether a text is an object or list of JSON. */
const isJson = (text: string) => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

class Writer {
  readonly variables = new ExampleVariables()
  private readonly known: Typed[]

  constructor({ message, secrets }: Pick<Answered, 'message' | 'secrets'>) {
    const filled = Object.entries(message.variables).map(([name, value]): Typed => ({ name, value }))
    // The longest first, because a value can be part of another one.
    const byLength = (a: Typed, b: Typed) => b.value.length - a.value.length
    this.known = [...[...secrets].sort(byLength), ...filled.sort(byLength)].filter(({ value }) => value !== '')
  }

  /** The text with `{{name}}` for every value that is known. */
  private hide(text: string): string {
    const whole = this.known.find(({ value }) => value === text)
    if (whole) return `{{${whole.name}}}`
    // What is a variable already is no value.
    const inLiterals = (all: string, { name, value }: Typed) =>
      all
        .split(/(\{\{[^{}]*\}\})/)
        .map((piece, at) => (at % 2 === 1 ? piece : piece.replaceAll(value, `{{${name}}}`)))
        .join('')
    return this.known.filter(({ value }) => value.length >= PART_CHARS_MIN).reduce(inLiterals, text)
  }

  /** The value of a field with this name. */
  value(name: string, text: string, encode?: (literal: string) => string): string {
    if (/^\s*\{\{[^{}]*\}\}\s*$/.test(text)) return this.variables.plain(text.trim())
    if (text !== '' && (isSecretName(name) || looksSecret(text))) return this.secret(name, text)
    return this.variables.plain(this.hide(text), encode)
  }

  /** A secret for certain. A variable that a person wrote stays. */
  secret(name: string, text: string): string {
    const own = /^\s*(?:(bearer|basic|token)\s+)?(\{\{[^{}]*\}\})?/i.exec(text)
    const scheme = own?.[1] ? `${own[1]} ` : ''
    if (own?.[2] && own[0] === text.trimEnd()) return scheme + this.variables.plain(own[2])
    return scheme + this.variables.write(/authorization$/i.test(name) ? 'token' : name)
  }

  json(text: string): string {
    const hidden = text.replace(STRING, (token) => {
      const plain = String(JSON.parse(token))
      const without = looksSecret(plain) ? '{{value}}' : this.hide(plain)
      return without === plain ? token : JSON.stringify(without)
    })
    const numbers = hidden.replace(/("(?:[^"\\]|\\[\s\S])*")|(-?\d[\d.eE+-]*)/g, (token, string?: string) =>
      string === undefined && this.known.some(({ value }) => value === token) ? this.hide(token) : token,
    )
    return this.variables
      .json(numbers)
      .map((piece) => (typeof piece === 'string' ? piece : `{{${piece.env}}}`))
      .join('')
  }

  pairs(rows: readonly Pair[]): string {
    return rows
      .map(([name, text]) => `${this.variables.plain(this.hide(name), encodeURIComponent)}=${this.value(name, text, encodeURIComponent)}`)
      .join('&')
  }
}

/** The body, and the content type that it needs; undefined for files, which no text has. */
function bodyOf(body: MessageBody | undefined, writer: Writer): { text: string; type: string } | undefined {
  switch (body?.kind) {
    case undefined:
      return { text: '', type: '' }
    case 'text':
      // A text in another form can have a secret anywhere.
      return { text: isJson(body.text.replace(/\{\{[^{}]*\}\}/g, '0')) ? writer.json(body.text) : writer.variables.write('body'), type: '' }
    case 'form':
      return { text: writer.pairs(body.rows), type: 'application/x-www-form-urlencoded' }
    default:
      return undefined
  }
}

function authorizationOf({ authorization }: RequestMessage, writer: Writer): { headers: string[]; query: string } {
  switch (authorization?.kind) {
    case undefined:
      return { headers: [], query: '' }
    case 'bearer':
      return { headers: [`Authorization: Bearer ${writer.secret('token', authorization.value)}`], query: '' }
    case 'basic':
      return { headers: [`Authorization: Basic ${writer.variables.write('credentials')}`], query: '' }
    case 'header':
      return { headers: [`${authorization.key}: ${writer.secret(authorization.key, authorization.value)}`], query: '' }
    case 'query':
      return { headers: [], query: `${encodeURIComponent(authorization.key)}=${writer.secret(authorization.key, authorization.value)}` }
  }
}

/** The request in the form of an example; undefined for one with files. */
function requestOf({ call, message }: Answered, writer: Writer): string | undefined {
  const body = bodyOf(message.body, writer)
  if (!body) return undefined
  const authorization = authorizationOf(message, writer)
  const path = message.path
    .map((piece) => (typeof piece === 'string' ? encodeURI(piece) : writer.value(piece.name, piece.value, encodeURIComponent)))
    .join('')
  const query = [writer.pairs(message.query), authorization.query].filter(Boolean).join('&')
  const documented = new Set(call.in_headers.map(({ name }) => name.toLowerCase()))
  const headers = message.headers.map(([name, text]) => {
    const isOpen = documented.has(name.toLowerCase()) || OPEN_HEADERS.test(name)
    return `${name}: ${isOpen ? writer.value(name, text) : writer.secret(name, text)}`
  })
  if (body.type) headers.push(`Content-Type: ${body.type}`)
  // The name of the base address, unless the environment has a variable with it.
  const host = Object.hasOwn(message.variables, 'host') ? 'base_url' : 'host'
  const address = `${writer.variables.write(host)}${path}${query && `?${query}`}`
  return [`${message.method} ${address}`, ...authorization.headers, ...headers, ...(body.text ? ['', body.text] : [])].join('\n')
}

/** Whether the answer can be part of an example: JSON of some kilobytes. */
export function responseOf({ answer, secrets }: Pick<Answered, 'answer' | 'secrets'>): string | undefined {
  if (answer.isCut || answer.body.byteLength > RESPONSE_BYTES_MAX) return undefined
  const text = new TextDecoder().decode(answer.body)
  if (!isJson(text)) return undefined
  const hidden = secrets.filter(({ value }) => value.length >= PART_CHARS_MIN)
  const masked = maskedJson(text).replace(STRING, (token) => {
    const plain = String(JSON.parse(token))
    const without = looksSecret(plain) ? MASK : hidden.reduce((all, { value }) => all.replaceAll(value, MASK), plain)
    return without === plain ? token : JSON.stringify(without)
  })
  return JSON.stringify(JSON.parse(masked), null, 2).length <= RESPONSE_BYTES_MAX * 2 ? pretty(masked) : undefined
}

/** Indented, with every number as it was written. */
function pretty(json: string): string {
  let [depth, result] = [0, '']
  const line = () => `\n${'  '.repeat(depth)}`
  const tokens = json.match(/"(?:[^"\\]|\\[\s\S])*"|[[\]{},:]|[^\s"[\]{},:]+/g) ?? []
  for (const [at, token] of tokens.entries()) {
    const isEmpty = /^[\]}]$/.test(tokens[at + 1] ?? '')
    if (token === '{' || token === '[') {
      depth++
      result += token + (isEmpty ? '' : line())
    } else if (token === '}' || token === ']') {
      depth--
      result += (/[[{]$/.test(result) ? '' : line()) + token
    } else result += token === ',' ? `,${line()}` : token === ':' ? ': ' : token
  }
  return result
}

/** A fence that its text cannot end. */
function fenced(info: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^[ \t]*(`{3,})/gm)].map(([, ticks = '']) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${info}\n${text}\n${ticks}`
}

/** The name of an environment in a form that builds take; "" if it has no such characters. */
export function environmentName(env_name: string): string {
  const name = env_name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-_.]+|-+$/g, '')
    .slice(0, 40)
  return isEnvironment(name) ? name : ''
}

export interface Written {
  /** What is added to the text of the page. */
  text: string
  /** The variables that a build has to set. */
  variables: string[]
}

/** The example as it is written; undefined if this request cannot be one. No secret that was typed is in it. */
export function writeExample(answered: Answered, { name, env, isUnsafe, hasResponse }: Chosen): Written | undefined {
  const writer = new Writer(answered)
  const request = requestOf(answered, writer)
  if (request === undefined) return undefined
  const title = name
    .replace(/[[\]`\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, INFO_NAME_CHARS_MAX)
  const info = [
    'http',
    ...(title ? [`[${title}]`] : []),
    ...(env ? [`env=${env}`] : []),
    `expect=${answered.answer.status}`,
    ...(isUnsafe ? ['run=unsafe'] : []),
  ].join(' ')
  const response = hasResponse ? responseOf(answered) : undefined
  const fences = [fenced(info, request), ...(response === undefined ? [] : [fenced('json response', response)])]
  const text = fences.join('\n\n')
  if (remainsIn(text, answered.secrets)) return undefined
  const variables = [...request.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, one = '']) => one.trim()).filter(Boolean)
  return { text, variables: [...new Set(variables)] }
}

/** Whether a secret is in the text after all, in any form in which it could have been written. */
const remainsIn = (text: string, secrets: Typed[]) =>
  secrets.some(
    ({ value }) =>
      value.length >= PART_CHARS_MIN &&
      [value, encodeURIComponent(value), encodeURI(value), JSON.stringify(value).slice(1, -1)].some((form) => text.includes(form)),
  )

/** The text of the page with the example at its end; undefined if no build would find it there. */
export function withExample(page: string, { text }: Written): { content: string; example: Example } | undefined {
  const above = page.trimEnd()
  const content = `${above}${above && '\n\n'}${text}\n`
  const [before, after] = [readExamples(page), readExamples(content)]
  const example = after.at(-1)
  return example && after.length === before.length + 1 ? { content, example } : undefined
}
