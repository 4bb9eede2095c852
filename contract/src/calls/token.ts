import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, flag, id, idOr0, jsonOrNone, name, nothing, requestId, text } from '../fields.ts'
import { TOKEN_ITEMS_MAX, TOKEN_NAME_MAX } from '../limits.ts'

/** A personal token or a connected program, without its secret. */
const Token = z.object({
  grant_id: digits,
  /** showdoc: a token that was moved here from ShowDoc. oauth: a program that the person connected. */
  kind: z.enum(['personal', 'showdoc', 'oauth']),
  name: z.string(),
  level: digits,
  /** 1: it acts as an administrator. */
  is_admin: digits,
  /** 1: it is limited to `items`. Of these, only the ones that its person can still read have a name here. */
  is_limited: digits,
  items: z.array(z.object({ item_id: digits, item_name: z.string() })),
  /** Of a connected program: its client, where the client comes from as in oauth.request, and where it sent the browser back to. */
  client_id: z.string(),
  client_kind: z.string(),
  redirect_uri: z.string(),
  /** The last four characters; empty for a connected program. */
  hint: z.string(),
  /** Times in Unix seconds; 0 for never. */
  addtime: digits,
  until: digits,
  last_used_time: digits,
  last_used_address: z.string(),
  last_used_agent: z.string(),
  /** 0 while it has not been ended. */
  ended_time: digits,
  /** Who ended it: `server` after a new password or a stolen key; "" while it has not been ended. */
  ended_by: z.enum(['', 'own', 'admin', 'server']),
  /** Its calls in the last 30 days. */
  calls: digits,
})

const fields = {
  name: name(TOKEN_NAME_MAX),
  level: id,
  /** Without items, the token covers all items of its person. */
  item_ids: jsonOrNone(z.array(id).max(TOKEN_ITEMS_MAX)),
}

export const TokenCall = z.object({
  id: digits,
  /** `page/save` */
  call: z.string(),
  item_id: digits,
  page_id: digits,
  /** Names of the item and the page; empty where the viewer cannot read them now. */
  item_name: z.string(),
  page_title: z.string(),
  /** 0, or the number of the error. */
  outcome: digits,
  address: z.string(),
  addtime: digits,
})

/** Sheaf only: personal tokens, with which programs act for a person. */
export const token = {
  /** Those in use, and those that ended in the last 30 days; newest first. */
  getList: read('user', {}, z.array(Token)),
  /** The only response that contains the token. Level 4 and is_admin require the own password. */
  save: write(
    'user',
    { ...fields, days: id, is_admin: flag, is_limited: flag, password: text(1000), request_id: requestId },
    z.object({ ...Token.shape, token: z.string() }),
  ),
  /** Renames or narrows a token; it can never be widened. Absent days keep its end. */
  update: write('user', { grant_id: id, ...fields, is_limited: flag, days: countOrNone }, Token),
  /** Without grant_id: ends all tokens of the user. */
  end: write('user', { grant_id: idOr0 }, nothing),
  /** The log of a token, newest first. */
  calls: read('user', { grant_id: id, page: clamped(10_000), count: clamped(100) }, z.object({ list: z.array(TokenCall), total: digits })),
}
