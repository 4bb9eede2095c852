import type { Refusal } from '@sheaf/contract'
import { type Reply, unexpected } from './ask.ts'

export interface AppToken {
  token: string
  /** Seconds from now until it ends. */
  seconds: number
}

/** Thrown when a provider does not accept the token of the app any more. */
export class TokenRefused extends Error {
  readonly refusal: Refusal
  constructor(reply: Reply, number: string) {
    super('the token of the app was refused')
    this.refusal = unexpected(reply, number)
  }
}

/** Runs the requests that need a token of the app. */
export type WithToken = <T>(use: (token: string) => Promise<T>) => Promise<T>

/** The token that is current, or another one than `refused`. */
type CurrentToken = (refused?: string) => Promise<string>

/** Runs the requests, and once more with a new token when the provider refuses the one that was current. */
export const withTokenOf =
  (current: CurrentToken): WithToken =>
  async (use) => {
    const token = await current()
    try {
      return await use(token)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
    }
    try {
      return await use(await current(token))
    } catch (error) {
      throw error instanceof TokenRefused ? error.refusal : error
    }
  }

const TOKEN_MAX_CHARS = 4000

/** The token of an answer. Throws when there is none that can be used. */
export function tokenIn(reply: Reply, token: unknown, seconds: unknown): AppToken {
  if (typeof token !== 'string' || token === '' || token.length > TOKEN_MAX_CHARS) throw unexpected(reply, '')
  const length = Number(seconds)
  return { token, seconds: Number.isFinite(length) && length > 0 ? Math.min(length, 7200) : 0 }
}
