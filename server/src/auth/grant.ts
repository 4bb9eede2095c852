import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorName, type Language, Refusal } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { type Level, levelWords, requirements } from '@sheaf/contract/levels'
import type { Caller, Grant, Services, User } from '../context.ts'
import { authorizationServer } from './authorization-server.ts'
import { sha256 } from './secrets.ts'
import { isTokenLike, isWellFormed } from './token.ts'

/** Seconds between two updates of the last use, which the settings show to the minute. */
const USE_INTERVAL_SECONDS = 60
const AGENT_MAX_CHARS = 255

interface Row extends User {
  grant_id: number
  grant_name: string
  level: number
  is_admin: number
  is_limited: number
  until: number
  ended_time: number
  last_used_time: number
  is_disabled: number
}

const SELECT = `select g.grant_id, g.name as grant_name, g.level, g.is_admin, g.is_limited, s.until, g.ended_time, g.last_used_time,
    u.uid, u.username, u.name, u.email, u.email_verify, u.groupid, u.avatar, u.is_disabled
  from access_secret s join access_grant g on g.grant_id = s.grant_id join "user" u on u.uid = g.uid
  where s.secret_hash = ?`
const OF_PERSON = `${SELECT} and s.kind = 'token'`
const OF_PERSON_OR_AGENT = `${SELECT} and (s.kind = 'token' or (s.kind = 'access' and s.resource = ?))`

/** Where a token is used. Tokens of connected programs are valid at `agent` alone (O11). */
export type Place = 'api' | 'agent'

/**
 * The token in the headers of a request (W18): a bearer token, or X-API-Token without X-API-Key, which would make it the key pair of an
 * item. Undefined when there is none. Query strings, fields and cookies never contain one.
 */
export function tokenInHeaders(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined && isTokenLike(bearer)) return bearer
  const alone = headers['x-api-key'] === undefined ? headers['x-api-token'] : undefined
  return typeof alone === 'string' && isTokenLike(alone.trim()) ? alone.trim() : undefined
}

/** The person behind a token, and what the token allows (W21). A wrong, ended, expired or misplaced one throws `tokenInvalid`. */
export async function callerByToken(
  services: Pick<Services, 'store' | 'now' | 'config'>,
  token: string,
  from: { address: string; agent: string },
  place: Place = 'api',
): Promise<Caller & { grant: Grant }> {
  const { store, now } = services
  const row = await rowOf(services, token, place)
  if (!row || row.ended_time > 0 || row.until <= now() || row.is_disabled) throw new Refusal('tokenInvalid')
  const { grant_id, grant_name, level, is_admin, is_limited, until: _u, ended_time: _e, last_used_time, is_disabled: _d, ...user } = row
  if (last_used_time <= now() - USE_INTERVAL_SECONDS)
    await store.db
      .updateTable('access_grant')
      .set({ last_used_time: now(), last_used_address: from.address, last_used_agent: from.agent.slice(0, AGENT_MAX_CHARS) })
      .where('grant_id', '=', grant_id)
      .execute()
  const items = is_limited
    ? await store.hot<{ item_id: number }>('select item_id from access_grant_item where grant_id = ?', [grant_id])
    : []
  const grant: Grant = {
    grant_id,
    name: grant_name,
    level: level as Level,
    items: is_limited ? new Set(items.map(({ item_id }) => item_id)) : undefined,
  }
  // The token of an administrator acts as an ordinary user, unless its person chose otherwise.
  return { session_id: null, user: { ...user, groupid: is_admin ? user.groupid : USER_GROUP }, grant }
}

async function rowOf({ store, config }: Pick<Services, 'store' | 'config'>, token: string, place: Place): Promise<Row | undefined> {
  const resource = place === 'agent' ? authorizationServer(config)?.resource : undefined
  if (!isWellFormed(token, resource === undefined ? ['pat'] : ['pat', 'at'])) return undefined
  const hash = sha256(token)
  const [row] =
    resource === undefined ? await store.hot<Row>(OF_PERSON, [hash]) : await store.hot<Row>(OF_PERSON_OR_AGENT, [hash, resource])
  return row
}

const USER_GROUP = 2

/** The program through which a person acts, as the history and notices show it; "" in a session (W29). */
export const viaOf = ({ grant }: { grant: Grant | undefined }) => grant?.name ?? ''
/** Names the level of a token and the level that a call needs, for the message of `levelMissing`. */
export const levelsInWords = (language: Language, level: Level, required: Level | 'session' = 'session') => ({
  level: inLanguage(levelWords[level], language),
  required: required === 'session' ? '' : inLanguage(levelWords[required], language),
})

/** Why a token cannot make this call; undefined when it can. */
export function refusedToGrant(path: string, { level, items }: Grant): ErrorName | undefined {
  const required = requirements.get(path)
  if (!required || required.level === 'session') return 'sessionOnly'
  if (required.level > level) return 'levelMissing'
  return required.account && items ? 'itemsOnly' : undefined
}
