import { PROVIDER_KINDS, type ProviderForm, type ProviderKind, providerFields, Refusal } from '@sheaf/contract'
import type { Provider } from '../../common/provider.store.ts'
import { mergedForm } from '../admin.rules.ts'

/** What a provider needs before people can sign in with it. */
const required: Record<ProviderKind, readonly (keyof ProviderForm)[]> = {
  oidc: ['issuer', 'client_id', 'redirectUri'],
  oauth2: ['host', 'authorize_path', 'token_path', 'client_id', 'redirectUri'],
}

export function mustBeKind(given: string): ProviderKind {
  const kind = PROVIDER_KINDS.find((one) => one === given)
  if (!kind) throw new Refusal('badInput', { field: 'kind' })
  return kind
}

/** The form after a save. A changed host requires the secret again (S170). */
export function mergedProvider(known: Provider | undefined, kind: ProviderKind, given: Record<string, string | undefined>): ProviderForm {
  const form = mergedForm('provider', providerFields, ['client_secret'], known?.form, given) as ProviderForm
  // An issuer decides how the others are read, so each kind has its own settings only.
  if (kind !== 'oidc') form.issuer = ''
  return form
}

export function mustBeComplete(kind: ProviderKind, form: ProviderForm) {
  const missing = required[kind].find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
}
