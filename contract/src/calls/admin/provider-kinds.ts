/** The settings of a provider in the form of ShowDoc. */
export const oauth2Fields = [
  'redirectUri',
  'entrance_tips',
  'client_id',
  'client_secret',
  'protocol',
  'host',
  'authorize_path',
  'token_path',
  'resource_path',
  'userinfo_path',
  // Extensions of Sheaf. With an issuer, the endpoints come from its discovery document.
  'issuer',
  'scope',
  'register_open',
] as const
export type Oauth2Form = Record<(typeof oauth2Fields)[number], string>

/** Providers of a site. */
export const PROVIDERS_MAX = 8

/**
 * `oidc` describes itself by its issuer, `oauth2` is described by its paths. Feishu (and Lark), DingTalk and WeCom have addresses and
 * answers of their own.
 */
export const PROVIDER_KINDS = ['oidc', 'oauth2', 'feishu', 'dingtalk', 'wecom'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** All settings of providers. The text of a button is the name of the provider. */
export const providerFields = [
  ...oauth2Fields.filter((field) => field !== 'entrance_tips'),
  /** The company whose members may sign in: `tenant_key` of Feishu, `corpId` of DingTalk. The `client_id` of WeCom is its CorpID. */
  'tenant',
  /** The number of the app at WeCom. */
  'agent_id',
  /** 1: WeCom is asked for the mail address, which its members must allow. */
  'private_mail',
  /** The path of the claim with the groups of a person, such as `groups` or `realm_access.roles`. */
  'groups_claim',
] as const
export type ProviderField = (typeof providerFields)[number]
export type ProviderForm = Record<ProviderField, string>

const app = ['client_id', 'client_secret', 'redirectUri', 'register_open'] as const

/** The settings that a kind has. `host` of the last three is that of a private deployment; empty means the public one. */
export const fieldsOfProvider: Record<ProviderKind, readonly ProviderField[]> = {
  oidc: [...app, 'issuer', 'scope', 'groups_claim'],
  oauth2: [...app, 'scope', 'protocol', 'host', 'authorize_path', 'token_path', 'resource_path', 'userinfo_path', 'groups_claim'],
  feishu: [...app, 'tenant', 'host'],
  dingtalk: [...app, 'tenant', 'host'],
  wecom: [...app, 'agent_id', 'private_mail', 'host'],
}

/** The settings that a kind needs before people can sign in with it. */
export const requiredOfProvider: Record<ProviderKind, readonly ProviderField[]> = {
  oidc: ['issuer', 'client_id', 'redirectUri'],
  oauth2: ['host', 'authorize_path', 'token_path', 'client_id', 'redirectUri'],
  feishu: ['client_id', 'client_secret', 'tenant', 'redirectUri'],
  dingtalk: ['client_id', 'client_secret', 'tenant', 'redirectUri'],
  wecom: ['client_id', 'client_secret', 'agent_id', 'redirectUri'],
}
