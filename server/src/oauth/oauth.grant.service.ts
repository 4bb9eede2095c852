import { createHmac } from 'node:crypto'
import { writeAudit } from '../auth/audit.ts'
import { authorizationServer } from '../auth/authorization-server.ts'
import { keyOf, sha256 } from '../auth/secrets.ts'
import { isWellFormed, makeToken } from '../auth/token.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { endGrantsWhere, insertSecret } from '../token/token.store.ts'
import { type Client, markUsed } from './client.store.ts'
import { beginGrant, earlierGrants, grantById, removeSecret, type Secret, secretOf, useSecret } from './grant.store.ts'
import { isVerifier, scopeOf } from './oauth.rules.ts'

const ACCESS_SECONDS = 3600
/** After this time, a second use of a refresh token is a theft and no longer the repetition of a request whose answer was lost (O9). */
const GRACE_SECONDS = 60
const HINT_CHARS = 4

/** The person of a notice and of the log, when the server itself acts. */
const SHEAF = { uid: null, username: 'Sheaf', name: 'Sheaf' }

/** An error of RFC 6749, RFC 7591 or RFC 8707. */
export class OauthError extends Error {
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

const invalidGrant = () =>
  new OauthError('invalid_grant', 'The code or token is not valid: it has been used, has expired or has been ended')

interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type GrantServices = Pick<Services, 'store' | 'now' | 'config'>
interface Request {
  client: Client
  address: string
}

/** Refuses another resource than ours (O6). */
function mustBeOurs({ config }: Pick<Services, 'config'>, resources: string[]): string {
  const resource = authorizationServer(config)?.resource ?? ''
  if (resources.some((asked) => asked !== resource)) throw new OauthError('invalid_target', `resource must be ${resource}`)
  return resource
}

const secretFor = (token: string) => ({ secret_hash: sha256(token), hint: token.slice(-HINT_CHARS) })

/** Stores an access token and the given refresh token. */
async function give(trx: Db, now: number, grant: Secret & { end: number }, refresh_token: string): Promise<Tokens> {
  const { grant_id, level, resource, end } = grant
  const access_token = makeToken('at')
  const until = Math.min(now + ACCESS_SECONDS, end)
  await insertSecret(trx, { ...secretFor(access_token), grant_id, kind: 'access', until, resource })
  await insertSecret(trx, { ...secretFor(refresh_token), grant_id, kind: 'refresh', until: end, resource })
  return { access_token, token_type: 'Bearer', expires_in: until - now, refresh_token, scope: scopeOf(level) }
}

/** Ends a grant because of one of its secrets, and notifies its person if the program had access already. */
async function endStolen(trx: Db, { now }: Pick<Services, 'now'>, { grant_id }: Secret, address: string, isFirst: boolean) {
  for (const { uid, name } of await endGrantsWhere(trx, grantById(trx, grant_id), null, now())) {
    if (!isFirst) await notify(trx, SHEAF, { uids: [uid], kind: 'grantStolen', about: { token: name } }, now())
    await writeAudit(trx, { user: null, address, now }, 'tokenEnded', { subject: name, by: SHEAF })
  }
}

interface CodeFields {
  code: string
  redirect_uri: string
  code_verifier: string
  resources: string[]
}

/** Exchanges a code for tokens (O8). A code counts once: a second use, and a use by the wrong client, end the grant. */
export async function exchangeCode(services: GrantServices, { client, address }: Request, fields: CodeFields): Promise<Tokens> {
  const { store, now } = services
  const resource = mustBeOurs(services, fields.resources)
  const hash = isWellFormed(fields.code, ['ac']) ? sha256(fields.code) : ''
  // An error thrown in the transaction would undo the end of the grant, so the transaction returns instead.
  const tokens = await store.write(async (trx) => {
    const isFirst = await useSecret(trx, hash, now())
    const code = await secretOf(trx, hash)
    if (code?.kind !== 'code') return undefined
    const isRight =
      isFirst &&
      code.client_id === client.client_id &&
      code.redirect_uri === fields.redirect_uri &&
      code.resource === resource &&
      isVerifier(fields.code_verifier, code.challenge)
    if (!isRight) {
      await endStolen(trx, services, code, address, isFirst)
      return undefined
    }
    if (code.until <= now() || code.ended_time > 0 || code.is_disabled) return undefined
    // A client that registered itself is one installation of a program: its earlier connection is replaced.
    if (client.kind === 'registered')
      await endGrantsWhere(trx, earlierGrants(trx, client.client_id, code.uid, code.grant_id), code.uid, now())
    await beginGrant(trx, code.grant_id, code.grant_until)
    await markUsed(trx, client, now())
    return give(trx, now(), { ...code, end: code.grant_until }, makeToken('rt'))
  })
  if (!tokens) throw invalidGrant()
  return tokens
}

/**
 * The refresh token that replaces another one. It follows from the replaced one and the key of this server, so each repetition of a
 * request receives the same one, and no second line of valid tokens begins.
 */
const successorOf = (services: GrantServices, token: string) =>
  makeToken('rt', createHmac('sha256', keyOf(services)).update(`refresh ${token}`).digest())

/** Replaces a refresh token (O9). Its use after the time of grace ends the grant. */
export async function refresh(
  services: GrantServices,
  { client, address }: Request,
  { refresh_token, resources }: { refresh_token: string; resources: string[] },
): Promise<Tokens> {
  const { store, now } = services
  const resource = mustBeOurs(services, resources)
  const hash = isWellFormed(refresh_token, ['rt']) ? sha256(refresh_token) : ''
  const tokens = await store.write(async (trx) => {
    const known = await secretOf(trx, hash)
    if (known?.kind !== 'refresh' || known.client_id !== client.client_id || known.resource !== resource) return undefined
    const isFirst = await useSecret(trx, hash, now())
    const token = await secretOf(trx, hash)
    if (!token || token.ended_time > 0 || token.grant_end <= now() || token.is_disabled) return undefined
    if (!isFirst && now() - token.used_time > GRACE_SECONDS) {
      await endStolen(trx, services, token, address, false)
      return undefined
    }
    await markUsed(trx, client, now())
    return give(trx, now(), { ...token, end: token.grant_end }, successorOf(services, refresh_token))
  })
  if (!tokens) throw invalidGrant()
  return tokens
}

/** Revokes a token of this client (RFC 7009). A refresh token ends the whole grant; any other token is unknown and nothing happens. */
export async function revoke(services: GrantServices, { client, address }: Request, token: string) {
  const { store, now } = services
  if (!isWellFormed(token, ['at', 'rt'])) return
  await store.write(async (trx) => {
    const known = await secretOf(trx, sha256(token))
    if (!known || known.client_id !== client.client_id) return
    if (known.kind === 'access') await removeSecret(trx, known.secret_hash)
    if (known.kind !== 'refresh') return
    for (const { name } of await endGrantsWhere(trx, grantById(trx, known.grant_id), known.uid, now()))
      await writeAudit(trx, { user: null, address, now }, 'tokenEnded', { subject: name, by: { uid: null, username: client.name } })
  })
}
