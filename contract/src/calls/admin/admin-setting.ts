import * as z from 'zod'
import { read, write } from '../../call.ts'
import { countOrNone, date, digits, flag, flagOrNone, json, jsonOrNone, nothing, text, textOrNone } from '../../fields.ts'
import { AGENT_NOTE_MAX, ROBOTS_MAX, SITE_DESCRIPTION_MAX } from '../../limits.ts'
import { loadSignIn, saveSignIn } from '../account/sign-in.ts'
import { oauth2Fields } from './provider-kinds.ts'

/*
 * The settings of the site (SPEC 3). A save leaves absent fields unchanged. A stored secret is returned as ********; a client that
 * sends this value back keeps the secret.
 */
const fieldsOf = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOrNone(1000)])) as Record<Name, ReturnType<typeof textOrNone>>
const shown = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>)

/** A form in the format of ShowDoc: JSON text, or an object in a JSON body. Unknown keys are refused. */
const form = <const Name extends string>(names: readonly Name[]) => jsonOrNone(z.strictObject(fieldsOf(names)))

/**
 * The last two are extensions of Sheaf. addressing: '' | 'path' | 'virtual', where the URL contains the bucket. public_read: 1 lets
 * browsers fetch public files directly from the store.
 */
export const ossFields = [
  'oss_type',
  'key',
  'secret',
  'endpoint',
  'bucket',
  'protocol',
  'domain',
  'region',
  'secretId',
  'secretKey',
  'addressing',
  'public_read',
] as const
/**
 * The last four are extensions of Sheaf. encryption: '' | 'starttls' | 'ldaps'. name_field, email_field: attributes of the directory.
 * register_open: 1 creates accounts for new users while registration is closed.
 */
export const ldapFields = [
  'host',
  'port',
  'version',
  'base_dn',
  'bind_dn',
  'bind_password',
  'user_field',
  'encryption',
  'name_field',
  'email_field',
  'register_open',
] as const

export type OssSetting = Record<(typeof ossFields)[number], string>
export type LdapForm = Record<(typeof ldapFields)[number], string>

/** Scripts that do not send JSON send each storage field separately: oss_setting[bucket]. */
type Bracketed = Record<`oss_setting[${(typeof ossFields)[number]}]`, ReturnType<typeof textOrNone>>
const bracketed = Object.fromEntries(ossFields.map((name) => [`oss_setting[${name}]`, textOrNone(1000)])) as Bracketed

const plain = {
  register_open: flagOrNone,
  /** 1 the full home page, 2 the sign-in screen, 3 the item home_item. */
  home_page: countOrNone,
  home_item: countOrNone,
  beian: textOrNone(),
  history_version_count: countOrNone,
  draft_seconds: countOrNone,
  attachment_page_size: countOrNone,
  /** Registration of new users with the general key, and its older variant with MD5 (W17). */
  ext_register_open: flagOrNone,
  login_secret_md5: flagOrNone,
  /** Days that entries of the audit log are kept. */
  audit_days: countOrNone,
  /** Whether programs can register themselves as clients of OAuth or be described by an address, and the schemes of their redirect addresses, separated by spaces. */
  oauth_register: flagOrNone,
  oauth_documents: flagOrNone,
  oauth_schemes: textOrNone(),
  /** The longest time of a token in days, and the days that the log of its calls is kept. */
  token_days_max: countOrNone,
  token_log_days: countOrNone,
  /** Days that the log of changes is kept. */
  change_days: countOrNone,
  /** Days after which a proof that no build has looked at counts as unchecked. */
  truth_days: countOrNone,
  /** Versions that are kept of each source. */
  source_versions: countOrNone,
  /** Agents can use the site, and may read listed items without a token. */
  mcp_on: flagOrNone,
  mcp_open: flagOrNone,
  /** 0: no webhook of this site sends anything. */
  webhook_on: flagOrNone,
  /** 0: no item of this site takes requests for access. */
  ask_access: flagOrNone,
  /** 1: mail about news names pages and has words of changes and comments. 0: only the number of news. */
  mail_content: flagOrNone,
  /** The most mails about news that the site sends in a minute. */
  mail_per_minute: countOrNone,
  oss_open: flagOrNone,
  /** Search engines list public items. */
  site_index: flagOrNone,
  /** `kind` lists regular and API items that have no choice of their own, `none` lists no such item. */
  index_default: textOrNone(),
  site_description: textOrNone(SITE_DESCRIPTION_MAX),
  /** Lines that follow ours in robots.txt. */
  robots_more: textOrNone(ROBOTS_MAX),
  site_agent_note: textOrNone(AGENT_NOTE_MAX),
}

