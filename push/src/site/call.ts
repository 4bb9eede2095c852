import type { Language } from '../lib/language.ts'
import { callWords } from './call.words.ts'

/** Where a site begins, from whatever somebody copied: the home page, the address of a call, or one in ShowDoc's form. */
export function siteAddress(text: string): string | undefined {
  const written = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(written)) return undefined
  const { protocol, origin, pathname, username } = new URL(written)
  if (!/^https?:$/.test(protocol) || username) return undefined
  return origin + pathname.replace(/\/(?:server\/|index\.php|api\/).*$/, '').replace(/\/+$/, '')
}

/** Seconds to wait before the next try: what the site asks for, else longer each time, and never the same for all who wait. */
export function retryDelay(tries: number, retryAfter: string | null, chance = Math.random): number {
  const asked = Number(retryAfter)
  if (retryAfter && Number.isFinite(asked)) return Math.min(Math.max(asked, 1), 120)
  return Math.round(Math.min(2 ** (tries - 1), 30) * (5 + 5 * chance())) / 10
}

export interface Address {
  /** Where the site begins, without a slash at the end. */
  url: string
  key: string
  token: string
}

interface CallerOptions {
  language: Language
  wait: (seconds: number) => Promise<unknown>
  /** Told what is being waited for. */
  tell: (text: string) => void
  fetch?: typeof fetch
}

/** The site cannot be used at all: no further call makes sense. */
export class SiteUnavailable extends Error {}
/** The site refused this one call. */
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

/** Makes the function that calls the open API; it waits and tries again where waiting helps. */
export function caller({ url, key, token }: Address, { language, wait, tell, fetch: send = fetch }: CallerOptions): Call {
  const words = callWords(language)
  const once = (name: string, fields: Record<string, string>) =>
    send(`${url}/api/${name}`, {
      method: 'POST',
      body: JSON.stringify({ api_key: key, api_token: token, ...fields }),
      headers: { 'content-type': 'application/json', 'accept-language': language },
      // The keys go to the address that was given and nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  return async <T>(name: string, fields: Record<string, string> = {}) => {
    for (let tries = 1; ; tries++) {
      const reply = await once(name, fields).catch((error: Error) => error)
      const failed = reply instanceof Error || reply.status === 429 || reply.status >= 500
      if (!failed) return read<T>(reply)
      const why = reply instanceof Error ? reasonOf(reply) : String(reply.status)
      if (tries === ATTEMPTS_MAX) throw new SiteUnavailable(words.unreachable(url, why))
      const seconds = retryDelay(tries, reply instanceof Error ? null : reply.headers.get('retry-after'))
      tell(words.waits(seconds, !(reply instanceof Error) && reply.status === 429 ? words.tooMany : words.unreachable(url, why)))
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
