import * as z from 'zod'
import { read, write } from '../../call.ts'
import { countOrNone, digits, flag, flagOrNone, id, json, nothing, text } from '../../fields.ts'
import { VISITOR_BODY_BYTES_MAX } from '../../limits.ts'
import { Attestation, CreationOptions, PASSKEY_NAME_MAX } from './passkey.ts'

/** How a session was opened. `code` means a password or the directory with a second step, `trusted` the same on a trusted device. */
export const SESSION_WAYS = ['password', 'code', 'trusted', 'recovery', 'ldap', 'provider', 'key', 'passkey'] as const

const Session = z.object({
  session_id: digits,
  /** Browser and system as names, e.g. Firefox and macOS; "" when unknown. `is_program`: the client does not look like a browser. */
  browser: z.string(),
  system: z.string(),
  is_program: z.boolean(),
  address: z.string(),
  /** "" for a session that was opened before this was kept. */
  way: z.enum(['', ...SESSION_WAYS]),
  addtime: digits,
  seen_time: digits,
  is_own: z.boolean(),
  /** Unix seconds until which the device of this session is trusted, or 0. */
  trusted_until: digits,
})
export type SessionRow = z.output<typeof Session>

/** Sheaf only: where the person is signed in. */
export const session = {
  getList: read('user', {}, z.array(Session)),
  end: write('user', { session_id: id }, nothing),
  /** Ends all other sessions. Returns their number. */
  endOthers: write('user', {}, z.object({ ended: digits })),
  /** Ends the trust in the device of a session: the second step is asked for there again. */
  forgetDevice: write('user', { session_id: id }, nothing),
}

const Passkey = z.object({
  passkey_id: digits,
  name: z.string(),
  addtime: digits,
  /** 0 until it is used. */
  used_time: digits,
  /** Whether it verifies its person, so that it can sign in without a password. */
  is_uv: z.boolean(),
  /** Whether it is copied to the other devices of its person. */
  is_backed_up: z.boolean(),
})
export type PasskeyRow = z.output<typeof Passkey>

const methods = z.array(z.enum(['passkey', 'totp']))

const Info = z.object({
  /** The methods of the account. Empty: no second step. */
  methods,
  passkeys: z.array(Passkey),
  /** Whether this site can use passkeys: its public address is a name with https, or localhost. */
  has_passkey_address: z.boolean(),
  /** From when on sign-in leads to adding a passkey, because the site accepts no other method of administrators; 0 for no date. */
  passkey_from: digits,
  totp_time: digits,
  codes_left: digits,
  codes_total: digits,
  /** Whether the site demands a second step of this account, and from when on sign-in leads to setting it up; 0 for no date. */
  is_required: z.boolean(),
  required_from: digits,
  /** Days that a device can be trusted, 0 for never. */
  trust_days: digits,
  /** Until when the own confirmation of this session holds; 0 for none. */
  confirmed_until: digits,
  /** How the person can confirm that it is them. `fresh`: an account without password and method, for ten minutes after sign-in. */
  confirm_by: z.array(z.enum(['password', 'directory', 'passkey', 'totp', 'recovery', 'fresh'])),
  has_password: z.boolean(),
})

/** Recovery codes, shown once. */
const Codes = z.object({ codes: z.array(z.string()) })

/** Sheaf only: the second step of the own account. All but `info` require a confirmed session (confirmNeeded). */
export const secondStep = {
  info: read('user', {}, Info),
  /** A secret that becomes valid with its first correct code, within ten minutes. `svg` is the QR code of `otpauth`. */
  beginTotp: write('user', {}, z.object({ secret: z.string(), otpauth: z.string(), svg: z.string() })),
  /** With the first method come the recovery codes; `codes` is empty when the account has some. Ends all other sessions if `end_others`. */
  addTotp: write('user', { code: text(40), end_others: flag }, Codes),
  /** Refused while the site demands a second step and this is the only method (lastMethod). */
  endTotp: write('user', {}, nothing),
  /** The previous codes are invalid then. */
  newCodes: write('user', {}, Codes),
  /** Options for the browser; the answer is due within five minutes. */
  beginPasskey: write('user', {}, CreationOptions),
  /** Recovery codes come with the first method, as for addTotp. An empty name becomes browser and system. */
  addPasskey: write(
    'user',
    { answer: json(Attestation), name: text(PASSKEY_NAME_MAX) },
    z.object({ passkey: Passkey, codes: z.array(z.string()) }),
    { body: VISITOR_BODY_BYTES_MAX },
  ),
  renamePasskey: write('user', { passkey_id: id, name: text(PASSKEY_NAME_MAX) }, Passkey),
  /** Refused while the site demands it and this is the only one (lastMethod, lastPasskey). */
  endPasskey: write('user', { passkey_id: id }, nothing),
}

/** Site settings of signing in. */
const SignIn = z.object({
  /** Of whom a second step is demanded: 0 no one, 1 administrators, 2 everyone who signs in with a password or the directory. */
  mfa_require: digits,
  /** Days after which sign-in leads to setting it up. */
  mfa_grace_days: digits,
  /** 1: also after a provider. */
  mfa_outside: digits,
  /** 1: a sign-out also leads to the OpenID provider with which the session was opened. */
  provider_logout: digits,
  /** 1: administrators sign in with a passkey; codes of an app are not accepted once the days have passed. */
  mfa_passkey_only: digits,
  trust_days: digits,
  session_idle_days: digits,
  session_days: digits,
  /** When the demand was switched on and from when it holds; 0 while it is off. */
  required_since: digits,
  required_from: digits,
  /** Enabled accounts of whom it is or would be demanded, and how many of these have a method: administrators, and everyone. */
  admins: digits,
  admins_ready: digits,
  people: digits,
  people_ready: digits,
  /** Enabled administrators with a passkey. */
  admins_passkey: digits,
  /** Whether the caller has a method of their own, or a passkey: only then can they demand it. */
  is_ready: z.boolean(),
  has_own_passkey: z.boolean(),
  /** From when on administrators need a passkey; 0 while it is off. */
  passkey_from: digits,
  has_passkey_address: z.boolean(),
})
export type SignInSettings = z.output<typeof SignIn>

export const loadSignIn = read('admin', {}, SignIn)
/** Absent fields keep their value. Requires a confirmed session. */
export const saveSignIn = write(
  'admin',
  {
    mfa_require: countOrNone,
    mfa_grace_days: countOrNone,
    mfa_outside: flagOrNone,
    provider_logout: flagOrNone,
    mfa_passkey_only: flagOrNone,
    trust_days: countOrNone,
    session_idle_days: countOrNone,
    session_days: countOrNone,
  },
  SignIn,
)

const PersonSessions = z.object({ sessions: z.array(Session), methods, codes_left: digits })
/** The sessions and methods of a person, without secrets. */
export const personSessions = read('admin', { uid: id }, PersonSessions)
/** Takes the second step off another person's account. Requires a confirmed session; logged, and the person is informed. */
export const endSecondStep = write('admin', { uid: id }, nothing)

/** What the second step of a sign-in needs. With HTTP 200 and code 10220, in `data`. */
export const SecondStepNeeded = z.object({
  methods: z.array(z.enum(['passkey', 'totp', 'recovery'])),
  /** Unix seconds until which the second step can be made. */
  until: digits,
  /** Days that this device can be trusted, 0 for never. */
  trust_days: digits,
})
export type SecondStepNeeded = z.output<typeof SecondStepNeeded>
