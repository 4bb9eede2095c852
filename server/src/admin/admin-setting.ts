import { errorMessage, type LdapForm, ldapFields, type OssSetting, ossFields, Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import {
  type FormName,
  formOf,
  ldapSettings,
  loginKey,
  makeLoginKey,
  masked,
  secretsOf,
  siteSettings,
  storageSettings,
  storeForm,
  storeLoginKey,
  storeSettings,
} from '../common/settings.store.ts'
import { rememberStore } from '../common/storage.store.ts'
import { countListed } from '../content/listing.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { beginLook } from '../directory/look.service.ts'
import { countGone, goneAccounts, isLooking, lastLook } from '../directory/look.store.ts'
import { directoryUsersNamed, tryDirectory } from '../ldap/directory.ts'
import { areSchemes } from '../oauth/oauth.rules.ts'
import { shownPlace, tryStore } from '../storage/s3.ts'
import { placeOf } from '../storage/s3-place.ts'
import { StoreProblem } from '../storage/storage.ts'
import { hasLocalAdministrator, link, unlinkedUsers } from '../user/outside/identity.store.ts'
import { keyOf } from '../user/user.store.ts'
import { completeLdap, mergedForm, plainSettings } from './admin.rules.ts'
import { signInSettingCalls } from './admin-sign-in.ts'
import { firstProviderCalls } from './provider/first-provider.ts'

/** Accounts that one call compares with the directory. */
const ACCOUNTS_MAX = 1000

/** Pairs each account without a directory identity with the directory entry of the same name. */
async function pairs(ctx: Ctx) {
  const { open, form } = await ldapSettings(ctx)
  if (!open || !form) throw new Refusal('directoryOff')
  const users = await unlinkedUsers(ctx.db, 'ldap', ACCOUNTS_MAX)
  const entries = new Map(
    (
      await directoryUsersNamed(
        form,
        users.map(({ username }) => username),
      )
    ).map((one) => [keyOf(one.username), one]),
  )
  return users.flatMap((user) => {
    const entry = entries.get(keyOf(user.username))
    return entry ? [{ user, entry }] : []
  })
}

/** For migrated sites that already used a directory. A login never links accounts; an administrator confirms each pair here. */
const linkingCalls: Pick<AllHandlers['adminSetting'], 'ldapMatches' | 'linkLdap'> = {
  async ldapMatches(_input, ctx) {
    return (await pairs(ctx)).map(({ user, entry }) => ({ ...user, entry: [entry.name, entry.dn].filter(Boolean).join(', ') }))
  },

  async linkLdap({ uids }, ctx) {
    const wanted = (await pairs(ctx)).filter(({ user }) => uids.includes(user.uid))
    const linked = await ctx.store.write(async (trx) => {
      let done = 0
      for (const { user, entry } of wanted) {
        if (!(await link(trx, user.uid, { provider: 'ldap', subject: entry.subject }, ctx.now()))) continue
        await writeAudit(trx, ctx, 'linked', { subject: user.username, detail: 'ldap' })
        done += 1
      }
      return done
    })
    return { linked }
  },
}

/** People that the screen lists. */
const GONE_SHOWN = 50

/** The nightly look into the directory (docs/decisions/0113). */
const lookCalls: Pick<AllHandlers['adminSetting'], 'ldapLook' | 'lookNow'> = {
  async ldapLook(_input, ctx) {
    const [last, is_looking, gone, gone_count] = await Promise.all([
      lastLook(ctx),
      isLooking(ctx.db, ctx.now()),
      goneAccounts(ctx.db, GONE_SHOWN),
      countGone(ctx.db),
    ])
    return { is_looking: Number(is_looking), last: last ? shownLook(last, ctx) : null, gone, gone_count }
  },

  async lookNow(_input, ctx) {
    const begun = await beginLook(ctx)
    // A large directory takes longer than a request may.
    begun?.done.catch((error: Error) => ctx.log.error({ err: error }, 'the look into the directory failed'))
    return []
  },
}

const shownLook = ({ problem, ...last }: NonNullable<Awaited<ReturnType<typeof lastLook>>>, { language }: Ctx) => ({
  ...last,
  problem: problem ? errorMessage(problem.error, language, problem.fill) : '',
})

/** Returns whether the form names a store. ShowDoc's screens also save incomplete forms. */
function isComplete(form: OssSetting): boolean {
  try {
    return Boolean(placeOf(form))
  } catch (error) {
    if (error instanceof StoreProblem) return false
    throw error
  }
}

/** Writes, reads and deletes a file in the store. Throws a Refusal that names the wrong setting. */
async function tryStorage(form: OssSetting): Promise<{ place: string }> {
  try {
    const place = placeOf(form)
    await tryStore(place)
    return { place: shownPlace(place) }
  } catch (error) {
    throw error instanceof StoreProblem ? error.asRefusal() : (error as Refusal)
  }
}

type Given = Record<string, string | undefined>

async function merged<Form>(ctx: Ctx, name: FormName, fields: readonly string[], given: Given | undefined): Promise<Form> {
  return mergedForm(name, fields, secretsOf(name), await formOf(ctx, name), given ?? {}) as Form
}

/** Reads form fields that scripts send with brackets, such as oss_setting[bucket]. */
function bracketedIn(given: Record<string, unknown>): Given | undefined {
  const pairs = ossFields.map((field) => [field, given[`oss_setting[${field}]`] as string | undefined] as const)
  return pairs.some(([, value]) => value !== undefined) ? Object.fromEntries(pairs) : undefined
}

/** The names of the changed settings. Their values must not appear in the log. */
const changedIn = (previous: Record<string, string>, next: Record<string, string>) =>
  Object.keys(next)
    .filter((name) => previous[name] !== next[name])
    .join(', ')

async function mustBeItem(ctx: Ctx, { home_page, home_item }: Record<string, string>) {
  if (home_page === '3' && !(await headOf(ctx, Number(home_item)))) throw new Refusal('homeItemMissing')
}

export const adminSetting: AllHandlers['adminSetting'] = {
  ...linkingCalls,
  ...lookCalls,
  ...signInSettingCalls,
  ...firstProviderCalls,
  async loadConfig(_input, ctx) {
    const { ldap_open: _l, ldap_gone: _g, ...shown } = await siteSettings(ctx)
    const { beian, oauth_schemes, index_default, site_description, robots_more, site_agent_note, ...numbers } = shown
    const texts = { beian, oauth_schemes, index_default, site_description, robots_more, site_agent_note }
    const counted = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)])) as Record<
      keyof typeof numbers,
      number
    >
    return { ...counted, ...texts, oss_setting: masked('oss_setting', (await storageSettings(ctx)).form) }
  },

  async saveConfig({ oss_setting, count_only, ...input }, ctx) {
    const plain = plainSettings(Object.fromEntries(Object.entries(input).filter(([name]) => !name.includes('['))))
    if (!areSchemes(plain['oauth_schemes'] ?? '')) throw new Refusal('badInput', { field: 'oauth_schemes' })
    const current = await siteSettings(ctx)
    if (count_only) return countListed(ctx, { ...current, ...plain })
    const previous: Record<string, string> = current
    if (plain['site_index'] === '1' && ctx.config.PUBLIC_URL === undefined) throw new Refusal('needsPublicUrl')
    if (plain['home_page'] ?? plain['home_item']) await mustBeItem(ctx, { ...previous, ...plain })
    const given = oss_setting ?? bracketedIn(input)
    const form = given && (await merged<OssSetting>(ctx, 'oss_setting', ossFields, given))
    const previousForm = (await formOf(ctx, 'oss_setting')) ?? {}
    await ctx.store.write(async (trx) => {
      await storeSettings(trx, plain)
      if (form) await storeForm(ctx, trx, 'oss_setting', form)
      if (form && isComplete(form)) await rememberStore(ctx, trx, form, ctx.now())
      const changed = [changedIn(previous, plain), form && changedIn(previousForm, form) && 'oss_setting'].filter(Boolean).join(', ')
      if (changed) await writeAudit(trx, ctx, 'settingsChanged', { subject: changed })
    })
    return []
  },

  async testStorage({ oss_setting }, ctx) {
    return tryStorage(await merged<OssSetting>(ctx, 'oss_setting', ossFields, oss_setting))
  },

  async loadLdapConfig(_input, ctx) {
    const [{ open, form }, { ldap_gone }] = await Promise.all([ldapSettings(ctx), siteSettings(ctx)])
    return { ldap_open: Number(open), ldap_gone, ldap_form: masked('ldap_form', form) }
  },

  async saveLdapConfig({ ldap_open, ldap_form, ldap_gone }, ctx) {
    if (ldap_gone !== undefined && !['tell', 'disable'].includes(ldap_gone)) throw new Refusal('badInput', { field: 'ldap_gone' })
    const previous = await ldapSettings(ctx)
    const form = completeLdap(await merged<LdapForm>(ctx, 'ldap_form', ldapFields, ldap_form))
    const open = ldap_open === undefined ? previous.open : ldap_open === 1
    if (open) await tryDirectory(form)
    await ctx.store.write(async (trx) => {
      if (previous.open && !(await hasLocalAdministrator(trx))) throw new Refusal('lastWayIn')
      await storeSettings(trx, { ldap_open: open ? '1' : '0', ...(ldap_gone === undefined ? {} : { ldap_gone }) })
      if (ldap_form) await storeForm(ctx, trx, 'ldap_form', form)
      await writeAudit(trx, ctx, 'ldapChanged', { subject: form.host, detail: open ? 'on' : 'off' })
    })
    return []
  },

  async testLdap({ ldap_form, username, password }, ctx) {
    const form = completeLdap(await merged<LdapForm>(ctx, 'ldap_form', ldapFields, ldap_form))
    const { people, person } = await tryDirectory(form, username, password)
    return { people, username: person?.username ?? '', name: person?.name ?? '', email: person?.email ?? '' }
  },

  async getLoginSecretKey(_input, ctx) {
    return { login_secret_key: (await loginKey(ctx)) ?? (await makeLoginKey(ctx, ctx.db, randomHex(32))) }
  },

  async resetLoginSecretKey(_input, ctx) {
    const login_secret_key = randomHex(32)
    await ctx.store.write(async (trx) => {
      await storeLoginKey(ctx, trx, login_secret_key)
      await writeAudit(trx, ctx, 'secretKeyReset')
    })
    return { login_secret_key }
  },
}
