import { Refusal } from '@sheaf/contract'
import { GRANTS_MAX } from '@sheaf/contract/limits'
import { writeAudit } from '../auth/audit.ts'
import { authorizationServer } from '../auth/authorization-server.ts'
import { sha256 } from '../auth/secrets.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { makeToken } from '../auth/token.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { orTaken } from '../db/dialect.ts'
import { lockUser } from '../db/lock-user.ts'
import { daysMax, mustBeDays, mustBeReadable } from '../token/token.scope.service.ts'
import { countUsable, insertGrant, insertSecret } from '../token/token.store.ts'
import { CODE_SECONDS, redirectsOf } from './client.store.ts'
import { connectionOf, isDecided } from './grant.store.ts'
import { clientFor } from './oauth.document.service.ts'
import { isSameRedirect, readRequest, withAnswer } from './oauth.rules.ts'

const DAY = 86_400
const EVERYTHING = 4
const HINT_CHARS = 4

/** Checks client and redirect address first: before that, nothing is sent anywhere (O3). */
async function mustBeRequest(ctx: Ctx<'user'>, query: string) {
  const server = authorizationServer(ctx.config)
  if (!server) throw new Refusal('oauthOff')
  if ((await siteSettings(ctx)).mcp_on !== '1') throw new Refusal('agentsOff')
  const asked = readRequest(query, server.resource)
  if (!asked) throw new Refusal('requestWrong')
  const client = await clientFor(ctx, asked.client_id)
  if (!client || client.is_blocked) throw new Refusal('clientUnknown')
  const registered = redirectsOf(client)
  if (!registered.some((one) => isSameRedirect(one, asked.redirect_uri)))
    throw new Refusal('redirectUnknown', {}, { client_name: client.name, redirect_uri: asked.redirect_uri.slice(0, 500), registered })
  /** The address that sends an answer to the program, with the state as it came and the issuer (O5). */
  const back = (answer: Record<string, string>) => withAnswer(asked.redirect_uri, { ...answer, state: asked.state, iss: server.issuer })
  return { server, asked, client, back }
}

const errorOf = ({ error, description }: { error: string; description: string }) => ({ error, error_description: description })

export const oauth: AllHandlers['oauth'] = {
  async request({ query }, ctx) {
    const { asked, client, back } = await mustBeRequest(ctx, query)
    const connection = await connectionOf(ctx.db, client.client_id, ctx.user.uid, ctx.now())
    return {
      client_id: client.client_id,
      client_name: client.name,
      kind: client.kind,
      redirect_uri: asked.redirect_uri,
      level: asked.level,
      problem: asked.problem?.error ?? '',
      back: asked.problem ? back(errorOf(asked.problem)) : '',
      connected_time: connection?.addtime ?? 0,
      connected_level: connection?.level ?? 0,
      days_max: await daysMax(ctx),
    }
  },

  async decide({ query, allow, level, item_ids = [], is_limited, days, password }, ctx) {
    const { server, asked, client, back } = await mustBeRequest(ctx, query)
    if (asked.problem) throw new Refusal('requestWrong')
    if (!allow) {
      await writeAudit(ctx.db, ctx, 'agentRefused', { subject: client.name })
      return { redirect: back({ error: 'access_denied', error_description: 'The user refused' }) }
    }
    if (level < 1 || level > asked.level) throw new Refusal('badInput', { field: 'level' })
    await mustBeDays(ctx, days)
    const items = is_limited ? await mustBeReadable(ctx, item_ids) : []
    if (level === EVERYTHING) await mustBeOwnPassword(ctx, password)
    const code = makeToken('ac')
    const { uid } = ctx.user
    const now = ctx.now()
    const giving = ctx.store.write(async (trx) => {
      await lockUser(trx, uid)
      // A second click, or the same address opened again: the program has received its answer.
      if (await isDecided(trx, uid, asked.code_challenge)) throw new Refusal('requestWrong')
      if ((await countUsable(trx, uid, now)) >= GRANTS_MAX) throw new Refusal('tokensFull', { max: String(GRANTS_MAX) })
      await writeAudit(trx, ctx, 'agentConnected', { subject: client.name, detail: String(level) })
      const grant_id = await insertGrant(
        trx,
        {
          uid,
          kind: 'oauth',
          name: client.name,
          client_id: client.client_id,
          level,
          is_admin: 0,
          is_limited: Number(is_limited),
          // The grant lasts longer once the program has exchanged the code.
          until: now + CODE_SECONDS,
          addtime: now,
          request_id: asked.code_challenge,
        },
        items,
      )
      await insertSecret(trx, {
        secret_hash: sha256(code),
        hint: code.slice(-HINT_CHARS),
        grant_id,
        kind: 'code',
        until: now + CODE_SECONDS,
        grant_until: now + days * DAY,
        challenge: asked.code_challenge,
        redirect_uri: asked.redirect_uri,
        resource: server.resource,
      })
    })
    await orTaken(giving, new Refusal('requestWrong'))
    return { redirect: back({ code }) }
  },
}
