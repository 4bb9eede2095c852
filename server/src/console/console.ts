import { CONSOLE_ENVS_MAX, type ConsoleCall, Refusal, VARIABLES_MAX } from '@sheaf/contract'
import type { ApiCall } from '@sheaf/description/call'
import { CONSOLE_FIELDS_MAX, DocumentedFields, documentedAnswers, documentedContent } from '@sheaf/description/documented'
import { mayEdit, mustManage, mustManageOpen, mustVisit, mustVisitPageUniform } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { bodyOf } from '../content/part-body.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { countIn, envOf, gatherVariables, holdItem, insertEnv, removeEnv, renameEnv } from '../runapi/runapi.store.ts'
import { serversOfItem } from '../source/source.servers.service.ts'
import { baseUrlOf, mustBeBaseUrl, mustBeVariables, shownVariable } from './console.rules.ts'
import {
  addressOf,
  countOthers,
  environmentsOf,
  operationOfPage,
  replaceVariables,
  setAddress,
  shownEnvironment,
  variablesOfItem,
} from './console.store.ts'
import { mustBeRequest } from './send.rules.ts'
import { mustBeAllowed, sendForReader } from './send.service.ts'

const subjectOf = (env_name: string, item_name: string) => `${env_name} · ${item_name}`

interface Ticked {
  item_id: number
  env_id: number
  base_url: string
  /** Undefined keeps what is stored. */
  wanted: number | undefined
}

/** Whether this server sends the requests to the address. A new address must be one that the operator allows. */
async function mustBeSendable(ctx: Ctx, { item_id, env_id, base_url, wanted }: Ticked): Promise<number> {
  const found = env_id ? await addressOf(ctx.db, env_id) : undefined
  const stored = found?.item_id === item_id ? found : undefined
  const by_server = base_url === '' ? 0 : (wanted ?? stored?.by_server ?? 0)
  const isSame = stored?.by_server === 1 && stored.base_url === base_url
  if (by_server === 1 && !isSame) await mustBeAllowed(ctx, base_url)
  return by_server
}

type Place = Pick<ConsoleCall, 'method' | 'path'> & { page_id: number }

/** What the console needs of a call, within limits. */
function consoleCall({ page_id, method, path }: Place, call: ApiCall) {
  const fields = new DocumentedFields(CONSOLE_FIELDS_MAX)
  const model = {
    page_id,
    method,
    path,
    schemes: (call.security ?? []).map(({ kind, key }) => ({ kind, key })),
    in_path: fields.take(call.path ?? [], true),
    in_query: fields.take(call.query ?? [], true),
    in_headers: fields.take(call.headers ?? [], true),
    in_cookies: fields.take(call.cookies ?? [], true),
    bodies: (call.bodies ?? []).map((content) => documentedContent(fields, content, true)),
    responses: documentedAnswers(fields, call),
  }
  return { ...model, is_cut: fields.isCut }
}

/** A page can show an operation of a source; readers send its request from their browser (decision 87), or by this server (decision 98). */
export const consoleCalls: AllHandlers['console'] = {
  async environments({ item_id }, ctx) {
    const { manage } = await mustVisit(ctx, item_id)
    const [environments, variables] = await Promise.all([environmentsOf(ctx.db, item_id, !manage), variablesOfItem(ctx.db, item_id)])
    const byEnvironment = Map.groupBy(variables, (variable) => variable.env_id)
    return environments.map(({ is_shown, by_server, ...environment }) => ({
      ...environment,
      is_shown: is_shown === 1,
      by_server: by_server === 1,
      variables: (byEnvironment.get(environment.env_id) ?? []).map(({ var_name: name, var_value: value }) =>
        shownVariable({ name, value }),
      ),
    }))
  },

  async call({ page_id }, ctx) {
    const rights = await mustVisitPageUniform(ctx, page_id)
    const part = await operationOfPage(ctx.db, page_id)
    const body = part && (await bodyOf(part.body))
    if (!part || !body || !('call' in body)) throw new Refusal('notFound')
    return { ...consoleCall({ page_id, method: part.method, path: part.path }, body.call), editable: mayEdit(rights, rights.page) }
  },

  async send({ page_id, env_id, ...given }, ctx) {
    const { item } = await mustVisitPageUniform(ctx, page_id)
    if (item.is_archived) throw new Refusal('archived')
    const part = await operationOfPage(ctx.db, page_id)
    const environment = await shownEnvironment(ctx.db, item.item_id, env_id)
    if (!part || !environment) throw new Refusal('notFound')
    if (!ctx.outbound.isForwardOn || environment.by_server !== 1) throw new Refusal('proxyOff')
    const request = mustBeRequest(given, part, environment.base_url)
    return sendForReader(ctx, request, subjectOf(environment.env_name, item.item_name))
  },

  async saveEnvironment({ item_id, env_id, env_name, base_url: given, is_shown, by_server: wanted, variables: sent }, ctx) {
    const { item } = await mustManageOpen(ctx, item_id)
    const base_url = mustBeBaseUrl(given)
    const variables = mustBeVariables(sent)
    const row = { item_id, env_name, uid: ctx.user.uid }
    const by_server = await mustBeSendable(ctx, { item_id, env_id, base_url, wanted })
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item_id)
      if (env_id && (await envOf(trx, env_id))?.item_id !== item_id) throw new Refusal('notFound')
      if (base_url && (await countOthers(trx, item_id, env_id)) >= CONSOLE_ENVS_MAX)
        throw new Refusal('clientFull', { limit: String(CONSOLE_ENVS_MAX) })
      if (!env_id && (await countIn(trx, 'runapi_env', item_id)) >= CONSOLE_ENVS_MAX)
        throw new Refusal('clientFull', { limit: String(CONSOLE_ENVS_MAX) })
      const isFirst = !env_id && (await countIn(trx, 'runapi_env', item_id)) === 0
      const id = env_id || (await insertEnv(trx, row, ctx.now()))
      if (env_id) await renameEnv(trx, env_id, row, ctx.now())
      // As API clients do it: the first environment takes the variables that have none.
      if (isFirst) await gatherVariables(trx, item_id, id)
      await setAddress(trx, id, { base_url, is_shown: is_shown ? 1 : 0, by_server })
      await replaceVariables(trx, { item_id, env_id: id, uid: ctx.user.uid, isNew: isFirst }, variables, ctx.now())
      if ((await countIn(trx, 'item_variable', item_id)) > VARIABLES_MAX) throw new Refusal('clientFull', { limit: String(VARIABLES_MAX) })
      await writeAudit(trx, ctx, 'environmentSaved', { subject: subjectOf(env_name, item.item_name) })
      return { env_id: id }
    })
  },

  async deleteEnvironment({ item_id, env_id }, ctx) {
    const { item } = await mustManageOpen(ctx, item_id)
    await ctx.store.write(async (trx) => {
      await holdItem(trx, item_id)
      const environment = await envOf(trx, env_id)
      if (environment?.item_id !== item_id) throw new Refusal('notFound')
      await removeEnv(trx, item_id, env_id)
      await writeAudit(trx, ctx, 'environmentDeleted', { subject: subjectOf(environment.env_name, item.item_name) })
    })
    return []
  },

  async addresses({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    const found = await serversOfItem(ctx, item_id)
    return found.flatMap(({ address, description: about, ...source }) => {
      const base_url = baseUrlOf(address)
      return base_url === undefined ? [] : [{ ...source, base_url, about }]
    })
  },
}
