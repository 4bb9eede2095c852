import { inLanguage, type Language } from '../lib/language.ts'

const en = {
  keys: 'The site does not accept this key and token. They are in the item’s settings under Open API.',
  unreachable: (where: string, why: string) => `${where} does not answer: ${why}`,
  moved: (where: string, to: string) => `${where} sends on to ${to}; give that address as --url.`,
  noApi: (where: string, status: number) => `${where} answers ${status} and is no open API; is the address right?`,
  waits: (seconds: number, why: string) => `${why}; trying again in ${seconds} s`,
  tooMany: 'The site asks for a pause',
  noAnswer: 'no answer in time',
}

const zh: typeof en = {
  keys: '站点不接受这组 api_key 和 api_token。请在项目设置的“开放 API”中核对。',
  unreachable: (where, why) => `${where} 没有响应：${why}`,
  moved: (where, to) => `${where} 跳转到了 ${to}，请用 --url 指定新地址。`,
  noApi: (where, status) => `${where} 返回 ${status}，不是开放 API，请检查地址。`,
  waits: (seconds, why) => `${why}，${seconds} 秒后重试`,
  tooMany: '站点要求稍候',
  noAnswer: '等待超时',
}

/**
 * The base address of a site, derived from a copied address: the home page, a call, or an address in ShowDoc's form.
 * Returns undefined for any other text.
 */
export function siteAddress(text: string): string | undefined {
  const written = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(written)) return undefined
  const { protocol, origin, pathname, username } = new URL(written)
  if (!/^https?:$/.test(protocol) || username) return undefined
  return origin + pathname.replace(/\/(?:server\/|index\.php|api\/).*$/, '').replace(/\/+$/, '')
}

/** Seconds before the next attempt: the site's Retry-After (at most 120), otherwise exponential backoff with jitter (at most 30). */
export function retryDelay(attempt: number, retryAfter: string | null, random = Math.random): number {
  const requested = Number(retryAfter)
  if (retryAfter && Number.isFinite(requested)) return Math.min(Math.max(requested, 1), 120)
  return Math.round(Math.min(2 ** (attempt - 1), 30) * (5 + 5 * random())) / 10
}

export interface SiteCredentials {
  /** Base address of the site, without a trailing slash. */
  url: string
  key: string
  token: string
}

interface CallerOptions {
  language: Language
  wait: (seconds: number) => Promise<unknown>
  /** Called with the reason before each wait. */
  notify: (text: string) => void
  fetch?: typeof fetch
}

/** The site cannot be used; further calls are pointless. */
export class SiteUnavailable extends Error {}
/** The site refused this call. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const ATTEMPTS_MAX = 6
const REQUEST_TIMEOUT_MS = 60_000
const WRONG_KEYS = 10306

export type Call = <T>(name: string, fields?: Record<string, string>) => Promise<T>

/** Creates the function that calls the open API. It retries after temporary errors. */
export function createCaller({ url, key, token }: SiteCredentials, { language, wait, notify, fetch: send = fetch }: CallerOptions): Call {
  const words = inLanguage({ en, zh }, language)
  const request = (name: string, fields: Record<string, string>) =>
    send(`${url}/api/${name}`, {
      method: 'POST',
      body: JSON.stringify({ api_key: key, api_token: token, ...fields }),
      headers: { 'content-type': 'application/json', 'accept-language': language },
      // The keys must only be sent to the given address, so redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  return async <T>(name: string, fields: Record<string, string> = {}) => {
    for (let attempt = 1; ; attempt++) {
      const reply = await request(name, fields).catch((error: Error) => error)
      const failed = reply instanceof Error || reply.status === 429 || reply.status >= 500
      if (!failed) return read<T>(reply)
      const reason = reply instanceof Error ? reasonOf(reply) : String(reply.status)
      if (attempt === ATTEMPTS_MAX) throw new SiteUnavailable(words.unreachable(url, reason))
      const seconds = retryDelay(attempt, reply instanceof Error ? null : reply.headers.get('retry-after'))
      notify(words.waits(seconds, !(reply instanceof Error) && reply.status === 429 ? words.tooMany : words.unreachable(url, reason)))
      await wait(seconds)
    }
  }

  async function read<T>(reply: Response): Promise<T> {
    if (reply.status >= 300 && reply.status < 400) throw new SiteUnavailable(words.moved(url, reply.headers.get('location') ?? '?'))
    const answer = (await reply.json().catch(() => undefined)) as { error_code?: number; error_message?: string; data?: T } | undefined
    if (typeof answer?.error_code !== 'number' || reply.status === 404) throw new SiteUnavailable(words.noApi(url, reply.status))
    if (answer.error_code === WRONG_KEYS) throw new SiteUnavailable(words.keys)
    if (answer.error_code !== 0) throw new Refused(answer.error_code, answer.error_message ?? '')
    return answer.data as T
  }

  function reasonOf(error: Error): string {
    if (error.name === 'TimeoutError') return words.noAnswer
    const cause = error.cause as { code?: string; message?: string } | undefined
    return cause?.code ?? cause?.message ?? error.message
  }
}
