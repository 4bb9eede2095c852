import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@sheaf/contract'
import type { Services } from '../context.ts'
import { PROVIDER_TIMEOUT_MS } from '../oidc/plain.ts'
import { askThrough } from '../oidc/preset/ask.ts'
import type { Means } from '../oidc/preset/preset.ts'
import { type AppToken, withTokenOf } from '../oidc/preset/token.ts'
import { presetDomain, presetOf } from '../oidc/provider.ts'
import { claimToken, endClaim, storedToken, type TokenServices } from './app-token.store.ts'
import type { Provider } from './provider.store.ts'

/** Seconds before its end at which a token is replaced. */
const RENEW_BEFORE_SECONDS = 300
/** Milliseconds between two looks at the token that another server requests. */
const LOOK_AGAIN_MS = 100

/** Requests of this server for a token, which its sign-ins share. */
const underWay = new WeakMap<object, Map<string, Promise<string>>>()

/** How the reader of a provider sends its requests, with the token of the app that all servers share. */
export function meansOf(services: TokenServices & Pick<Services, 'outbound'>, provider: Provider): Means {
  const ask = askThrough(services.outbound)
  const preset = presetOf(provider.kind)
  const take = () => {
    if (!preset) throw new Refusal('outsideOff')
    return preset.takeToken(provider.form, ask)
  }
  return { ask, withToken: withTokenOf((refused) => currentToken(services, provider, take, refused)) }
}

async function currentToken(services: TokenServices, provider: Provider, take: () => Promise<AppToken>, refused?: string): Promise<string> {
  const stored = await storedToken(services, provider)
  if (stored && stored !== refused) return stored
  const own = underWay.get(services.store) ?? new Map<string, Promise<string>>()
  underWay.set(services.store, own)
  const { client_id, client_secret, host } = provider.form
  const key = JSON.stringify([provider.provider_id, client_id, client_secret, host, refused ?? ''])
  const known = own.get(key)
  if (known) return known
  const taking = takeOrWait(services, provider, take, refused).finally(() => own.delete(key))
  own.set(key, taking)
  return taking
}

/** Requests a token, or waits for the server that does. The wait has the limit of a request (R44). */
async function takeOrWait(services: TokenServices, provider: Provider, take: () => Promise<AppToken>, refused?: string): Promise<string> {
  const end = performance.now() + PROVIDER_TIMEOUT_MS
  while (performance.now() < end) {
    const claim = await claimToken(services, provider.provider_id)
    // After the claim, because another server may have stored one just before it.
    const stored = await storedToken(services, provider)
    const isNew = stored !== undefined && stored !== refused
    if (claim !== undefined) return isNew ? await leave(services, provider, claim, stored) : await takeNew(services, provider, take, claim)
    if (isNew) return stored
    await pause(LOOK_AGAIN_MS)
  }
  throw new Refusal('providerSilent', { place: presetDomain(provider.kind, provider.form) ?? '', problem: 'timeout' })
}

async function leave(services: TokenServices, provider: Provider, claim: number, stored: string) {
  await endClaim(services, provider, claim)
  return stored
}

async function takeNew(services: TokenServices, provider: Provider, take: () => Promise<AppToken>, claim: number) {
  try {
    const { token, seconds } = await take()
    const until = services.now() + seconds - Math.min(RENEW_BEFORE_SECONDS, Math.ceil(seconds / 2))
    await endClaim(services, provider, claim, { token, until })
    return token
  } catch (error) {
    await endClaim(services, provider, claim)
    throw error
  }
}
