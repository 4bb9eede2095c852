import { Refusal } from '@sheaf/contract'
import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'
import { SEND_ANSWER_BYTES_MAX, SEND_MS } from '@sheaf/contract/limits'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx } from '../context.ts'
import type { Store } from '../db/dialect.ts'
import { type Fault, OutboundFailure } from '../outbound/place.ts'
import { type SentRequest, shownHeaders } from './send.rules.ts'

/** Requests at once of one reader, and of this process: each can hold an answer of 5 MB. */
const AT_ONCE_MAX = 10
const AT_ONCE_IN_ALL_MAX = 30

const running = new WeakMap<Store, Map<number, number>>()

/** Takes a place among the requests of a reader. Returns the function that frees it. */
function takePlace({ store, user }: Pick<Ctx<'user'>, 'store' | 'user'>): () => void {
  const counts = running.get(store) ?? new Map<number, number>()
  running.set(store, counts)
  const own = counts.get(user.uid) ?? 0
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (own >= AT_ONCE_MAX || all >= AT_ONCE_IN_ALL_MAX) throw new Refusal('tooMany')
  counts.set(user.uid, own + 1)
  return () => {
    const left = (counts.get(user.uid) ?? 1) - 1
    if (left > 0) counts.set(user.uid, left)
    else counts.delete(user.uid)
  }
}

const faultWords: Record<Fault, Record<'en' | 'zh', string>> = {
  timeout: { en: 'no answer within 15 seconds. It may have received the request', zh: '15 秒内没有响应，请求可能已送达' },
  name: { en: 'its name could not be resolved just now', zh: '暂时无法解析该主机名' },
  unreachable: { en: 'it cannot be reached', zh: '无法连接' },
  certificate: { en: 'its certificate is not valid', zh: '证书无效' },
  brokenOff: { en: 'the connection broke off. It may have received the request', zh: '连接中断，请求可能已送达' },
}

const failed = (host: string, fault: Fault, language: Language) =>
  new Refusal('outboundFailed', { host, problem: inLanguage(faultWords[fault], language) })

/** Throws a refusal in words unless this server may send requests of readers to this address. */
export async function mustBeAllowed({ outbound, language }: Ctx, address: string) {
  await outbound.mustBeForwardable(address).catch((error: unknown): never => {
    throw error instanceof OutboundFailure ? failed(new URL(address).host, error.fault, language) : error
  })
}

/**
 * Sends a request of a reader and returns the answer as data. Nothing of it is kept: the log has the method, the host and the status, and
 * neither path, query, headers nor body.
 */
export async function sendForReader(ctx: Ctx<'user'>, { method, url, headers, body }: SentRequest, subject: string) {
  const free = takePlace(ctx)
  const { host } = url
  const note = (end: string) =>
    ctx.store.write((trx) => writeAudit(trx, ctx, 'requestSent', { subject, detail: `${method} ${host} ${end}` }))
  try {
    const from = performance.now()
    const answer = await ctx.outbound.forward(url.href, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
      ...(body ? { body } : {}),
      isDecoded: true,
      bytesMax: SEND_ANSWER_BYTES_MAX,
      totalMs: SEND_MS,
      signal: ctx.gone,
    })
    const ms = Math.round(performance.now() - from)
    await note(String(answer.status))
    const shown = shownHeaders(answer.headers, url)
    return { status: answer.status, headers: shown, ms, body: answer.bytes.toString('base64'), cut: !answer.isWhole }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    // A request that its reader ended may have reached the API.
    await note(ctx.gone?.aborted ? 'cancelled' : error.fault)
    throw failed(host, error.fault, ctx.language)
  } finally {
    free()
  }
}
