import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex, sha256 } from '../auth/secrets.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { namedCalls } from '../token/token.log.service.ts'
import { endGrantsWhere } from '../token/token.store.ts'
import { type Client, clientOf, listClients, redirectsOf, saveGiven, setBlocked } from './client.store.ts'
import { grantById, grantsOfClient, listGrants } from './grant.store.ts'
import { canBeRedirect, shownName } from './oauth.rules.ts'

const ROWS = 20
/** Secrets of clients that an administrator enters. */
const SECRET_PREFIX = 'sheaf_cs_'

/** Ends grants and notifies their users, each in the log. */
async function endForOthers(trx: Db, ctx: Ctx<'admin'>, ids: Parameters<typeof endGrantsWhere>[1]) {
  for (const { uid, name } of await endGrantsWhere(trx, ids, ctx.user.uid, ctx.now())) {
    await notify(trx, ctx.user, { uids: [uid], kind: 'grantEnded', about: { token: name } }, ctx.now())
    await writeAudit(trx, ctx, 'tokenEnded', { subject: name })
  }
}

async function mustBeClient(ctx: Ctx<'admin'>, client_id: string): Promise<Client> {
  const client = await clientOf(ctx.db, client_id)
  if (!client) throw new Refusal('notFound')
  return client
}

const shown = ({ secret_hash, redirect_uris, ...client }: Client, grants: number) => ({
  ...client,
  redirect_uris: redirectsOf({ redirect_uris }),
  has_secret: secret_hash === '' ? 0 : 1,
  grants,
})

export const adminAgent: AllHandlers['adminAgent'] = {
  async getList({ username, client_id, state, page, count }, ctx) {
    return listGrants(ctx.db, { username: username.trim(), client_id, state }, ctx.now(), page || 1, count || ROWS)
  },

  async calls({ grant_id, page, count }, ctx) {
    return namedCalls(ctx, grant_id, page, count)
  },

  async end({ grant_id }, ctx) {
    if (!(await grantById(ctx.db, grant_id).executeTakeFirst())) throw new Refusal('notFound')
    await ctx.store.write((trx) => endForOthers(trx, ctx, grantById(trx, grant_id)))
    return []
  },

  async clients({ name, page, count }, ctx) {
    const { list, total } = await listClients(ctx.db, name.trim(), ctx.now(), page || 1, count || ROWS)
    return { list: list.map(({ grants, ...client }) => shown(client, Number(grants ?? 0))), total }
  },

  async saveClient({ client_id, name, redirect_uris = [], has_secret, request_id = '' }, ctx) {
    const known = client_id ? await mustBeClient(ctx, client_id) : undefined
    // What a program declared about itself is not changed, because it would then look as if the administrator had entered it.
    if (known && known.kind !== 'given') throw new Refusal('badInput', { field: 'client_id' })
    const { oauth_schemes } = await siteSettings(ctx)
    const addresses = [...new Set(redirect_uris.map((one) => one.trim()).filter(Boolean))]
    const wrong = addresses.find((one) => !canBeRedirect(one, oauth_schemes))
    if (wrong !== undefined) throw new Refusal('redirectWrong', { address: wrong.slice(0, 100) })
    if (addresses.length === 0) throw new Refusal('badInput', { field: 'redirect_uris' })
    const keepsSecret = has_secret && known !== undefined && known.secret_hash !== ''
    const secret = has_secret && !keepsSecret ? SECRET_PREFIX + randomHex(32) : ''
    const client: Client = {
      // No response with a secret is stored, so a repeated request finds its client by the id and receives another secret.
      client_id: known?.client_id ?? (request_id ? sha256(`${ctx.user.uid} ${request_id}`).slice(0, 32) : randomHex(16)),
      kind: 'given',
      name: shownName(name, name),
      redirect_uris: JSON.stringify(addresses),
      secret_hash: '',
      addtime: ctx.now(),
      last_used_time: 0,
      is_blocked: 0,
      until: 0,
    }
    await ctx.store.write(async (trx) => {
      await saveGiven(trx, client, keepsSecret ? undefined : secret && sha256(secret))
      await writeAudit(trx, ctx, 'clientSaved', { subject: client.name })
    })
    const saved = await mustBeClient(ctx, client.client_id)
    const { total } = await listGrants(ctx.db, { username: '', client_id: client.client_id, state: 'used' }, ctx.now(), 1, 1)
    return { ...shown(saved, total), client_secret: secret }
  },

  async block({ client_id, is_blocked }, ctx) {
    const { name } = await mustBeClient(ctx, client_id)
    await ctx.store.write(async (trx) => {
      await setBlocked(trx, client_id, Number(is_blocked))
      await writeAudit(trx, ctx, is_blocked ? 'clientBlocked' : 'clientUnblocked', { subject: name })
      if (is_blocked) await endForOthers(trx, ctx, grantsOfClient(trx, client_id))
    })
    return []
  },
}
