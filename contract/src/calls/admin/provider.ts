import * as z from 'zod'
import { read, write } from '../../call.ts'
import { digits, flag, id, idOr0, json, nothing, requestId, text, textOrNone } from '../../fields.ts'
import { oauth2Fields } from './admin-setting.ts'

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

const form = json(z.strictObject(Object.fromEntries(providerFields.map((name) => [name, textOrNone(1000)]))))

const Provider = z.object({
  provider_id: digits,
  kind: z.enum(PROVIDER_KINDS),
  name: z.string(),
  is_on: digits,
  /** 1: the one that `adminSetting/loadOauth2Config` shows. */
  is_first: digits,
  /** A stored secret is ********. */
  form: z.object(Object.fromEntries(providerFields.map((name) => [name, z.string()])) as Record<keyof ProviderForm, z.ZodString>),
  /** Accounts that are linked with it. */
  linked: digits,
})

/** Sheaf only: the providers of signing in. All that write require a confirmed session. */
export const adminProvider = {
  /** In the order of their buttons. */
  getList: read('admin', {}, z.array(Provider)),
  /** With provider_id 0 a new one. Absent fields and ******** keep what is stored. */
  save: write(
    'admin',
    { provider_id: idOr0, kind: text(), name: text(60), form, is_on: flag, request_id: requestId },
    z.object({ provider_id: digits }),
  ),
  /** Refused while accounts are linked with it (providerInUse), unless `unlink` is 1. */
  delete: write('admin', { provider_id: id, unlink: flag }, nothing),
  /** All of them, in the new order. */
  reorder: write('admin', { provider_ids: json(z.array(z.coerce.number().int().positive()).max(PROVIDERS_MAX)) }, nothing),
  /** Whether the provider answers and accepts our id and secret, with the settings of the form, saved or not. Stores nothing. */
  test: write('admin', { provider_id: idOr0, kind: text(), form }, nothing),
}
