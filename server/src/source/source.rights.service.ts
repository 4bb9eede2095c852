import { Refusal } from '@sheaf/contract'
import { covers, type Granted, mustBeEditor, mustEdit, mustManageOpen, mustVisit, type Rights } from '../access/access.ts'
import { asOfNow } from '../access/as-of-now.ts'
import { viaOf } from '../auth/grant.ts'
import { actorOf } from '../content/change.rules.ts'
import type { Ctx } from '../context.ts'
import type { SyncActor } from './source.publish.service.ts'
import { type Source, sourceById } from './source.store.ts'

/** A source whose whole catalog the caller can read; a missing one gives the same refusal. */
export async function mustVisitSource(ctx: Ctx, source_id: number): Promise<{ source: Source; rights: Rights }> {
  const source = await sourceById(ctx, source_id)
  if (!source) throw new Refusal('noVisit')
  const rights = await mustVisit(ctx, source.item_id)
  if (!covers(rights.visits, source.cat_id)) throw new Refusal('noVisit')
  return { source, rights }
}

export async function mustBeSourceEditor(ctx: Ctx<'user'>, source_id: number): Promise<{ source: Source; rights: Rights }> {
  const source = await sourceById(ctx, source_id)
  if (!source) throw new Refusal('noPermission')
  return { source, rights: await mustBeEditor(ctx, source.item_id, source.cat_id) }
}

export async function mustEditSource(ctx: Ctx<'user'>, source_id: number): Promise<{ source: Source; granted: Granted<'edit'> }> {
  const source = await sourceById(ctx, source_id)
  if (!source) throw new Refusal('noPermission')
  return { source, granted: await mustEdit(ctx, source.item_id, source.cat_id) }
}

export async function mustManageSource(
  ctx: Ctx<'user'>,
  source_id: number,
): Promise<{ source: Source; granted: Granted<'edit' | 'manage'> }> {
  const source = await sourceById(ctx, source_id)
  if (!source) throw new Refusal('noVisit')
  return { source, granted: await mustManageOpen(ctx, source.item_id) }
}

/** A person who brings a source up to date. Each check of the right finds the account as it is then. */
export const actorIn = (ctx: Ctx<'user'>, mustEditIt: (now: Ctx<'user'>) => ReturnType<SyncActor['mustEdit']>): SyncActor => ({
  ...actorOf(ctx),
  via: viaOf(ctx),
  mustEdit: async () => mustEditIt(await asOfNow(ctx)),
})

/** Before the first byte of a file is stored (S60). */
export const checkSourceTarget = async ({ item_id = 0, source_id = 0 }: { item_id?: number; source_id?: number }, ctx: Ctx<'user'>) =>
  source_id ? mustEditSource(ctx, source_id) : item_id && mustManageOpen(ctx, item_id)
