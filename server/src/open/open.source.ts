import { Refusal } from '@sheaf/contract'
import { API, asOwner, type Keys, keysIn, mustHoldKeys, mustWriteByKeys } from '../access/keys.ts'
import type { Permission } from '../access/permission.ts'
import { touchItem } from '../content/item.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { adoptPages, tiePages } from '../source/adopt/source.adopt.service.ts'
import { pushInstance } from '../source/instance/source.instance.service.ts'
import { addSource, incomingOf } from '../source/source.add.service.ts'
import { removeSource, sourceNamed, sourcesOf } from '../source/source.store.ts'
import { syncSource } from '../source/source.sync.service.ts'
import { makePlace, namesIn } from './open.page.ts'

/** Checks the key pair before the first byte of a file is stored. */
export async function checkSourceByKeys(input: Keys, ctx: Ctx) {
  const { api_key, api_token } = keysIn(input, ctx)
  if (!api_key || !api_token) throw new Refusal('keysFirst')
  await mustWriteByKeys(input, ctx)
}

const pushSource: AllHandlers['open']['pushSource'] = async (input, ctx) => {
  const { item, permission } = await mustWriteByKeys(input, ctx)
  const { item_id } = permission
  const isCheck = input.mode === 'check'
  if (!isCheck && input.mode !== '' && input.mode !== 'apply') throw new Refusal('badInput', { field: 'mode' })
  const renames = new Map(input.renames?.map(({ from, to }) => [to, from]))
  const incoming = { ...incomingOf(ctx, input, isCheck), renames }
  const actor = {
    uid: API.uid,
    username: API.username,
    mustEdit: async () => ({ ...(await mustWriteByKeys(input, ctx)), roots: [0] }),
  }
  const known = await sourceNamed(ctx, item_id, input.name)
  if (input.instance !== '') {
    if (!known) throw new Refusal('notFound')
    return pushInstance(known, input.instance, incoming, actor, ctx)
  }
  if (known) return syncSource(known, incoming, actor, ctx)
  if (isCheck) throw new Refusal('notFound')
  const cat_id = await catalogOf(input.cat_name, permission, ctx)
  const wanted = { cat_id, name: input.name, title: input.title.trim(), language: ctx.language, uid: null, request_id: input.request_id }
  const { source, isNew } = await addSource({ item, permission }, { ...wanted, views: 'operations', on_gone: 'bin' }, asOwner(ctx, item))
  const { adopt = [] } = input
  try {
    if (isNew && adopt.length > 0) await ctx.store.write((trx) => tiePages(trx, source, adopt))
    const report = await syncSource(source, incoming, actor, ctx)
    if (report.state !== 'applied' || adopt.length === 0) return report
    return { ...report, adopted: await adoptPages(source, adopt, { actor, permission }, ctx) }
  } catch (error) {
    if (isNew) await ctx.store.write((trx) => removeSource(trx, permission, source.source_id, ctx.now()))
    throw error
  }
}

/** The catalog for a new source; missing ones are created. */
const catalogOf = (cat_name: string, permission: Permission<'edit'>, ctx: Ctx) =>
  ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now())
    return makePlace(trx, permission, namesIn({ cat_name }), ctx.now())
  })

export const sources: Pick<AllHandlers['open'], 'pushSource' | 'getSources'> = {
  pushSource,

  async getSources(input, ctx) {
    const { item_id } = await mustHoldKeys(input, ctx)
    return sourcesOf(ctx, item_id)
  },
}
