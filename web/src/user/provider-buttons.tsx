import { KeyRound } from 'lucide-react'
import { addressOf } from '../lib/api.ts'

interface Provider {
  provider_id: string
  name: string
}

/** Where a sign-in at a provider begins. */
export const providerAddress = ({ provider_id }: Pick<Provider, 'provider_id'>, more: Record<string, string> = {}) =>
  `${addressOf('ExtLogin/oauth2')}?${new URLSearchParams({ provider_id, ...more })}`

/** One button for each provider, in the order that administrators chose. */
export const ProviderButtons = ({ providers, redirect, fallback }: { providers: Provider[]; redirect: string; fallback: string }) => (
  <>
    {providers.map((one) => (
      <a key={one.provider_id} className="btn large wide" href={providerAddress(one, redirect ? { redirect } : {})}>
        <KeyRound className="i" aria-hidden="true" />
        {one.name || fallback}
      </a>
    ))}
  </>
)
