import type { Sendable } from './request.ts'

/** What came back. `body` is undefined for an answer that is larger than the limit. */
export interface Answer {
  status: number
  ms: number
  /** The content type, "" without. */
  type: string
  body: Buffer | undefined
}

/** `reason` is a code of the system or a time, and contains nothing of the request. */
export interface NoAnswer {
  reason: string
}

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 5 * 1024 * 1024

/** The body after decompression; undefined if it is too large. */
async function read(body: ReadableStream<Uint8Array> | null): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > ANSWER_BYTES_MAX) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Sends a request once. Redirects are answers and are not followed, so that headers with secrets stay with their host. */
export async function send({ url, method, headers, body }: Sendable, agent: string, timeout = TIMEOUT_MS): Promise<Answer | NoAnswer> {
  const started = performance.now()
  try {
    const all = new Headers({ 'user-agent': agent })
    for (const [name, value] of headers) all.set(name, value)
    const signal = AbortSignal.timeout(timeout)
    const answer = await fetch(url, { method, redirect: 'manual', signal, headers: all, ...(body === undefined ? {} : { body }) })
    const bytes = await read(answer.body)
    return {
      status: answer.status,
      ms: Math.round(performance.now() - started),
      type: answer.headers.get('content-type') ?? '',
      body: bytes,
    }
  } catch (error) {
    // Messages of errors can contain the address or a header.
    const { name, cause } = error as Error & { cause?: { code?: unknown } }
    const code = String(cause?.code ?? '')
    return { reason: name === 'TimeoutError' ? `${timeout / 1000} s` : /^[A-Z][A-Z_]{1,40}$/.test(code) ? code : 'failed' }
  }
}
