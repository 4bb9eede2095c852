import { fieldsOfProvider, PROVIDER_KINDS, type ProviderField, type ProviderKind, requiredOfProvider } from '@sheaf/contract/providers'
import { paths } from '../../../lib/paths.ts'
import type { providerWords } from './providers.words.ts'

type Words = (typeof providerWords)['en']

/** The list of providers, and the page of one: its number, or the kind of a new one. */
export const providersAddress = () => paths.admin('login', { way: 'providers' })
export const providerAddress = (provider: string) => paths.admin('login', { way: 'providers', provider })

export const isKind = (name: string): name is ProviderKind => PROVIDER_KINDS.some((kind) => kind === name)

/** The names that a provider gives its settings, where they differ from those of OpenID. Its console has them in this form in every language. */
const ownNames: Partial<
  Record<ProviderKind, Partial<Record<ProviderField, 'appId' | 'appSecret' | 'secret' | 'tenant_key' | 'CorpId' | 'CorpID'>>>
> = {
  feishu: { client_id: 'appId', client_secret: 'appSecret', tenant: 'tenant_key' },
  dingtalk: { tenant: 'CorpId' },
  wecom: { client_id: 'CorpID', client_secret: 'secret' },
}

/** The label of a setting, as the provider of this kind names it. */
export function fieldLabel(t: Words, kind: ProviderKind, field: ProviderField): string {
  if (field === 'host' && kind !== 'oauth2') return t.privateHost
  if (field === 'register_open') return t.register
  const own = ownNames[kind]?.[field]
  if (own === 'tenant_key' || own === 'CorpId' || own === 'CorpID') return own
  return t[own ?? (field as Exclude<ProviderField, 'register_open' | 'tenant'>)]
}

export const isRequired = (kind: ProviderKind, field: ProviderField) => requiredOfProvider[kind].includes(field)

/** The labels of what a provider still needs before it can be switched on. */
export const missingLabels = (t: Words, kind: ProviderKind, form: Partial<Record<ProviderField, string>>): string[] =>
  requiredOfProvider[kind].filter((field) => !form[field]?.trim()).map((field) => fieldLabel(t, kind, field))

/** The settings of a kind among these values, as text for the calls. */
export const formText = (kind: ProviderKind, values: Record<string, string>): string =>
  JSON.stringify(Object.fromEntries(fieldsOfProvider[kind].map((field) => [field, values[field] ?? ''])))
