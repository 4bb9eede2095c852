import { type ProviderField, type ProviderKind, providerFields } from '@sheaf/contract/providers'
import type { Provider } from '../../list.tsx'

const empty = Object.fromEntries(providerFields.map((field) => [field, ''])) as Record<ProviderField, string>
const CALLBACK = 'https://docs.example.com/api/ExtLogin/oauth2'

export const provider = (
  n: number,
  kind: ProviderKind,
  name: string,
  form: Partial<Provider['form']> = {},
  more: Partial<Provider> = {},
): Provider => ({
  provider_id: String(n),
  kind,
  name,
  is_on: '1',
  is_first: '0',
  linked: '0',
  ...more,
  form: { ...empty, redirectUri: CALLBACK, ...form },
})

export const acme = provider(
  1,
  'oidc',
  'Acme',
  { issuer: 'https://sso.example.com/realms/staff', client_id: 'docs', client_secret: '********' },
  { is_first: '1', linked: '12' },
)
export const feishu = provider(2, 'feishu', 'Feishu', { client_id: 'cli_a1', client_secret: '********', tenant: '2ed263bf32cf1651' })
export const wecom = provider(3, 'wecom', 'WeCom', { client_id: 'ww1234' }, { is_on: '0' })
