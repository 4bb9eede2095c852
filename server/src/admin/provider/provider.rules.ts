import { PROVIDER_KINDS, type ProviderForm, type ProviderKind, type ProviderTrial, providerFields, Refusal } from '@sheaf/contract'
import type { Provider } from '../../common/provider.store.ts'
import { mergedForm } from '../admin.rules.ts'

/** What a provider needs before people can sign in with it. */
const required: Record<ProviderKind, readonly (keyof ProviderForm)[]> = {
  oidc: ['issuer', 'client_id', 'redirectUri'],
  oauth2: ['host', 'authorize_path', 'token_path', 'client_id', 'redirectUri'],
  feishu: ['client_id', 'client_secret', 'tenant', 'redirectUri'],
  dingtalk: ['client_id', 'client_secret', 'tenant', 'redirectUri'],
  wecom: ['tenant', 'agent_id', 'client_secret', 'redirectUri'],
}

const isPreset = (kind: ProviderKind) => kind !== 'oidc' && kind !== 'oauth2'

/** A host with an optional port, such as open.example.com:8443. */
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i

/** The kind of a provider stays: another system has other users. Only the two general ones describe the same system. */
export function mustBeKind(given: string, known: Provider | undefined): ProviderKind {
  const kind = PROVIDER_KINDS.find((one) => one === given)
  if (!kind || (known && kind !== known.kind && (isPreset(kind) || isPreset(known.kind)))) throw new Refusal('badInput', { field: 'kind' })
  return kind
}

/** The form after a save. A changed host requires the secret again (S170). */
export function mergedProvider(known: Provider | undefined, kind: ProviderKind, given: Record<string, string | undefined>): ProviderForm {
  const form = mergedForm('provider', providerFields, ['client_secret'], known?.form, given) as ProviderForm
  if (isPreset(kind) && form.host && !HOST.test(form.host)) throw new Refusal('badInput', { field: 'host' })
  // An issuer decides how the others are read, so each kind has its own settings only.
  if (kind !== 'oidc') form.issuer = ''
  return form
}

export function mustBeComplete(kind: ProviderKind, form: ProviderForm) {
  const missing = required[kind].find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
}

/** The stored trial; null for none and for one of another version. */
export function trialOf(text: string): ProviderTrial | null {
  try {
    return text ? (JSON.parse(text) as ProviderTrial) : null
  } catch {
    return null
  }
}
