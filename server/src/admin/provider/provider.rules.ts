import {
  fieldsOfProvider,
  PASSWORD_KEPT,
  PROVIDER_KINDS,
  type ProviderForm,
  type ProviderKind,
  providerFields,
  Refusal,
  requiredOfProvider,
} from '@sheaf/contract'
import type { Provider } from '../../common/provider.store.ts'
import { mergedForm } from '../admin.rules.ts'

export function mustBeKind(given: string): ProviderKind {
  const kind = PROVIDER_KINDS.find((one) => one === given)
  if (!kind) throw new Refusal('badInput', { field: 'kind' })
  return kind
}

/** An issuer decides how the others are read, so each kind has its own settings only. */
const ownFields = (kind: ProviderKind, form: Record<string, string | undefined>) =>
  Object.fromEntries(providerFields.map((field) => [field, fieldsOfProvider[kind].includes(field) ? form[field] : '']))

/** The form after a save. A changed host or kind requires the secret again (S170). */
export function mergedProvider(known: Provider | undefined, kind: ProviderKind, given: Record<string, string | undefined>): ProviderForm {
  const isKept = given['client_secret'] === undefined || given['client_secret'] === PASSWORD_KEPT
  if (known && known.kind !== kind && known.form.client_secret && isKept) throw new Refusal('secretAgain')
  const previous = known && (ownFields(kind, known.form) as ProviderForm)
  return mergedForm('provider', providerFields, ['client_secret'], previous, ownFields(kind, given)) as ProviderForm
}

export function mustBeComplete(kind: ProviderKind, form: ProviderForm) {
  const missing = requiredOfProvider[kind].find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
}
