import type { LdapForm, OssSetting } from '@sheaf/contract'
import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { seal, unseal } from '../auth/secrets.ts'
import { TRUTH_DAYS } from '../content/proof/proof.rules.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

/** The site settings of the administration screen, with their defaults (SPEC 3, 9). */
const defaults = {
  register_open: '1',
  home_page: '1',
  home_item: '0',
  beian: '',
  history_version_count: '20',
  draft_seconds: '30',
  attachment_page_size: '6',
  ext_register_open: '1',
  login_secret_md5: '0',
  audit_days: '365',
  oauth_register: '1',
  oauth_documents: '0',
  oauth_schemes: 'cursor vscode vscode-insiders windsurf zed',
  token_days_max: '366',
  token_log_days: '30',
  mcp_on: '1',
  mcp_open: '0',
  change_days: '180',
  truth_days: String(TRUTH_DAYS),
  source_versions: '50',
  webhook_on: '1',
  ask_access: '1',
  mail_content: '1',
  mail_per_minute: '60',
  oss_open: '0',
  ldap_open: '0',
  /** What happens to accounts whose entry in the directory is gone: 'tell' or 'disable'. */
  ldap_gone: 'tell',
  /** 1: search engines list public items. */
  site_index: '0',
  /** What an item without its own choice does: `kind` lists regular and API items, `none` no item. */
  index_default: 'kind',
  site_description: '',
  /** Lines of robots.txt by the administrator. */
  robots_more: '',
  site_agent_note: '',
}

type SiteSetting = keyof typeof defaults

/** The settings that were ever saved. */
export async function savedSettings({ store }: Pick<Services, 'store'>): Promise<Partial<Record<string, string>>> {
  const rows = await store.hot<{ name: string; value: string }>('select name, value from site_config', [])
  return Object.fromEntries(rows.map((row) => [row.name, row.value]))
}

export const siteSettings = async (services: Pick<Services, 'store'>): Promise<Record<SiteSetting, string>> => ({
  ...defaults,
  ...(await savedSettings(services)),
})

/** The number of revisions of a page that are kept and listed. */
export const revisionsToKeep = async (services: Pick<Services, 'store'>) =>
  Math.max(1, Number((await siteSettings(services)).history_version_count) || 0)

/** The number of versions of a source that are kept. */
export const versionsToKeep = async (services: Pick<Services, 'store'>) => Number((await siteSettings(services)).source_versions)

/*
 * The settings that hold secrets, typed and in clear text. External login and storage read them only here, and again for each use,
 * so that a change takes effect immediately. The database holds the secrets sealed.
 */
interface Forms {
  oss_setting: OssSetting
  ldap_form: LdapForm
}
export type FormName = keyof Forms
type SettingServices = Pick<Services, 'store'> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY'> }

const secrets = {
  oss_setting: ['secret', 'secretKey'],
  ldap_form: ['bind_password'],
} as const satisfies { [N in FormName]: (keyof Forms[N])[] }
const KEY = 'login_secret_key'

const isSecret = (name: FormName, field: string) => (secrets[name] as readonly string[]).includes(field)
const each = <N extends FormName>(form: Forms[N], change: (field: string, value: string) => string) =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, change(field, value as string)])) as Forms[N]

async function stored({ store }: SettingServices, name: string): Promise<string | undefined> {
  return (await store.hot<{ value: string }>('select value from site_config where name = ?', [name]))[0]?.value
}

/** The stored text of a form, with its secrets sealed. */
export const sealedForm = <N extends FormName>(services: SettingServices, name: N, form: Forms[N]): string =>
  JSON.stringify(each<N>(form, (field, text) => (isSecret(name, field) && text ? seal(services, `${name}.${field}`, text) : text)))

/** Parses a stored form and opens its secrets. A secret sealed with another key becomes "". */
export const openedForm = <N extends FormName>(services: SettingServices, name: N, kept: string): Forms[N] =>
  each<N>(JSON.parse(kept) as Forms[N], (field, text) =>
    isSecret(name, field) && text ? (unseal(services, `${name}.${field}`, text) ?? '') : text,
  )

/** The saved form with its secrets in clear text; undefined until a form was saved. */
export async function formOf<N extends FormName>(services: SettingServices, name: N): Promise<Forms[N] | undefined> {
  const value = await stored(services, name)
  return value === undefined ? undefined : openedForm(services, name, value)
}

export const storeForm = <N extends FormName>(services: SettingServices, db: Db, name: N, form: Forms[N]) =>
  storeSettings(db, { [name]: sealedForm(services, name, form) })

/** The form for a screen. A placeholder replaces each secret that is set. */
export const masked = <N extends FormName>(name: N, form: Forms[N] | undefined) =>
  form ? each<N>(form, (field, text) => (isSecret(name, field) && text ? PASSWORD_KEPT : text)) : null

export const secretsOf = (name: FormName): readonly string[] => secrets[name]

export async function storeSettings(db: Db, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await db
      .insertInto('site_config')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
}

export const ldapSettings = async (services: SettingServices) => ({
  open: (await siteSettings(services)).ldap_open === '1',
  form: await formOf(services, 'ldap_form'),
})
export const storageSettings = async (services: SettingServices) => ({
  open: (await siteSettings(services)).oss_open === '1',
  form: await formOf(services, 'oss_setting'),
})

/** The site-wide login key (W17); undefined until a first request created it, or when another SECRET_KEY sealed it. */
export async function loginKey(services: SettingServices): Promise<string | undefined> {
  const sealed = await stored(services, KEY)
  return sealed ? unseal(services, KEY, sealed) : undefined
}

/** Stores the first key. Concurrent calls all return the key that was stored. */
export async function makeLoginKey(services: SettingServices, db: Db, key: string): Promise<string> {
  await db
    .insertInto('site_config')
    .values({ name: KEY, value: seal(services, KEY, key) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = await loginKey(services)
  // Another SECRET_KEY sealed the stored key, so it cannot be opened and is replaced.
  if (kept === undefined) await storeLoginKey(services, db, key)
  return kept ?? key
}

export const storeLoginKey = (services: SettingServices, db: Db, key: string) => storeSettings(db, { [KEY]: seal(services, KEY, key) })
