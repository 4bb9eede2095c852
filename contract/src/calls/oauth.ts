import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, digits, flag, id, idOr0, jsonOrNone, name, nothing, requestId, text } from '../fields.ts'
import { LIST_PAGES_MAX, OAUTH_QUERY_MAX, OAUTH_REDIRECTS_MAX, ROWS_MAX, TOKEN_ITEMS_MAX, TOKEN_NAME_MAX } from '../limits.ts'
import { TokenCall } from './token.ts'

/** Where a client comes from: it registered itself, its id is the address of its description, or an administrator entered it. */
const clientKinds = ['registered', 'document', 'given'] as const

/** The query of the address to which a program has sent its user, unchanged: the server alone reads it. */
const asked = { query: text(OAUTH_QUERY_MAX) }

/** Sheaf only: the consent screen of OAuth. */
export const oauth = {
  /** What a program asks for. A wrong client or redirect address is refused; every other problem is in `problem`. */
  request: read(
    'user',
    asked,
    z.object({
      client_id: z.string(),
      client_name: z.string(),
      kind: z.enum(clientKinds),
      redirect_uri: z.string(),
      /** The highest level that the program asks for. */
      level: digits,
      /** '' or the error of OAuth that `back` returns to the program. */
      problem: z.string(),
      back: z.string(),
      /** Times of an earlier connection of this program, 0 without one. */
      connected_time: digits,
      connected_level: digits,
      days_max: digits,
    }),
  ),
  /** Allows or refuses, once for each request. Level 4 requires the own password. Returns the address to which the browser goes. */
  decide: write(
    'user',
    {
      ...asked,
      allow: flag,
      level: idOr0,
      item_ids: jsonOrNone(z.array(id).max(TOKEN_ITEMS_MAX)),
      is_limited: flag,
      days: idOr0,
      password: text(1000),
    },
    z.object({ redirect: z.string() }),
  ),
}

/** A token or a connected program of any person, without its secret. */
const GivenGrant = z.object({
  grant_id: digits,
  kind: z.string(),
  name: z.string(),
  client_id: z.string(),
  uid: digits,
  username: z.string(),
  level: digits,
  is_admin: digits,
  is_limited: digits,
  addtime: digits,
  until: digits,
  last_used_time: digits,
  last_used_address: z.string(),
  ended_time: digits,
})

const Client = z.object({
  client_id: z.string(),
  kind: z.enum(clientKinds),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  has_secret: digits,
  is_blocked: digits,
  addtime: digits,
  last_used_time: digits,
  /** Connections in use. */
  grants: digits,
})

const paged = { page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX) }

/** Sheaf only: the programs of all users. */
export const adminAgent = {
  /** Tokens and connected programs, newest first. state: '' for all, `used` for those in use, `ended` for all others. */
  getList: read(
    'admin',
    { username: text(), client_id: text(), state: text(10), ...paged },
    z.object({ list: z.array(GivenGrant), total: digits }),
  ),
  calls: read('admin', { grant_id: id, ...paged }, z.object({ list: z.array(TokenCall), total: digits })),
  end: write('admin', { grant_id: id }, nothing),
  clients: read('admin', { name: text(), ...paged }, z.object({ list: z.array(Client), total: digits })),
  /** Without client_id: adds one. The response is the only one that contains its secret. */
  saveClient: write(
    'admin',
    {
      client_id: text(),
      name: name(TOKEN_NAME_MAX),
      redirect_uris: jsonOrNone(z.array(z.string().max(2000)).max(OAUTH_REDIRECTS_MAX)),
      has_secret: flag,
      request_id: requestId,
    },
    z.object({ ...Client.shape, client_secret: z.string() }),
  ),
  /** Blocking ends all connections of the client. */
  block: write('admin', { client_id: text(), is_blocked: flag }, nothing),
}
