import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Accounts, how people sign in, and their sessions. */

export interface User {
  uid: Id
  username: string
  /** NFKC, lower case: the unique form (W14). */
  username_key: string
  name: string
  /** Argon2id; "" for an account that cannot sign in with a password. */
  password_hash: string
  email: string
  email_key: string | null
  email_verify: number
  groupid: number
  avatar: string
  reg_time: number
  last_login_time: number
  is_disabled: number
  /** 1: the account has a method of `second_step` or a `passkey`. Here, because every request reads it. */
  has_second_step: Generated<number>
  /** 1: one of these methods is a passkey. */
  has_passkey: Generated<number>
}

/** An account at an external provider: linked by provider and subject, never by an equal name. */
export interface Identity {
  id: Id
  uid: number
  provider: string
  subject: string
  addtime: number
  /** Since when the directory has no such entry, or 0. */
  gone_at: Generated<number>
  /** What was done about it (Gone in directory/look.rules.ts). */
  gone_state: Generated<number>
}

/** A started sign-in through an external provider; `uid` is set when the identity is to be linked to an account. */
export interface OutsideAttempt {
  /** SHA-256 of the state parameter that the provider returns. */
  state_hash: string
  session_id: number
  uid: number | null
  verifier: string
  nonce: string
  redirect: string
  until: number
  provider_id: Generated<number>
}

/** A provider of signing in. */
export interface Provider {
  provider_id: Id
  /** PROVIDER_KINDS. */
  kind: string
  /** The text of its button. */
  name: string
  /** Its settings as JSON, with a sealed secret. */
  form: string
  is_on: number
  s_number: number
  /** 1: the one that the calls of ShowDoc read and write. */
  is_first: Generated<number>
  addtime: number
  /** The token of the app at Feishu, DingTalk or WeCom, sealed together with its settings. */
  app_token_sealed: Generated<string>
  /** When the next one is requested, before this one ends. */
  app_token_until: Generated<number>
  /** Until when one of the servers requests the next one. */
  app_token_claimed_until: Generated<number>
}

/** An external identity that signed in during this session and has no account yet. */
export interface OutsideSignup {
  session_id: number
  provider: string
  subject: string
  username: string
  name: string
  email: string
  email_verify: number
  may_join: number
  until: number
  /** The row in `provider`; 0 for the directory. */
  provider_id: Generated<number>
  /** The reported groups of this person, as JSON; "" if none were reported. */
  said: Generated<string>
  id_token_sealed: Generated<string>
  provider_sid: Generated<string>
  provider_sub: Generated<string>
}

/** The external identity of a deleted account: it must not create another account by itself. */
export interface DeletedIdentity {
  id: Id
  username_key: string
  provider: string
  subject: string
  addtime: number
}

export interface Session {
  session_id: Id
  /** SHA-256 of the cookie's value. */
  token_hash: string
  /** SHA-256 of the token that only allows page/setLock (W10). */
  beacon_hash: string | null
  uid: number | null
  addtime: number
  seen_time: number
  user_agent: string
  /** How it was opened (SESSION_WAYS); "" when that is not known. */
  way: Generated<string>
  address: Generated<string>
  /** The browser in `device`, or "". */
  device_hash: Generated<string>
  /** Until when the person has confirmed that it is them (W48). */
  confirmed_until: Generated<number>
  /** The provider that it was opened with, or 0, and the proof of it with which one signs out there. */
  provider_id: Generated<number>
  id_token_sealed: Generated<string>
  /** Hashes of the names by which the provider ends this session (atProvider in auth/session-end.ts), or "". */
  provider_sid: Generated<string>
  provider_sub: Generated<string>
}

/** The authenticator app of an account, and a setup that has begun. */
export interface SecondStep {
  uid: number
  /** Its secret, sealed; "" while only a setup has begun. */
  totp_sealed: Generated<string>
  totp_time: Generated<number>
  /** The time step of the last accepted code, so that each is accepted once. */
  last_step: Generated<number>
  begun_sealed: Generated<string>
  begun_until: Generated<number>
}

/** A recovery code: an HMAC under the key of the site. */
export interface RecoveryCode {
  code_hash: string
  uid: number
  /** 0 until it is used. */
  used_time: Generated<number>
}

export interface Passkey {
  passkey_id: Id
  uid: number
  /** As the authenticator gives it, base64url. */
  credential_id: string
  /** Random, the same for all passkeys of an account; the authenticator keeps it and answers it when no name was entered. */
  handle: string
  /** COSE, base64url. */
  public_key: string
  /** The signature counter of the authenticator; 0 for one without a counter. */
  counter: Generated<number>
  /** How browsers reach it, separated by commas. */
  transports: Generated<string>
  /** 1: it verifies its person by fingerprint, face or PIN, so it can sign in alone. */
  is_uv: Generated<number>
  /** 1: it is copied to the other devices of its person. */
  is_backed_up: Generated<number>
  name: string
  addtime: number
  used_time: Generated<number>
}

/** A value that a passkey signs, once and in this session. */
export interface Challenge {
  value: string
  session_id: number
  purpose: string
  /** The account whose passkeys were offered by its name; 0 for an unknown name, null without a name. */
  uid: number | null
  /** The handle that a new passkey gets. */
  handle: Generated<string>
  until: number
}

/** A browser in which a person has signed in. Its cookie only names it; whether it is trusted is stored here (W49). */
export interface Device {
  uid: number
  device_hash: string
  trusted_until: Generated<number>
  agent: Generated<string>
  addtime: number
  seen_time: number
}

/** A sign-in that waits for its second step, in a session without a user. */
export interface PendingStep {
  session_id: number
  uid: number
  way: string
  /** The provider of an external sign-in, for the log. */
  provider: Generated<string>
  /** 1: the external identity of the session is linked when it succeeds. */
  links: Generated<number>
  /** A hash of the password hash: a new password ends the sign-in. */
  stamp: string
  tries: Generated<number>
  until: number
  /** For the session that the second step opens. */
  provider_id: Generated<number>
  id_token_sealed: Generated<string>
  provider_sid: Generated<string>
  provider_sub: Generated<string>
}

/** A visit password entered in a session; valid while the password stamp of the item is the same. */
export interface SessionVisit {
  session_id: number
  item_id: number
  password_stamp: string
}

export interface ResetToken {
  id: Id
  uid: number
  email: string
  token_hash: string
  until: number
}
