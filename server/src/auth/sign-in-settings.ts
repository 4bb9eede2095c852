import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { relyingParty } from './relying-party.ts'

/*
 * The settings of signing in are one row of `site_config`, because the query that finds the session of a request reads them too.
 */
export const SIGN_IN = 'sign_in'

export interface SignInSettings {
  /** Of whom a second step is required: 0 of no one, 1 of administrators, 2 of everyone. */
  mfa_require: number
  mfa_grace_days: number
  /** 1: also after a provider or a link that was signed with the general key. */
  mfa_outside: number
  /** 1: of administrators a passkey. It counts while a second step is required of them and the site can use passkeys. */
  mfa_passkey_only: number
  /** Days that a device can be trusted, 0 for never. */
  trust_days: number
  session_idle_days: number
  session_days: number
  /** 1: a sign-out also leads to the provider. */
  provider_logout: number
  /** Since when it is required of administrators and of everyone else; 0 while it is not. */
  admins_since: number
  people_since: number
  /** Since when administrators need a passkey; 0 while they do not. */
  passkey_since: number
}

/** Thirty days without use, ninety at most (W9); the site can only shorten them. */
export const SESSION_IDLE_DAYS = 30
export const SESSION_DAYS = 90

const defaults: SignInSettings = {
  mfa_require: 0,
  mfa_grace_days: 14,
  mfa_outside: 0,
  mfa_passkey_only: 0,
  trust_days: 30,
  session_idle_days: SESSION_IDLE_DAYS,
  session_days: SESSION_DAYS,
  provider_logout: 0,
  admins_since: 0,
  people_since: 0,
  passkey_since: 0,
}

let last: { text: string; settings: SignInSettings } = { text: '', settings: defaults }

/** Reads the stored form. Every request calls this, so the last form is kept. */
export function readSignIn(text: string | null | undefined): SignInSettings {
  if (!text) return defaults
  if (last.text !== text) last = { text, settings: { ...defaults, ...(JSON.parse(text) as Partial<SignInSettings>) } }
  return last.settings
}

export async function signInSettings({ store }: Pick<Services, 'store'>): Promise<SignInSettings> {
  return readSignIn((await store.hot<{ value: string }>('select value from site_config where name = ?', [SIGN_IN]))[0]?.value)
}

/** The settings as they are now, locked until the transaction ends: administrators who change several at the same time wait for each other. */
export async function lockSignIn(db: Db): Promise<SignInSettings> {
  const row = await db
    .insertInto('site_config')
    .values({ name: SIGN_IN, value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((now) => ({ value: now.ref('site_config.value') })))
    .returning('value')
    .executeTakeFirstOrThrow()
  return readSignIn(row.value)
}

export async function storeSignIn(db: Db, settings: SignInSettings) {
  const value = JSON.stringify(settings)
  await db
    .insertInto('site_config')
    .values({ name: SIGN_IN, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const DAY = 86_400

/** From when on a second step is required of an account; 0 when it is not. */
export function requiredFrom({ groupid }: { groupid: number }, settings: SignInSettings): number {
  const { mfa_require, mfa_grace_days, admins_since, people_since } = settings
  const since = groupid === 1 && mfa_require >= 1 ? admins_since : mfa_require === 2 ? people_since : 0
  return since === 0 ? 0 : since + mfa_grace_days * DAY
}

type Site = Pick<Services, 'config'>

/** From when on an account needs a passkey; 0 when it does not, or when this site cannot use passkeys. */
export function passkeyFrom({ groupid }: { groupid: number }, settings: SignInSettings, { config }: Site): number {
  const { mfa_require, mfa_grace_days, mfa_passkey_only, passkey_since } = settings
  if (groupid !== 1 || mfa_require === 0 || !mfa_passkey_only || passkey_since === 0 || !relyingParty(config)) return 0
  return passkey_since + mfa_grace_days * DAY
}

/** Whether only a passkey is a second step of this account now: no code of an app, and no trusted device. */
export function needsPasskey(user: { groupid: number }, settings: SignInSettings, site: Site & Pick<Services, 'now'>): boolean {
  const from = passkeyFrom(user, settings, site)
  return from > 0 && from <= site.now()
}

/** Ways to sign in whose system decides about a second step itself, unless `mfa_outside` is 1. */
export const isOutside = (way: string) => way === 'provider' || way === 'key'

interface Enrolling {
  groupid: number
  has_second_step: number
  has_passkey: number
}

/** Whether a session of this account leads to the setup of a second step and to nothing else. */
export function mustEnrol(user: Enrolling, way: string, settings: SignInSettings, site: Site & Pick<Services, 'now'>): boolean {
  if (settings.mfa_require === 0 || user.has_passkey) return false
  if (isOutside(way) && !settings.mfa_outside) return false
  if (needsPasskey(user, settings, site)) return true
  if (user.has_second_step) return false
  const from = requiredFrom(user, settings)
  return from > 0 && from <= site.now()
}
