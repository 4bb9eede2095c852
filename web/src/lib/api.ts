import { type Client, createClient } from '@sheaf/contract/client'
import type { ErrorName } from '@sheaf/contract/errors'
import { CALL_TIMEOUT_MS } from '@sheaf/contract/limits'
import { readBoot } from './boot.ts'

/** A refusal of the server in the words it gave; `code` 0 means that no answer came. Several errors share a code, none a name. */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  readonly error: ErrorName | undefined
  constructor(code: number, message: string, data: unknown = null, error?: ErrorName) {
    super(message)
    this.code = code
    this.data = data
    this.error = error
  }
}

interface Envelope {
  error_code: number
  error_message: string
  /** With every error_code but 0. */
  error_name?: ErrorName
  data: unknown
}

/** Told of every 10102; the session room decides where to go. */
export const onLoginInvalid: { tell: () => void } = { tell: () => {} }

const networkError = () =>
  new ApiError(
    0,
    readBoot().language === 'zh' ? '无法连接服务器，请检查网络后重试' : 'The server cannot be reached. Check your connection and try again',
  )

/**
 * A call whose failing must not carry anybody off to the login: a spreadsheet is written where it is read, a save or the lock may be
 * answered after its editor was left, and a count of notices is asked for in passing.
 */
export const withoutLoginRedirect = <T extends object>(input: T) => ({ ...input, redirect_login: false })

export const addressOf = (path: string) => `${readBoot().base}/api/${path}`

export const requestId = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${performance.now().toString(36).replace('.', '')}`

async function send(path: string, fields: Record<string, unknown>) {
  const body = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) body.set(key, String(value))
  const response = await fetch(addressOf(path), {
    method: 'POST',
    body,
    headers: { 'accept-language': readBoot().language === 'zh' ? 'zh-CN' : 'en-US' },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch(() => {
    throw networkError()
  })
  return unwrapAnswer(await response.json().catch(() => null), fields)
}

/** Takes the answer out of its envelope, or throws what is wrong. */
export function unwrapAnswer(answer: unknown, fields: Record<string, unknown> = {}) {
  const envelope = answer as Envelope | null
  if (!envelope) throw networkError()
  if (envelope.error_code === 0) return envelope.data
  if (envelope.error_code === 10102 && fields['redirect_login'] !== false) onLoginInvalid.tell()
  throw new ApiError(envelope.error_code, envelope.error_message, envelope.data, envelope.error_name)
}

export const api: Client = createClient(send)
