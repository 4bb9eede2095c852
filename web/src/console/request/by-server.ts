import type { Answer } from '@sheaf/contract/client'
import { CALL_TIMEOUT_MS, SEND_BYTES_MAX } from '@sheaf/contract/limits'
import { ApiError, addressOf as callAddress, isError, isNetworkError, networkError, proxyRefusal, unwrapAnswer } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { addressOf, bodyOf, fillWith, headersOf, Invalid } from './build.ts'
import type { Pair, RequestMessage } from './message.ts'
import type { Outcome } from './send.ts'

interface Place {
  page_id: string
  env_id: string
}

const CHUNK_BYTES = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  return btoa(text)
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

const named = ([name, value]: Pair) => ({ name, value })

/** The fields of `console/send`. The method is that of the operation, which the server knows. */
async function fieldsOf(message: RequestMessage): Promise<Record<string, string> | 'large'> {
  const fill = fillWith(message.variables)
  const url = new URL(addressOf(message, fill))
  const base = new URL(message.base).pathname.replace(/\/+$/, '')
  const body = bodyOf(message, fill)
  // A form with files gets its content type, with the boundary, only when it is packed.
  const packed = new Response(body)
  const bytes = new Uint8Array(await packed.arrayBuffer())
  if (bytes.length > SEND_BYTES_MAX) return 'large'
  return {
    path: url.pathname.slice(base.length),
    query: JSON.stringify([...url.searchParams].map(named)),
    headers: JSON.stringify([...headersOf(message, fill)].map(named)),
    body: base64Of(bytes),
    type: packed.headers.get('content-type') ?? '',
  }
}

async function answerOf(place: Place, message: RequestMessage, signal: AbortSignal): Promise<Outcome> {
  const fields = await fieldsOf(message)
  if (fields === 'large') return { problem: { kind: 'large' } }
  const response = await fetch(callAddress('console/send'), {
    method: 'POST',
    body: new URLSearchParams({ ...place, ...fields }),
    headers: { 'accept-language': readBoot().language },
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
  }).catch(() => {
    throw networkError()
  })
  const envelope: unknown = await response.json().catch(() => null)
  const refusal = proxyRefusal(response.status, envelope)
  if (refusal) throw refusal
  // A sign-in on another screen would lose what was typed, so the panel says it.
  const sent = unwrapAnswer(envelope, { redirect_login: false }) as Answer<'console', 'send'>
  const headers = sent.headers.map(({ name, value }): Pair => [name, value])
  const body = bytesOf(sent.body).buffer
  return { answer: { status: sent.status, statusText: '', headers, ms: sent.ms, redirected: '', body, isCut: sent.cut } }
}

/** Lets this server send a request, whose values it keeps nowhere. Undefined if it was cancelled. Never rejects. */
export async function sendByServer(place: Place, message: RequestMessage, signal: AbortSignal): Promise<Outcome | undefined> {
  const cancelled = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
  try {
    return await Promise.race([answerOf(place, message, signal), cancelled])
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof Invalid) return { problem: { kind: 'invalid', reason: error.message } }
    if (!(error instanceof ApiError) || isNetworkError(error)) return { problem: { kind: 'lost' } }
    return { problem: { kind: 'refused', text: error.message, isOff: isError(error, 'proxyOff') } }
  }
}
