import type { Caller, Ctx, Services, User } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { randomHex, sha256 } from './secrets.ts'
import { mustEnrol, readSignIn, SESSION_DAYS, SIGN_IN, type SignInSettings } from './sign-in-settings.ts'

const DAY = 86_400
const SESSION_MAX_SECONDS = SESSION_DAYS * DAY
/** A session's last use is stored at most this often. */
const LAST_USE_INTERVAL_SECONDS = 3600

const anonymous: Caller = { session_id: null, user: null, grant: undefined }

/** Whether the public address uses https. */
export const isSecure = ({ config }: Pick<Services, 'config'>) => Boolean(config.PUBLIC_URL?.startsWith('https:'))

/** `__Host-` binds the cookie to this host; it needs https (S18). */
export const cookieName = (secure: boolean) => (secure ? '__Host-sheaf_session' : 'sheaf_session')

export const sessionCookie = (token: string, secure: boolean) =>
  `${cookieName(secure)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${token ? SESSION_MAX_SECONDS : 0}`

interface Row extends User {
  session_id: number
  addtime: number
  seen_time: number
  is_disabled: number
  has_second_step: number
  has_passkey: number
  way: string
  sign_in: string | null
}

const BY = (
  column: 'token_hash' | 'beacon_hash',
) => `select s.session_id, s.addtime, s.seen_time, s.way, u.uid, u.username, u.name, u.email, u.email_verify, u.groupid, u.avatar,
    u.is_disabled, u.has_second_step, u.has_passkey, (select value from site_config where name = '${SIGN_IN}') as sign_in
  from session s left join "user" u on u.uid = s.uid where s.${column} = ?`
const BY_TOKEN = BY('token_hash')
const BY_BEACON = BY('beacon_hash')

/** The form of the token in the cookie. */
export const TOKEN = /^[0-9a-f]{64}$/

/**
 * The session and user of a token. Rights are read when they are used, not cached (W11). `beacon` also accepts the token that is valid
 * only for the lock.
 */
export async function callerOf(
  { store, now, config }: Pick<Services, 'store' | 'now' | 'config'>,
  token: string,
  beacon = false,
): Promise<Caller> {
  if (!TOKEN.test(token)) return anonymous
  const hash = sha256(token)
  let [row] = await store.hot<Row>(BY_TOKEN, [hash])
  if (!row && beacon) [row] = await store.hot<Row>(BY_BEACON, [hash])
  if (!row) return anonymous
  const settings = readSignIn(row.sign_in)
  if (!isAlive(row, settings, now())) return anonymous
  if (row.seen_time < now() - LAST_USE_INTERVAL_SECONDS)
    await store.db.updateTable('session').set({ seen_time: now() }).where('session_id', '=', row.session_id).execute()
  const { session_id, addtime: _a, seen_time: _s, is_disabled, has_second_step: _h, has_passkey: _p, way, sign_in: _i, ...user } = row
  if (!user.uid || is_disabled) return { session_id, user: null, grant: undefined }
  return mustEnrol(row, way, settings, { config, now })
    ? { session_id, user: null, grant: undefined, enrolling: user }
    : { session_id, user, grant: undefined }
}

/** The times before which a session has expired. */
export const sessionLimits = ({ session_idle_days, session_days }: SignInSettings, now: number) => ({
  seen: now - session_idle_days * DAY,
  opened: now - session_days * DAY,
})

function isAlive({ seen_time, addtime }: { seen_time: number; addtime: number }, settings: SignInSettings, now: number) {
  const { seen, opened } = sessionLimits(settings, now)
  return seen_time >= seen && addtime >= opened
}

/** The provider with which a session was opened, and the sealed proof with which one signs out there (S166). */
export interface OpenedBy {
  provider_id: number
  id_token_sealed: string
  /** Hashes of the names by which an OpenID provider ends the session, or "". */
  provider_sid: string
  provider_sub: string
}

/** These alone: they come with more about a person. */
export const openedBy = ({ provider_id, id_token_sealed, provider_sid, provider_sub }: OpenedBy): OpenedBy => ({
  provider_id,
  id_token_sealed,
  provider_sid,
  provider_sub,
})

/** What is kept about a session: for the list of its person, and for the sign-out at its provider. */
interface Opening extends Partial<OpenedBy> {
  user_agent?: string | undefined
  way?: string
  address?: string
  device_hash?: string
}

/** How a session was opened, for the one that replaces it. */
export const openingOf = async ({ store }: Pick<Services, 'store'>, session_id: number | null): Promise<Opening> =>
  (await store.db
    .selectFrom('session')
    .select(['user_agent', 'way', 'address', 'device_hash', 'provider_id', 'id_token_sealed', 'provider_sid', 'provider_sub'])
    .where('session_id', '=', session_id)
    .executeTakeFirst()) ?? {}

export const AGENT_MAX_CHARS = 255

/**
 * Opens a session. Items that the visitor opened with passwords in the session `previous` stay open. Returns the tokens of the cookie and
 * of the beacon.
 */
export async function openSession(
  { store, now }: Pick<Services, 'store' | 'now'>,
  uid: number | null,
  previous: number | null,
  { user_agent = '', ...opening }: Opening = {},
) {
  const token = randomHex(32)
  const beacon = randomHex(32)
  const session_id = await store.db.transaction().execute(async (trx) => {
    const { session_id } = await trx
      .insertInto('session')
      .values({
        token_hash: sha256(token),
        beacon_hash: uid ? sha256(beacon) : null,
        uid,
        addtime: now(),
        seen_time: now(),
        user_agent: user_agent.slice(0, AGENT_MAX_CHARS),
        ...opening,
      })
      .returning('session_id')
      .executeTakeFirstOrThrow()
    if (previous !== null) {
      const visits = await trx
        .selectFrom('session_visit')
        .select(['item_id', 'password_stamp'])
        .where('session_id', '=', previous)
        .execute()
      if (visits.length)
        await trx
          .insertInto('session_visit')
          .values(visits.map((visit) => ({ ...visit, session_id })))
          .execute()
      await endWhere(trx, previous)
    }
    return session_id
  })
  return { session_id, token, beacon }
}

/** The tables of a session. */
export const SESSION_TABLES = ['session_visit', 'captcha', 'pending_step', 'challenge', 'session'] as const

export const endWhere = async (db: Db, session_id: number) => {
  for (const table of SESSION_TABLES) await db.deleteFrom(table).where('session_id', '=', session_id).execute()
}

export const endSession = ({ store }: Pick<Services, 'store'>, session_id: number) =>
  store.db.transaction().execute((trx) => endWhere(trx, session_id))

/** The session of the caller. A visitor without a session gets a new one, because captchas and visit passwords are bound to it. */
export async function sessionOf(ctx: Ctx): Promise<number> {
  if (ctx.session_id !== null) return ctx.session_id
  const { session_id, token } = await openSession(ctx, null, null, { user_agent: ctx.headers['user-agent'] })
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  return session_id
}
