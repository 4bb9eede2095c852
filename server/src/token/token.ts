import { Refusal } from '@sheaf/contract'
import { LEVELS } from '@sheaf/contract/levels'
import { GRANTS_MAX } from '@sheaf/contract/limits'
import { writeAudit } from '../auth/audit.ts'
import { sha256 } from '../auth/secrets.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { makeToken } from '../auth/token.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { lockUser } from '../db/lock-user.ts'
import { namedCalls } from './token.log.service.ts'
import { mustBeDays, mustBeReadable, readable } from './token.scope.service.ts'
import {
  countCalls,
  countUsable,
  endGrants,
  type GrantRow,
  grantOf,
  grantsOf,
  insertGrant,
  insertSecret,
  itemsOfGrants,
  madeBy,
  narrowGrant,
  replaceSecret,
} from './token.store.ts'

const HOUR = 3600
const DAY = 86_400
/** Days whose calls the list counts. */
const CALLS_DAYS = 30
const HINT_CHARS = 4
const EVERYTHING = 4

function enderOf({ ended_time, ended_by }: GrantRow, uid: number): '' | 'own' | 'admin' | 'server' {
  if (ended_time === 0) return ''
  return ended_by === null ? 'server' : ended_by === uid ? 'own' : 'admin'
}

async function shown(ctx: Ctx<'user'>, grants: GrantRow[]) {
  const limited = await itemsOfGrants(
    ctx.db,
    grants.map(({ grant_id }) => grant_id),
  )
  const names = new Map((await readable(ctx, [...new Set(limited.map(({ item_id }) => item_id))])).map((item) => [item.item_id, item]))
  // Rounded, so that the counts can be cached.
  const since = Math.floor(ctx.now() / HOUR) * HOUR - CALLS_DAYS * DAY
  return Promise.all(
    grants.map(async (grant) => ({
      ...grant,
      ended_by: enderOf(grant, ctx.user.uid),
      items: limited.filter(({ grant_id }) => grant_id === grant.grant_id).flatMap(({ item_id }) => names.get(item_id) ?? []),
      calls: await countCalls(ctx, grant.grant_id, since),
    })),
  )
}

async function shownOne(ctx: Ctx<'user'>, grant_id: number) {
  const [one] = await shown(ctx, [await mustBeOwn(ctx, grant_id)])
  if (!one) throw new Refusal('notFound')
  return one
}

async function mustBeOwn(ctx: Ctx<'user'>, grant_id: number): Promise<GrantRow> {
  const grant = await grantOf(ctx.db, ctx.user.uid, grant_id)
  if (!grant) throw new Refusal('notFound')
  return grant
}

const mustBeLevel = (level: number) => {
  if (!LEVELS.some((known) => known === level)) throw new Refusal('badInput', { field: 'level' })
}

export const token: AllHandlers['token'] = {
  async getList(_input, ctx) {
    return shown(ctx, await grantsOf(ctx.db, ctx.user.uid, ctx.now()))
  },

  async save({ name, level, item_ids = [], days, is_admin, is_limited, password, request_id = '' }, ctx) {
    mustBeLevel(level)
    await mustBeDays(ctx, days)
    if (is_admin && (ctx.user.groupid !== 1 || is_limited)) throw new Refusal('noPermission')
    const items = is_limited ? await mustBeReadable(ctx, item_ids) : []
    if (is_admin || level === EVERYTHING) await mustBeOwnPassword(ctx, password)
    const token = makeToken('pat')
    const secret = { secret_hash: sha256(token), hint: token.slice(-HINT_CHARS) }
    const { uid } = ctx.user
    const now = ctx.now()
    const grant_id = await ctx.store.write(async (trx) => {
      await lockUser(trx, uid)
      // No response with a token is stored, so a repeated request receives a new one of the same grant (S102).
      const made = request_id ? await madeBy(trx, uid, request_id, now) : undefined
      if (made) {
        await replaceSecret(trx, made.grant_id, secret)
        return made.grant_id
      }
      if ((await countUsable(trx, uid, now)) >= GRANTS_MAX) throw new Refusal('tokensFull', { max: String(GRANTS_MAX) })
      await writeAudit(trx, ctx, 'tokenMade', { subject: name, detail: String(level) })
      const grant = {
        uid,
        kind: 'personal' as const,
        name,
        client_id: null,
        level,
        is_admin: Number(is_admin),
        is_limited: Number(is_limited),
        until: now + days * DAY,
        addtime: now,
        request_id,
      }
      const made_id = await insertGrant(trx, grant, items)
      await insertSecret(trx, { ...secret, grant_id: made_id, kind: 'token', until: grant.until })
      return made_id
    })
    return { ...(await shownOne(ctx, grant_id)), token }
  },

  async update({ grant_id, name, level, item_ids = [], is_limited, days }, ctx) {
    const grant = await mustBeOwn(ctx, grant_id)
    const now = ctx.now()
    if (grant.ended_time || grant.until <= now) throw new Refusal('tokenEnded')
    // The consent decides what a connected program can do; its user disconnects it and connects it again.
    if (grant.kind === 'oauth') throw new Refusal('badInput', { field: 'grant_id' })
    mustBeLevel(level)
    if (days !== undefined) await mustBeDays(ctx, days)
    const until = days === undefined ? grant.until : now + days * DAY
    const known = new Set((await itemsOfGrants(ctx.db, [grant_id])).map(({ item_id }) => item_id))
    const isWider =
      level > grant.level || until > grant.until || (grant.is_limited && (!is_limited || item_ids.some((id) => !known.has(id))))
    if (isWider || (grant.is_admin && is_limited)) throw new Refusal('tokenWider')
    const items = is_limited ? await mustBeReadable(ctx, item_ids) : []
    await ctx.store.write((trx) => narrowGrant(trx, grant_id, { name, level, is_limited: Number(is_limited), until, item_ids: items }))
    return shownOne(ctx, grant_id)
  },

  async end({ grant_id }, ctx) {
    const { uid } = ctx.user
    if (grant_id) await mustBeOwn(ctx, grant_id)
    await ctx.store.write(async (trx) => {
      for (const subject of await endGrants(trx, uid, grant_id || 'all', uid, ctx.now()))
        await writeAudit(trx, ctx, 'tokenEnded', { subject })
    })
    return []
  },

  async calls({ grant_id, page, count }, ctx) {
    await mustBeOwn(ctx, grant_id)
    return namedCalls(ctx, grant_id, page, count)
  },
}
