import { isIP } from 'node:net'
import { Refusal } from '@sheaf/contract'
import type { Outbound } from '../../outbound/outbound.ts'
import { OutboundFailure } from '../../outbound/place.ts'
import { PROVIDER_RESPONSE_MAX_BYTES, PROVIDER_TIMEOUT_MS } from '../plain.ts'

export interface Reply {
  status: number
  body: Record<string, unknown>
  /** The host that answered, for the texts of refusals. */
  place: string
}

/** Sends one request and reads the object of its answer. The body is sent as JSON, with POST. */
export type Ask = (address: URL, request?: { headers?: Record<string, string>; json?: object }) => Promise<Reply>

/**
 * Requests to Feishu, DingTalk and WeCom. They follow the rules of the operator (OUTBOUND, OUTBOUND_ALLOW, OUTBOUND_PROXY), and S85:
 * certificates are checked, redirects are refused, time and size are limited. Addresses have tokens in them, so no error repeats one.
 */
export const askThrough =
  (outbound: Outbound): Ask =>
  async (address, { headers = {}, json } = {}) => {
    const place = address.host
    const body = json && JSON.stringify(json)
    const request = {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json; charset=utf-8' } : {}) },
      ...(body ? { body } : {}),
    }
    const answer = await outbound
      .download(address.href, { ...request, bytesMax: PROVIDER_RESPONSE_MAX_BYTES, totalMs: PROVIDER_TIMEOUT_MS })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundFailure)) throw error
        throw new Refusal(error.fault === 'certificate' ? 'providerTls' : 'providerSilent', { place, problem: error.fault })
      })
    const unusable = (problem: string) => new Refusal('providerAnswer', { place, problem })
    if (!answer.isWhole) throw unusable('> 1 MB')
    if (answer.status >= 300 && answer.status < 400) throw unusable(`HTTP ${answer.status}`)
    const read = objectOf(answer.bytes.toString('utf8'))
    if (!read) throw unusable(`HTTP ${answer.status}, ${typeOf(answer.headers['content-type'])}`)
    return { status: answer.status, body: read, place }
  }

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const typeOf = (given = '') => /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(given)?.[0] ?? 'no content-type'

/** An answer whose number has no text of its own. Only the number is repeated, never the words of the provider (S168). */
export function unexpected({ status, place }: Pick<Reply, 'status' | 'place'>, number: string): Refusal {
  const known = /^[\w.-]{1,80}$/.test(number) ? number : ''
  return new Refusal('providerAnswer', { place, problem: known || `HTTP ${status}` })
}

/** The address of this server that a provider names in its refusal; undefined when it names none. */
export function ownAddressIn(message: unknown): string | undefined {
  const found = typeof message === 'string' ? (/\bip[:=] ?([\da-f.:]{3,45})/i.exec(message.slice(0, 2000))?.[1] ?? '') : ''
  return isIP(found) ? found : undefined
}
