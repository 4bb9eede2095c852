import { readBoot } from '../../lib/boot.ts'
import type { AnswerMessage, NoAnswer, RequestMessage, WorkerMessage } from './message.ts'

/** Why there is no answer, as far as it can be known (T12). */
export type Problem =
  | Exclude<NoAnswer, { kind: 'failed' }>
  | { kind: 'worker' | 'offline' | 'insecure' | 'cors' }
  | { kind: 'local'; host: string }
  /** This server did not send it, or got no answer: in words. `isOff`: it sends nothing to this environment any more. */
  | { kind: 'refused'; text: string; isOff: boolean }
  /** The answer of this server did not arrive. */
  | { kind: 'lost' }
  /** The body is larger than what this server sends. */
  | { kind: 'large' }

export type Outcome = { answer: AnswerMessage } | { problem: Problem }

/** The browser asks its user before a page reaches these, and can refuse. */
const isLocalHost = (host: string) =>
  /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa)|[^.:]+)$/i.test(host) ||
  /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(host)

const isThisMachine = (host: string) => /^(?:(?:.*\.)?localhost|127\.[\d.]+)$/i.test(host)

/** The browser does not say why a request failed. This is what can be known. */
export function failureOf(base: string, { isOnline, protocol }: { isOnline: boolean; protocol: string }): Problem {
  const url = new URL(base)
  if (!isOnline && !isThisMachine(url.hostname)) return { kind: 'offline' }
  if (protocol === 'https:' && url.protocol === 'http:' && !isThisMachine(url.hostname)) return { kind: 'insecure' }
  return isLocalHost(url.hostname) ? { kind: 'local', host: url.hostname } : { kind: 'cors' }
}

/**
 * Sends a request from a worker of its own, which ends with it, so that no value stays anywhere. Undefined if it was cancelled. Never
 * rejects.
 */
export function sendRequest(item_id: string, message: RequestMessage, signal: AbortSignal): Promise<Outcome | undefined> {
  const worker = new Worker(`${readBoot().base}/console/${item_id}/worker.js`)
  return new Promise<Outcome | undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
    worker.addEventListener('error', () => resolve({ problem: { kind: 'worker' } }))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if ('answer' in data) return resolve(data)
      const { problem } = data
      const around = { isOnline: navigator.onLine, protocol: location.protocol }
      resolve({ problem: problem.kind === 'failed' ? failureOf(message.base, around) : problem })
    })
    worker.postMessage(message)
  }).finally(() => worker.terminate())
}

/** The headers that the API has to send, so that pages of this site can read its answers. */
export function headersToSend(origin: string, { method, headers, authorization, body }: RequestMessage): string[] {
  const named = headers.map(([name]) => name.toLowerCase())
  if (authorization?.kind === 'bearer' || authorization?.kind === 'basic') named.push('authorization')
  if (authorization?.kind === 'header') named.push(authorization.key.toLowerCase())
  const simple = ['accept', 'accept-language', 'content-language']
  const isSimpleBody = body === undefined || body.kind === 'multipart' || body.kind === 'form'
  const asked = [...new Set(named)].filter((name) => !simple.includes(name) && !(name === 'content-type' && isSimpleBody))
  return [
    `Access-Control-Allow-Origin: ${origin}`,
    ...(['GET', 'HEAD', 'POST'].includes(method) ? [] : [`Access-Control-Allow-Methods: ${method}`]),
    ...(asked.length > 0 ? [`Access-Control-Allow-Headers: ${asked.join(', ')}`] : []),
  ]
}
