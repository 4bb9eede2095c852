import type { LdapForm, Oauth2Form, OssSetting } from '@sheaf/contract'
import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { seal, unseal } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

/** The site settings an administrator makes on the screen, with what they are until then (SPEC 3, 9; wire/OURS.md). */
const defaults = {
  register_open: '1',
  home_page: '1',
  home_item: '0',
  beian: '',
  history_version_count: '20',
  oauth2_open: '0',
  oauth2_entrance_tips: '',
  draft_seconds: '30',
  attachment_page_size: '6',
  ext_register_open: '1',
  login_secret_md5: '0',
  audit_days: '365',
  oss_open: '0',
  ldap_open: '0',
}

type SiteSetting = keyof typeof defaults

export async function siteSettings({ store }: Pick<Services, 'store'>): Promise<Record<SiteSetting, string>> {
  const rows = await store.hot<{ name: string; value: string }>('select name, value from site_config', [])
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) }
}

/** How many states of a page are kept and listed. */
export const keptStates = async (where: Pick<Services, 'store'>) =>
  Math.max(1, Number((await siteSettings(where)).history_version_count) || 0)

/*
 * The settings that hold secrets, typed and in clear for the parts of the server that use them: outside login and storage read them
 * here and nowhere else, anew each time, so that a change counts at once. In the database the secrets are sealed.
 */
interface Forms {
  oss_setting: OssSetting
  ldap_form: LdapForm
  oauth2_form: Oauth2Form
}
export type FormName = keyof Forms
type Where = Pick<Services, 'store'> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY'> }

const secrets = {
  oss_setting: ['secret', 'secretKey'],
  ldap_form: ['bind_password'],
  oauth2_form: ['client_secret'],
} as const satisfies { [N in FormName]: (keyof Forms[N])[] }
const KEY = 'login_secret_key'

const isSecret = (name: FormName, field: string) => (secrets[name] as readonly string[]).includes(field)
const each = <N extends FormName>(form: Forms[N], change: (field: string, value: string) => string) =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, change(field, value as string)])) as Forms[N]

async function stored({ store }: Where, name: string): Promise<string | undefined> {
  return (await store.hot<{ value: string }>('select value from site_config where name = ?', [name]))[0]?.value
}

/** A form as it is kept: secrets sealed. */
export const sealedForm = <N extends FormName>(where: Where, name: N, form: Forms[N]): string =>
  JSON.stringify(each<N>(form, (field, text) => (isSecret(name, field) && text ? seal(where, `${name}.${field}`, text) : text)))

/** The same in clear; a secret that this server's key does not open is "". */
export const openedForm = <N extends FormName>(where: Where, name: N, kept: string): Forms[N] =>
  each<N>(JSON.parse(kept) as Forms[N], (field, text) =>
    isSecret(name, field) && text ? (unseal(where, `${name}.${field}`, text) ?? '') : text,
  )

/** As it was saved, secrets in clear; undefined until something was saved. */
export async function formOf<N extends FormName>(where: Where, name: N): Promise<Forms[N] | undefined> {
  const value = await stored(where, name)
  return value === undefined ? undefined : openedForm(where, name, value)
}

export const storeForm = <N extends FormName>(where: Where, db: Db, name: N, form: Forms[N]) =>
  storeSettings(db, { [name]: sealedForm(where, name, form) })

/** As a screen may show it: of a secret only that there is one. */
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

export const ldapSettings = async (where: Where) => ({
  open: (await siteSettings(where)).ldap_open === '1',
  form: await formOf(where, 'ldap_form'),
})
export const oauth2Settings = async (where: Where) => ({
  open: (await siteSettings(where)).oauth2_open === '1',
  form: await formOf(where, 'oauth2_form'),
})
export const storageSettings = async (where: Where) => ({
  open: (await siteSettings(where)).oss_open === '1',
  form: await formOf(where, 'oss_setting'),
})

/** The general key (W17); undefined until somebody asked for it. */
export async function loginKey(where: Where): Promise<string | undefined> {
  const sealed = await stored(where, KEY)
  return sealed ? unseal(where, KEY, sealed) : undefined
}

/** Of two that make the first one at once both get the one that is kept. */
export async function makeLoginKey(where: Where, db: Db, key: string): Promise<string> {
  await db
    .insertInto('site_config')
    .values({ name: KEY, value: seal(where, KEY, key) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = await loginKey(where)
  // The one there is was sealed by another SECRET_KEY: nobody can use it any more.
  if (kept === undefined) await storeLoginKey(where, db, key)
  return kept ?? key
}

export const storeLoginKey = (where: Where, db: Db, key: string) => storeSettings(db, { [KEY]: seal(where, KEY, key) })
