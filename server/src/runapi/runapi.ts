import { ENVS_MAX, Refusal, SHARED_LISTS, VARIABLES_MAX } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { sharedOf } from '../content/item.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { isFlat, sharedIn } from '../item/item.rules.ts'
import { mustChange, mustSee, mustWork } from './runapi.rights.ts'
import {
  countIn,
  envOf,
  envsOf,
  gatherVariables,
  hasVariable,
  holdItem,
  insertEnv,
  putVariable,
  removeEnv,
  removeNamed,
  removeVariable,
  renameEnv,
  selectEnv,
  selectedEnv,
  setShared,
  sharedNow,
  variablesOf,
} from './runapi.store.ts'

/** The value of a parameter shared by all pages: a list parsed from JSON, or a script as text. */
function sharedValue(param_type: string, given: string): unknown[] | string {
  if (!(SHARED_LISTS as readonly string[]).includes(param_type)) return given
  const value = listIn(given || '[]')
  if (!value || !isFlat(value)) throw new Refusal('badInput', { field: 'content_json_str' })
  return value
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const orMissing = (deleted: number) => {
  if (deleted === 0) throw new Refusal('notFound')
  return deleted
}

export const itemVariable: AllHandlers['itemVariable'] = {
  async getList({ item_id, env_id }, ctx) {
    await mustSee(ctx, item_id)
    return variablesOf(ctx.db, item_id, env_id)
  },

  async save(variable, ctx) {
    const { item_id, env_id } = variable
    await mustChange(ctx, item_id)
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item_id)
      if (env_id && (await envOf(trx, env_id))?.item_id !== item_id) throw new Refusal('notFound')
      if (!(await hasVariable(trx, variable)) && (await countIn(trx, 'item_variable', item_id)) >= VARIABLES_MAX)
        throw new Refusal('clientFull', { limit: String(VARIABLES_MAX) })
      return putVariable(trx, { ...variable, uid: ctx.user.uid }, ctx.now())
    })
  },

  async delete({ item_id, id }, ctx) {
    await mustChange(ctx, item_id)
    return orMissing(await removeVariable(ctx.db, item_id, id))
  },

  async deleteByName(name, ctx) {
    await mustChange(ctx, name.item_id)
    return orMissing(await removeNamed(ctx.db, name))
  },
}

/** The name that existing clients use. */
const DEFAULT_ENV_NAME = { en: 'Default environment', zh: '默认环境' }

interface Env {
  item_id: number
  env_id: number
  env_name: string
}

/** Adds an environment, or renames the one in env_id. */
async function saveEnv({ item_id, env_id, env_name }: Env, ctx: Ctx<'user'>): Promise<number> {
  await mustChange(ctx, item_id)
  const env = { item_id, env_name, uid: ctx.user.uid }
  return ctx.store.write(async (trx) => {
    await holdItem(trx, item_id)
    if (env_id) {
      if (!(await renameEnv(trx, env_id, env, ctx.now()))) throw new Refusal('notFound')
      return env_id
    }
    if ((await countIn(trx, 'runapi_env', item_id)) >= ENVS_MAX) throw new Refusal('clientFull', { limit: String(ENVS_MAX) })
    return insertEnv(trx, env, ctx.now())
  })
}

/** Creates the first environment. Concurrent first requests create only one. */
const addDefaultEnv = (item_id: number, ctx: Ctx<'user'>) =>
  ctx.store.write(async (trx) => {
    await holdItem(trx, item_id)
    if ((await countIn(trx, 'runapi_env', item_id)) > 0) return
    const env_id = await insertEnv(trx, { item_id, env_name: inLanguage(DEFAULT_ENV_NAME, ctx.language), uid: ctx.user.uid }, ctx.now())
    await gatherVariables(trx, item_id, env_id)
  })

export const runapi: AllHandlers['runapi'] = {
  async getEnvList({ item_id }, ctx) {
    const { item } = await mustSee(ctx, item_id)
    const envs = await envsOf(ctx.db, item_id)
    if (envs.length || item.is_archived) return envs
    await addDefaultEnv(item_id, ctx)
    return envsOf(ctx.db, item_id)
  },

  addEnv: async (input, ctx) => ({ env_id: await saveEnv(input, ctx) }),
  updateEnv: async (input, ctx) => ({ env_id: await saveEnv(input, ctx) }),

  async delEnv({ env_id }, ctx) {
    const { item } = await mustChange(ctx, (await envOf(ctx.db, env_id))?.item_id)
    await ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      await removeEnv(trx, item.item_id, env_id)
    })
    return []
  },

  async selectEnv({ env_id }, ctx) {
    const { item } = await mustWork(ctx, (await envOf(ctx.db, env_id))?.item_id)
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      if (!(await envOf(trx, env_id))) throw new Refusal('noVisit')
      return selectEnv(trx, item.item_id, ctx.user.uid, env_id)
    })
  },

  async getSelectEnv({ item_id }, ctx) {
    await mustSee(ctx, item_id)
    return (await selectedEnv(ctx.db, item_id, ctx.user.uid)) ?? { env_id: 0 }
  },

  async getGlobalParam({ item_id }, ctx) {
    await mustSee(ctx, item_id)
    return sharedIn(await sharedOf(ctx, item_id))
  },

  async updateGlobalParam({ item_id, param_type, content_json_str }, ctx) {
    await mustChange(ctx, item_id)
    const value = sharedValue(param_type, content_json_str)
    await ctx.store.write(async (trx) => {
      await holdItem(trx, item_id)
      const shared = sharedIn(await sharedNow(trx, item_id))
      await setShared(trx, item_id, JSON.stringify({ ...shared, [param_type]: value }))
    })
    return 1
  },
}
