import { addressOf, bodyOf, fillWith, headersOf, Invalid } from './build.ts'
import type { NoAnswer, Pair, RequestMessage, WorkerMessage } from './message.ts'

/*
 * Sends one request of the console. The server answers this script with a policy of its own (`/console/{item_id}/worker.js`), which
 * lists the origins of the item's environments: it can reach nothing else, and pages can reach none of them.
 */

/** Milliseconds until a request ends without an answer, and bytes of an answer that are read. */
const TIMEOUT_MS = 60_000
const BODY_BYTES_MAX = 20 * 1024 * 1024

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
