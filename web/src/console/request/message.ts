/* What the panel and the worker tell each other. Texts can have variables: `{{name}}`, which only the worker fills in. */

export type Pair = readonly [name: string, value: string]

export type MessageBody =
  | { kind: 'text'; text: string }
  | { kind: 'form'; rows: Pair[] }
  | { kind: 'multipart'; rows: (readonly [name: string, value: string | File])[] }
  | { kind: 'file'; file: File }

export type Authorization =
  | { kind: 'bearer'; value: string }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'header' | 'query'; key: string; value: string }

/** A request to send. */
export interface RequestMessage {
  method: string
  /** `https://api.example.com/v2`; the request never leaves it. */
  base: string
  /** Literal texts, and values that become one segment each. */
  path: (string | { name: string; value: string })[]
  query: Pair[]
  headers: Pair[]
  authorization: Authorization | undefined
  body: MessageBody | undefined
  variables: Record<string, string>
}

/**
 * Why there is no answer. `blocked`: the policy of the worker refused an address, to which the API has redirected. `invalid`: it is no
 * request, with a reason. `failed`: the browser does not say why.
 */
export type NoAnswer = { kind: 'blocked' } | { kind: 'invalid'; reason: string } | { kind: 'timeout' } | { kind: 'failed' }

export interface AnswerMessage {
  status: number
  statusText: string
  headers: Pair[]
  /** Milliseconds until the whole answer was there. */
  ms: number
  /** The first bytes. */
  body: ArrayBuffer
  /** There are more bytes than these. */
  isCut: boolean
  /** The address after redirects, "" without any. */
  redirected: string
}

export type WorkerMessage = { answer: AnswerMessage } | { problem: NoAnswer }
