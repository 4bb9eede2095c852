import { sha256 } from '../auth/secrets.ts'
import type { Ctx } from '../context.ts'

/** Seconds within which a user must return from the provider. */
const ATTEMPT_LIFETIME_SECONDS = 600

interface Attempt {
  state: string
  verifier: string
  nonce: string
  session_id: number
  uid: number | null
  redirect: string
  provider_id: number
}

export const keepAttempt = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { state, ...attempt }: Attempt) =>
  db
    .insertInto('outside_attempt')
    .values({ ...attempt, state_hash: sha256(state), until: now() + ATTEMPT_LIFETIME_SECONDS })
    .execute()

/** Takes the attempt that this session began with this state. An attempt can be taken once. */
export const takeAttempt = ({ db, now }: Pick<Ctx, 'db' | 'now'>, session_id: number, state: string) =>
  db
    .deleteFrom('outside_attempt')
    .where('state_hash', '=', sha256(state))
    .where('session_id', '=', session_id)
    .where('until', '>', now())
    .returningAll()
    .executeTakeFirst()
