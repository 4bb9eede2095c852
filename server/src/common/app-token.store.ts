import { seal, sha256, unseal } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Provider } from './provider.store.ts'

/** Seconds of a claim: longer than the request for a token takes. A server that dies leaves it to the next one. */
const CLAIM_SECONDS = 8

export type TokenServices = Pick<Services, 'store' | 'now'> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY'> }

/** A token is sealed under the settings that it was given for, so that it ends when one of them changes (S170). */
function sealName({ provider_id, kind, form }: Provider): string {
  const { host, client_id, client_secret } = form
  return `app token ${provider_id} ${sha256(JSON.stringify([kind, host, client_id, client_secret]))}`
}

/** The stored token; undefined when there is none for these settings, or it ends soon. Read from the database, not from a cache. */
export async function storedToken(services: TokenServices, provider: Provider): Promise<string | undefined> {
  const row = await services.store.db
    .selectFrom('provider')
    .select(['app_token_sealed', 'app_token_until'])
    .where('provider_id', '=', provider.provider_id)
    .executeTakeFirst()
  if (!row?.app_token_sealed || row.app_token_until <= services.now()) return undefined
  return unseal(services, sealName(provider), row.app_token_sealed)
}

/** Claims the request for the next token. Returns the end of the claim, or undefined while another server has it. */
export async function claimToken({ store, now }: TokenServices, provider_id: number): Promise<number | undefined> {
  const until = now() + CLAIM_SECONDS
  const { numUpdatedRows } = await store.db
    .updateTable('provider')
    .set({ app_token_claimed_until: until })
    .where('provider_id', '=', provider_id)
    .where('app_token_claimed_until', '<=', now())
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0 ? until : undefined
}

/** Ends a claim, and stores the token if there is one. Does nothing when the claim was lost. */
export const endClaim = (services: TokenServices, provider: Provider, claim: number, kept?: { token: string; until: number }) =>
  services.store.db
    .updateTable('provider')
    .set({
      app_token_claimed_until: 0,
      ...(kept ? { app_token_sealed: seal(services, sealName(provider), kept.token), app_token_until: kept.until } : {}),
    })
    .where('provider_id', '=', provider.provider_id)
    .where('app_token_claimed_until', '=', claim)
    .execute()