/** Public items that are listed with these settings, by kind. */
const ListedCount = z.object({ regular: digits, api: digits, single: digits, sheet: digits })

/** A look into the directory. `half`: it did not answer everything. `many`: more entries were gone than can have left in a night. */
const LdapLook = z.object({
  at: date,
  state: z.enum(['done', 'failed', 'half', 'many']),
  /** Why it failed, in the language of the reader. */
  problem: z.string(),
  linked: digits,
  found: digits,
  joined: digits,
  left: digits,
  unread: digits,
  gone: digits,
  disabled: digits,
})

const GonePerson = z.object({ uid: digits, username: z.string(), name: z.string(), gone_at: date })

const secretKey = z.object({ login_secret_key: z.string() })

export const adminSetting = {
  loadSignIn,
  saveSignIn,
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
      oauth_register: digits,
      oauth_documents: digits,
      oauth_schemes: z.string(),
      token_days_max: digits,
      token_log_days: digits,
      change_days: digits,
      truth_days: digits,
      source_versions: digits,
      mcp_on: digits,
      mcp_open: digits,
      webhook_on: digits,
      ask_access: digits,
      mail_content: digits,
      mail_per_minute: digits,
      oss_open: digits,
      site_index: digits,
      index_default: z.string(),
      site_description: z.string(),
      robots_more: z.string(),
      site_agent_note: z.string(),
      oss_setting: z.union([shown(ossFields), z.null()]),
    }),
  ),
  /** With count_only nothing is saved; the response says how many items the given settings list. */
  saveConfig: write('admin', { ...plain, oss_setting: form(ossFields), ...bracketed, count_only: flag }, z.union([nothing, ListedCount])),
  /** Tests the settings of the form, saved or not: writes a small file, reads it and deletes it. */
  testStorage: write('admin', { oss_setting: form(ossFields) }, z.object({ place: z.string() })),
  loadLdapConfig: read(
    'admin',
    {},
    z.object({ ldap_open: digits, ldap_gone: z.string(), ldap_form: z.union([shown(ldapFields), z.null()]) }),
  ),
  /** When LDAP is switched on, the directory must answer; otherwise nothing is stored. */
  saveLdapConfig: write('admin', { ldap_open: flagOrNone, ldap_form: form(ldapFields), ldap_gone: textOrNone() }, nothing),
  /** The last look into the directory, and accounts that work although their entry is gone: the latest, and the number of all. */
  ldapLook: read(
    'admin',
    {},
    z.object({ is_looking: digits, last: z.union([LdapLook, z.null()]), gone: z.array(GonePerson), gone_count: digits }),
  ),
  /** Begins a check; `ldapLook` returns when it has ended. */
  lookNow: write('admin', {}, nothing),
  /** Tests the settings of the form, saved or not: reads the directory and checks the user's password if one is given. Stores nothing. */
  testLdap: write(
    'admin',
    { ldap_form: form(ldapFields), username: text(), password: text(1000) },
    z.object({ people: digits, username: z.string(), name: z.string(), email: z.string() }),
  ),
  /** Local accounts that have the same name as a directory entry. An administrator decides which of them belong to the same user. */
  ldapMatches: read('admin', {}, z.array(z.object({ uid: digits, username: z.string(), name: z.string(), entry: z.string() }))),
  linkLdap: write('admin', { uids: json(z.array(z.coerce.number().int().positive()).max(1000)) }, z.object({ linked: digits })),
  loadOauth2Config: read('admin', {}, z.object({ oauth2_open: digits, oauth2_form: z.union([shown(oauth2Fields), z.null()]) })),
  saveOauth2Config: write('admin', { oauth2_open: flagOrNone, oauth2_form: form(oauth2Fields) }, nothing),
  /** Requests a token with an invalid code: the provider's error shows whether it accepts the client credentials. */
  testOauth2: write(
    'admin',
    { oauth2_form: form(oauth2Fields) },
    z.object({ authorize: z.string(), token: z.string(), userinfo: z.string() }),
  ),
  /** Created by the first request. */
  getLoginSecretKey: read('admin', {}, secretKey),
  resetLoginSecretKey: write('admin', {}, secretKey),
}
