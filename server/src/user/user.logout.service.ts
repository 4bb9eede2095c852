import { randomHex, seal, unseal } from '../auth/secrets.ts'
import type { OpenedBy } from '../auth/session.ts'
import { signInSettings } from '../auth/sign-in-settings.ts'
import { providerOf } from '../common/provider.store.ts'
import type { Ctx } from '../context.ts'
import { signOutAddress } from '../oidc/provider.ts'

/** A longer proof would make an address that servers refuse. Without it the provider asks the person. */
const ID_TOKEN_MAX_CHARS = 4000
/** Milliseconds for the metadata of the provider; usually they are known. */
const PROVIDER_TIMEOUT_MS = 2000

const nameOf = (provider_id: number) => `id_token ${provider_id}`

/** The proof of a sign-in as its session keeps it; nothing while the site does not ask for the sign-out at the provider. */
export async function keptToken(ctx: Ctx, provider_id: number, id_token: string): Promise<string> {
  if (id_token === '' || id_token.length > ID_TOKEN_MAX_CHARS) return ''
  return (await signInSettings(ctx)).provider_logout === 1 ? seal(ctx, nameOf(provider_id), id_token) : ''
}

/** The address of this site to come back to. The host of a request is not trusted; the callback was entered by an administrator. */
const siteOf = ({ config }: Ctx, redirectUri: string) => config.PUBLIC_URL ?? (URL.parse(redirectUri)?.origin ?? '') + config.BASE_PATH

/**
 * Where a person whose session has ended signs out of the provider with which it was opened. A provider that does not answer leaves them
 * signed out here (S166).
 */
export async function providerSignOut(ctx: Ctx, { provider_id = 0, id_token_sealed = '' }: Partial<OpenedBy>): Promise<string | undefined> {
  if (provider_id === 0 || (await signInSettings(ctx)).provider_logout !== 1) return undefined
  const provider = await providerOf(ctx, provider_id)
  if (!provider?.is_on) return undefined
  const id_token = unseal(ctx, nameOf(provider_id), id_token_sealed) ?? ''
  const back = `${siteOf(ctx, provider.form.redirectUri).replace(/\/+$/, '')}/user/login?out=1`
  const asked = signOutAddress(provider.form, { id_token, state: randomHex(16), back }).catch((error: unknown) => {
    ctx.log.warn(
      { problem: (error as { error?: string }).error ?? 'unknown' },
      'the provider of a session could not be asked for its sign-out',
    )
    return undefined
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, PROVIDER_TIMEOUT_MS, undefined)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
