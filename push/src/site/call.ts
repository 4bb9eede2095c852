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
  /** The name of the error, which is unique; '' on older sites. */
  readonly reason: string
  constructor(code: number, message: string, reason = '') {
    super(message)
    this.code = code
    this.reason = reason
  }
}

const ATTEMPTS_MAX = 6
const REQUEST_TIMEOUT_MS = 60_000
/** The site reads the file and writes pages before it answers. */
const UPLOAD_TIMEOUT_MS = 300_000
const WRONG_KEYS = 10306
/** Another push of the same source was faster. */
const BUSY = 'sourceBusy'

interface Answer<T> {
  error_code?: number
  error_name?: string
  error_message?: string
  data?: T
}

export interface Upload {
  name: string
  bytes: Buffer
  /** Language of the pages that the site makes of the file. */
  language: Language
}

export type Call = <T>(name: string, fields?: Record<string, string>, upload?: Upload) => Promise<T>

/** The fields and the file as a form. The keys are first, so that the site checks them before it takes the file. */
function formOf(fields: Record<string, string>, { name, bytes }: Upload): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

/** Creates the function that calls the open API. It retries after temporary errors. */
export function createCaller({ url, key, token }: SiteCredentials, { language, wait, notify, fetch: send = fetch }: CallerOptions): Call {
  const words = inLanguage({ en, zh }, language)
  const request = (name: string, given: Record<string, string>, upload: Upload | undefined) => {
    const fields = { api_key: key, api_token: token, ...given }
    return send(`${url}/api/${name}`, {
      method: 'POST',
      body: upload ? formOf(fields, upload) : JSON.stringify(fields),
      headers: { 'accept-language': upload?.language ?? language, ...(upload ? {} : { 'content-type': 'application/json' }) },
      // The keys must only be sent to the given address, so redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(upload ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
    })
  }
  return async <T>(name: string, fields: Record<string, string> = {}, upload?: Upload) => {
    for (let attempt = 1; ; attempt++) {
      const reply = await request(name, fields, upload).catch((error: Error) => error)
      const failed = reply instanceof Error || reply.status === 429 || reply.status >= 500
      const answer = failed ? undefined : await read<T>(reply)
      if (answer && 'data' in answer) return answer.data
      if (answer && attempt === ATTEMPTS_MAX) throw answer.busy
      const reason = reply instanceof Error ? reasonOf(reply) : String(reply.status)
      if (attempt === ATTEMPTS_MAX) throw new SiteUnavailable(words.unreachable(url, reason))
      const seconds = retryDelay(attempt, reply instanceof Error ? null : reply.headers.get('retry-after'))
      const isTooMany = !(reply instanceof Error) && reply.status === 429
      notify(words.waits(seconds, answer?.busy.message ?? (isTooMany ? words.tooMany : words.unreachable(url, reason))))
      await wait(seconds)
    }
  }

  async function read<T>(reply: Response): Promise<{ data: T } | { busy: Refused }> {
    if (reply.status >= 300 && reply.status < 400) throw new SiteUnavailable(words.moved(url, reply.headers.get('location') ?? '?'))
    const answer = (await reply.json().catch(() => undefined)) as Answer<T> | undefined
    if (typeof answer?.error_code !== 'number' || reply.status === 404) throw new SiteUnavailable(words.noApi(url, reply.status))
    if (answer.error_code === WRONG_KEYS) throw new SiteUnavailable(words.keys)
    if (answer.error_code === 0) return { data: answer.data as T }
    const refused = new Refused(answer.error_code, answer.error_message ?? '', answer.error_name)
    if (refused.reason !== BUSY) throw refused
    return { busy: refused }
  }

  function reasonOf(error: Error): string {
    if (error.name === 'TimeoutError') return words.noAnswer
    const cause = error.cause as { code?: string; message?: string } | undefined
    return cause?.code ?? cause?.message ?? error.message
  }
}
