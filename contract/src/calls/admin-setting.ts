import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, digits, flagOrNone, json, jsonOrNone, nothing, text, textOrNone } from '../fields.ts'

/*
 * The settings of the site (SPEC 3). In every save what is absent stays. A secret is shown as ******** where there is one; sent
 * back so, it stays as well.
 */
const fieldsOf = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOrNone(1000)])) as Record<Name, ReturnType<typeof textOrNone>>
const shown = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>)

/** A form of the peer's screens: JSON text, or an object in a JSON body; other keys are refused. */
const form = <const Name extends string>(names: readonly Name[]) => jsonOrNone(z.strictObject(fieldsOf(names)))

/** The last two are ours: '' | 'path' | 'virtual', where the bucket stands; 1 lets browsers fetch public files from the store itself. */
export const ossFields = [
  ...(['oss_type', 'key', 'secret', 'endpoint', 'bucket', 'protocol', 'domain', 'region', 'secretId', 'secretKey'] as const),
  ...(['addressing', 'public_read'] as const),
] as const
/** The last four are ours: '' | 'starttls' | 'ldaps'; where a name and an address stand; 1 lets newcomers in while registration is closed. */
export const ldapFields = [
  ...(['host', 'port', 'version', 'base_dn', 'bind_dn', 'bind_password', 'user_field'] as const),
  ...(['encryption', 'name_field', 'email_field', 'register_open'] as const),
] as const
export const oauth2Fields = [
  ...(['redirectUri', 'entrance_tips', 'client_id', 'client_secret', 'protocol', 'host'] as const),
  ...(['authorize_path', 'token_path', 'resource_path', 'userinfo_path'] as const),
  // Ours. With an issuer, its own description says where everything is.
  ...(['issuer', 'scope', 'register_open'] as const),
] as const

export type OssSetting = Record<(typeof ossFields)[number], string>
export type LdapForm = Record<(typeof ldapFields)[number], string>
export type Oauth2Form = Record<(typeof oauth2Fields)[number], string>

/** Scripts that send no JSON name the fields of storage one by one: oss_setting[bucket]. */
type Bracketed = Record<`oss_setting[${(typeof ossFields)[number]}]`, ReturnType<typeof textOrNone>>
const bracketed = Object.fromEntries(ossFields.map((name) => [`oss_setting[${name}]`, textOrNone(1000)])) as Bracketed

const plain = {
  register_open: flagOrNone,
  /** 1 the whole page, 2 the login, 3 the item home_item. */
  home_page: countOrNone,
  home_item: countOrNone,
  beian: textOrNone(),
  history_version_count: countOrNone,
  draft_seconds: countOrNone,
  attachment_page_size: countOrNone,
  /** New users through the general key; its old form with MD5 (W17). */
  ext_register_open: flagOrNone,
  login_secret_md5: flagOrNone,
  /** Days that the log of who did what is kept. */
  audit_days: countOrNone,
  oss_open: flagOrNone,
}

const secretKey = z.object({ login_secret_key: z.string() })

export const adminSetting = {
  loadConfig: read(
    'admin',
    {},
    z.object({
      register_open: digits,
      home_page: digits,
      home_item: digits,
      beian: z.string(),
      history_version_count: digits,
      draft_seconds: digits,
      attachment_page_size: digits,
      ext_register_open: digits,
      login_secret_md5: digits,
      audit_days: digits,
      oss_open: digits,
      oss_setting: z.union([shown(ossFields), z.null()]),
    }),
  ),
  saveConfig: write('admin', { ...plain, oss_setting: form(ossFields), ...bracketed }, nothing),
  /** Tries what the form says, saved or not: writes a small file, reads it and takes it away. */
  testStorage: write('admin', { oss_setting: form(ossFields) }, z.object({ place: z.string() })),
  loadLdapConfig: read('admin', {}, z.object({ ldap_open: digits, ldap_form: z.union([shown(ldapFields), z.null()]) })),
  /** Switched on, the directory must answer; else nothing is stored. */
  saveLdapConfig: write('admin', { ldap_open: flagOrNone, ldap_form: form(ldapFields) }, nothing),
  /** Tries what the form says, saved or not: reads the directory and, with a user name, signs that person in. Nothing is kept. */
  testLdap: write(
    'admin',
    { ldap_form: form(ldapFields), username: text(), password: text(1000) },
    z.object({ people: digits, username: z.string(), name: z.string(), email: z.string() }),
  ),
  /** Accounts made before the directory was, by the name an entry there has as well: an administrator says which are the same people. */
  ldapMatches: read('admin', {}, z.array(z.object({ uid: digits, username: z.string(), name: z.string(), entry: z.string() }))),
  linkLdap: write('admin', { uids: json(z.array(z.coerce.number().int().positive()).max(1000)) }, z.object({ linked: digits })),
  loadOauth2Config: read('admin', {}, z.object({ oauth2_open: digits, oauth2_form: z.union([shown(oauth2Fields), z.null()]) })),
  saveOauth2Config: write('admin', { oauth2_open: flagOrNone, oauth2_form: form(oauth2Fields) }, nothing),
  /** Asks the provider for a token it cannot give: its refusal says whether it knows us. */
  testOauth2: write(
    'admin',
    { oauth2_form: form(oauth2Fields) },
    z.object({ authorize: z.string(), token: z.string(), userinfo: z.string() }),
  ),
  /** Made when it is first asked for. */
  getLoginSecretKey: read('admin', {}, secretKey),
  resetLoginSecretKey: write('admin', {}, secretKey),
}
