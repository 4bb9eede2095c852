import type { NoAnswer, Pair, RequestMessage, WorkerMessage } from './message.ts'

/*
 * Sends one request of the console. The server answers this script with a policy of its own (`/console/{item_id}/worker.js`), which
 * lists the origins of the item's environments: it can reach nothing else, and pages can reach none of them.
 */

/** Milliseconds until a request ends without an answer, and bytes of an answer that are read. */
const TIMEOUT_MS = 60_000
const BODY_BYTES_MAX = 20 * 1024 * 1024

/** Says what is wrong with a request that cannot be made. */
class Invalid extends Error {}

const fillWith =
  (variables: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (whole, given: string) => {
      const name = given.trim()
      if (Object.hasOwn(variables, name)) return variables[name] ?? ''
      return name === 'uuid' ? crypto.randomUUID() : whole
    })

function addressOf({ base, path, query, authorization }: RequestMessage, fill: (text: string) => string): string {
  const written = path.map((piece) => (typeof piece === 'string' ? piece : encodeURIComponent(fill(piece.value)))).join('')
  const url = new URL(base + written)
  const within = new URL(base)
  // A value such as `..` must not lead out of the base address.
  if (url.origin !== within.origin || !`${url.pathname}/`.startsWith(`${within.pathname.replace(/\/+$/, '')}/`)) throw new Invalid('path')
  for (const [name, value] of query) url.searchParams.append(name, fill(value))
  if (authorization?.kind === 'query') url.searchParams.append(authorization.key, fill(authorization.value))
  return url.href
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

function headersOf({ headers: given, authorization }: RequestMessage, fill: (text: string) => string): Headers {
  const headers = new Headers()
  const add = (name: string, value: string) => {
    try {
      headers.append(name, value)
    } catch {
      throw new Invalid(`header ${name}`)
    }
  }
  for (const [name, value] of given) add(name, fill(value))
  if (authorization?.kind === 'bearer') add('Authorization', `Bearer ${fill(authorization.value)}`)
  if (authorization?.kind === 'basic')
    add('Authorization', `Basic ${base64(`${fill(authorization.user)}:${fill(authorization.password)}`)}`)
  if (authorization?.kind === 'header') add(authorization.key, fill(authorization.value))
  return headers
}

function bodyOf({ body }: RequestMessage, fill: (text: string) => string): BodyInit | null {
  if (!body) return null
  if (body.kind === 'text') return fill(body.text)
  if (body.kind === 'file') return body.file
  if (body.kind === 'form') return new URLSearchParams(body.rows.map(([name, value]): [string, string] => [name, fill(value)]))
  const form = new FormData()
  for (const [name, value] of body.rows)
    if (typeof value === 'string') form.append(name, fill(value))
    else form.append(name, value, value.name)
  return form
}

async function firstBytes(response: Response): Promise<{ body: ArrayBuffer; isCut: boolean }> {
  const parts: BlobPart[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) return { body: await new Blob(parts).arrayBuffer(), isCut: false }
    const left = BODY_BYTES_MAX - size
    parts.push(next.value.subarray(0, left) as Uint8Array<ArrayBuffer>)
    size += next.value.length
    if (size <= BODY_BYTES_MAX) continue
    void reader?.cancel()
    return { body: await new Blob(parts).arrayBuffer(), isCut: true }
  }
}

let isBlocked = false
addEventListener('securitypolicyviolation', () => {
  isBlocked = true
})

function problemOf(error: unknown): NoAnswer {
  if (error instanceof Invalid) return { kind: 'invalid', reason: error.message }
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'timeout' }
  return { kind: isBlocked ? 'blocked' : 'failed' }
}

async function answerOf(message: RequestMessage): Promise<WorkerMessage> {
  try {
    const fill = fillWith(message.variables)
    const options: RequestInit = {
      method: message.method,
      headers: headersOf(message, fill),
      body: bodyOf(message, fill),
      credentials: 'omit',
      redirect: 'follow',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const address = addressOf(message, fill)
    const from = performance.now()
    const response = await fetch(address, options)
    const read = await firstBytes(response)
    const ms = Math.round(performance.now() - from)
    const headers = [...response.headers].map(([name, value]): Pair => [name, value])
    const redirected = response.redirected ? response.url : ''
    return { answer: { status: response.status, statusText: response.statusText, headers, ms, redirected, ...read } }
  } catch (error) {
    // The report of a violation can come after the failure.
    await new Promise((resolve) => setTimeout(resolve))
    return { problem: problemOf(error) }
  }
}

addEventListener('message', async ({ data }: MessageEvent<RequestMessage>) => {
  const message = await answerOf(data)
  postMessage(message, 'answer' in message ? { transfer: [message.answer.body] } : {})
})
