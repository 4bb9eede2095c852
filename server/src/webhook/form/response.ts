import type { WebhookKind } from '@sheaf/contract/webhooks'
import type { OutboundAnswer } from '../../outbound/outbound.ts'

/**
 * Why an attempt failed. `status`: not 2xx; `redirect`: 3xx; `gone`: 410; `tooFast`: a limit of the receiver; `signature`, `address`: the
 * bot does not accept them; `bot`: another error of a bot. The others are those of the connection.
 */
export type Problem =
  | ''
  | 'status'
  | 'redirect'
  | 'gone'
  | 'tooFast'
  | 'signature'
  | 'address'
  | 'bot'
  | 'timeout'
  | 'name'
  | 'unreachable'
  | 'certificate'
  | 'brokenOff'
  | 'forbidden'
  | 'sealed'
  | 'restored'

export interface Judged {
  problem: Problem
  /** The sentence of a bot. */
  said: string
  /** Seconds that the receiver asked to wait. */
  wait: number
}

const SAID_MAX_CHARS = 200
const MINUTE = 60

interface Known {
  problem: Problem
  wait?: number
}

/** Numbers that the bots document. */
const known: Record<string, Record<number, Known>> = {
  wecom: { 45009: { problem: 'tooFast', wait: MINUTE }, 93000: { problem: 'address' }, 40058: { problem: 'bot' } },
  dingtalk: { 130101: { problem: 'tooFast', wait: 10 * MINUTE }, 310000: { problem: 'signature' }, 300001: { problem: 'address' } },
  feishu: {
    11232: { problem: 'tooFast', wait: MINUTE },
    9499: { problem: 'tooFast', wait: MINUTE },
    19021: { problem: 'signature' },
    19001: { problem: 'address' },
  },
}

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const shortened = (text: unknown) =>
  (typeof text === 'string'
    ? text
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : ''
  ).slice(0, SAID_MAX_CHARS)

/** Seconds of a Retry-After header; it can also be a date. */
function waitOf(header: string | undefined, at: number): number {
  if (!header) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, Math.ceil(date / 1000) - at)
}

/** A status of 200 is a success only for programs: a bot answers it for errors as well. */
export function judge(kind: WebhookKind, { status, headers, body }: OutboundAnswer, at: number): Judged {
  const wait = waitOf(headers['retry-after'], at)
  if (kind === 'slack') {
    const said = shortened(body)
    if (status === 200 && said === 'ok') return { problem: '', said: '', wait: 0 }
    if (status === 429) return { problem: 'tooFast', said, wait }
    if (status === 403 || status === 404) return { problem: 'address', said, wait }
    if (status === 410) return { problem: 'gone', said, wait }
    return { problem: status >= 200 && status < 300 ? 'bot' : 'status', said, wait }
  }
  if (status >= 200 && status < 300) return kind === 'json' ? { problem: '', said: '', wait: 0 } : judgeBot(kind, body)
  if (status >= 300 && status < 400) return { problem: 'redirect', said: '', wait }
  return { problem: status === 410 ? 'gone' : status === 429 ? 'tooFast' : 'status', said: '', wait }
}

function judgeBot(kind: WebhookKind, body: string): Judged {
  const reply = objectIn(body)
  const code = reply?.['errcode'] ?? reply?.['code'] ?? reply?.['StatusCode']
  if (code === 0) return { problem: '', said: '', wait: 0 }
  const said = shortened(reply?.['errmsg'] ?? reply?.['msg'] ?? reply?.['StatusMessage'])
  const { problem = 'bot', wait = 0 } = known[kind]?.[Number(code)] ?? {}
  // DingTalk has one number for the signature and for other rules of the bot, such as keywords.
  if (kind === 'dingtalk' && problem === 'signature' && !/sign|timestamp/i.test(said)) return { problem: 'bot', said, wait }
  return { problem, said, wait }
}
