import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { mustBeConfirmed } from '../../auth/throttle.ts'
import { insertProvider, type Provider, placeOfProvider, providerOf, providersOf, updateProvider } from '../../common/provider.store.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { endRulesOf } from '../../group/group.service.ts'
import { tryProvider } from '../../oidc/provider.ts'
import { deleteProvider, linkedWith, orderProviders, unlinkAll } from '../admin.store.ts'
import { ruleCalls } from './admin-rules.ts'
import { mergedProvider, mustBeComplete, mustBeKind } from './provider.rules.ts'
import { mustBeRoom, mustKeepWayIn } from './provider.service.ts'

async function mustBeProvider(ctx: Ctx, provider_id: number): Promise<Provider> {
  const known = await providerOf(ctx, provider_id)
  if (!known) throw new Refusal('notFound')
  return known
}

const shownForm = ({ form }: Provider) => ({ ...form, client_secret: form.client_secret && PASSWORD_KEPT })

export const adminProvider: AllHandlers['adminProvider'] = {
  ...ruleCalls,

  async getList(_input, ctx) {
    const all = await providersOf(ctx)
    const linked = await linkedWith(ctx.db, all.map(placeOfProvider))
    return all.map((one) => ({
      provider_id: one.provider_id,
      kind: one.kind,
      name: one.name,
      is_on: one.is_on ? 1 : 0,
      is_first: one.is_first ? 1 : 0,
      form: shownForm(one),
      linked: linked.get(placeOfProvider(one)) ?? 0,
    }))
  },

  async save({ provider_id, kind: given, name, form: fields, is_on }, ctx) {
    const known = provider_id === 0 ? undefined : await mustBeProvider(ctx, provider_id)
    const kind = mustBeKind(given)
    const form = mergedProvider(known, kind, fields as Record<string, string | undefined>)
    if (name === '') throw new Refusal('providerMissing', { field: 'name' })
    if (is_on) mustBeComplete(kind, form)
    await mustBeConfirmed(ctx)
    const next = { kind, name, form, is_on }
    const id = await ctx.store.write(async (trx) => {
      if (known?.is_on) await mustKeepWayIn(trx)
      if (!known) await mustBeRoom(ctx, trx)
      const id = known ? known.provider_id : await insertProvider(ctx, trx, next, ctx.now())
      if (known) await updateProvider(ctx, trx, id, next)
      await writeAudit(trx, ctx, 'providerSaved', { subject: name, detail: `${kind} ${is_on ? 'on' : 'off'}` })
      return id
    })
    return { provider_id: id }
  },

  async delete({ provider_id, unlink }, ctx) {
    const known = await mustBeProvider(ctx, provider_id)
    await mustBeConfirmed(ctx)
    await ctx.store.write(async (trx) => {
      if (known.is_on) await mustKeepWayIn(trx)
      await unlinkOrRefuse(trx, known, unlink)
      await endRulesOf(trx, ctx, provider_id)
      await deleteProvider(trx, provider_id)
      await writeAudit(trx, ctx, 'providerDeleted', { subject: known.name, detail: known.kind })
    })
    return []
  },

  async reorder({ provider_ids }, ctx) {
    const ids = provider_ids as number[]
    await mustBeConfirmed(ctx)
    await ctx.store.write(async (trx) => {
      const all = await trx.selectFrom('provider').select('provider_id').execute()
      const isWhole = all.length === ids.length && all.every((row) => ids.includes(row.provider_id))
      if (!isWhole) throw new Refusal('badInput', { field: 'provider_ids' })
      await orderProviders(trx, ids)
    })
    return []
  },

  async test({ provider_id, kind: given, form: fields }, ctx) {
    const known = provider_id === 0 ? undefined : await mustBeProvider(ctx, provider_id)
    const kind = mustBeKind(given)
    const form = mergedProvider(known, kind, fields as Record<string, string | undefined>)
    mustBeComplete(kind, form)
    await tryProvider({ kind, form }, ctx.outbound)
    return []
  },
}

async function unlinkOrRefuse(trx: Db, known: Provider, unlink: boolean) {
  const place = placeOfProvider(known)
  const count = (await linkedWith(trx, [place])).get(place) ?? 0
  if (count > 0 && !unlink) throw new Refusal('providerInUse', { name: known.name, count: String(count) })
  await unlinkAll(trx, place)
}
