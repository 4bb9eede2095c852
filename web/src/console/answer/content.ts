import { beautify } from '@sheaf/markdown/beautify'
import type { AnswerMessage } from '../request/message.ts'

/** Bytes of a text that are shown; the whole answer can be downloaded. */
export const SHOWN_BYTES_MAX = 1024 * 1024

const PICTURES = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
])

export const headerOf = ({ headers }: Pick<AnswerMessage, 'headers'>, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

const typeOf = (answer: AnswerMessage) => (headerOf(answer, 'content-type').split(';')[0] ?? '').trim().toLowerCase()

/** How an answer is shown: always as text, apart from pictures, which browsers run nothing in, and bytes that are no text. */
export type Shown =
  | { kind: 'empty' }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'picture'; type: string }
  | { kind: 'bytes' }

function decoder(answer: AnswerMessage) {
  const charset = /charset="?([\w.:-]{1,40})/i.exec(headerOf(answer, 'content-type'))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

export function shownOf(answer: AnswerMessage): Shown {
  const { body } = answer
  const type = typeOf(answer)
  if (body.byteLength === 0) return { kind: 'empty' }
  if (PICTURES.has(type) && !answer.isCut) return { kind: 'picture', type }
  const bytes = new Uint8Array(body)
  if (bytes.subarray(0, 8192).includes(0) && !/utf-?16|ucs/i.test(headerOf(answer, 'content-type'))) return { kind: 'bytes' }
  const isCut = body.byteLength > SHOWN_BYTES_MAX
  const text = decoder(answer).decode(bytes.subarray(0, SHOWN_BYTES_MAX))
  return { kind: 'text', text: isCut ? text : beautify(text).text || text, isCut: isCut || answer.isCut }
}

/** The whole text, for the comparison; "" for an answer that is not compared. */
export const comparableText = (answer: AnswerMessage) =>
  answer.isCut || answer.body.byteLength > SHOWN_BYTES_MAX ? '' : decoder(answer).decode(answer.body)

/** The name of a download. It has no ending that opens as a page or a program. */
export function fileName(answer: AnswerMessage): string {
  const type = typeOf(answer)
  if (/^application\/(?:.*\+)?json$/.test(type)) return 'answer.json'
  return `answer.${PICTURES.get(type) ?? (/^text\/|xml|script/.test(type) ? 'txt' : 'bin')}`
}

/** Tokens of JSON with the class of their colour. */
export function colours(text: string): { text: string; look: string }[] {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[^"\d\-tfn]+|[\s\S]/g) ?? []
  return tokens.map((token) => {
    if (token.startsWith('"')) return { text: token, look: token.endsWith(':') ? 'tok-key' : 'tok-str' }
    if (/^-?\d/.test(token)) return { text: token, look: 'tok-num' }
    return { text: token, look: /^(?:true|false|null)$/.test(token) ? 'tok-word' : '' }
  })
}
