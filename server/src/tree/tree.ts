import { Refusal, SELECTED_PAGES_MAX, type SelectedLine } from '@sheaf/contract'
import { factsOf } from '@sheaf/contract/languages'
import { mustEdit } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { type CatalogFound, catalogsIn, lockTrees } from '../content/catalog.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexAfterCommit } from '../db/search/backlog.ts'
import { mustAcceptPagesOf, mustBeMovable } from '../page/page.rules.ts'
import { copySelection } from '../page/selection/copy.service.ts'
import { type Move, moveSelection, mustEditTarget } from '../page/selection/move.service.ts'
import { isSame, type Selection, selectionOf } from '../page/selection/selection.service.ts'
import { insertBatch, placesOf } from './batch.store.ts'
import { type Action, checkOf } from './check.service.ts'
import { deleteSelection } from './delete.service.ts'
import { undoBatch } from './undo.service.ts'

const actions = ['move', 'copy', 'delete'] as const

interface Input {
  item_id: number
  lines: SelectedLine[]
  to_item_id?: number
  to_cat_id?: number
}

/** The rights on both items; the target is the source for a deletion and within an item. */
async function itemsOf(ctx: Ctx<'user'>, action: Action, { item_id, to_item_id = item_id }: Input) {
  const source = await mustEdit(ctx, item_id)
  const target = action === 'delete' || to_item_id === item_id ? source : await mustEdit(ctx, to_item_id)
  if (target !== source && action === 'move') mustBeMovable(source.item)
  if (target !== source || action === 'copy') mustAcceptPagesOf(source.item, target.item)
  return { source, target }
}

type Items = Awaited<ReturnType<typeof itemsOf>>

/** What the action would do as things are now. */
async function look(ctx: Ctx<'user'>, action: Action, { source, target }: Items, { item_id, lines, to_cat_id = 0 }: Input) {
  const trees = new Map<number, CatalogFound[]>()
  for (const { item } of new Set([source, target])) trees.set(item.item_id, await catalogsIn(ctx.db, item.item_id))
  const selection = await selectionOf(ctx.db, source, trees.get(item_id) ?? [], lines, action !== 'copy')
  const move: Move = { source, target, to_cat_id, trees }
  if (action !== 'delete') mustEditTarget(move)
  return { selection, check: await checkOf(ctx, action, selection, source, action === 'delete' ? undefined : move) }
}

const quoted = (names: string[], { language }: Ctx) => names.map((name) => `“${name}”`).join(factsOf(language).comma)

/** Refuses with the reason that the check gives, and when something has changed since the check that the caller saw. */
function mustBePossible(action: Action, check: Awaited<ReturnType<typeof checkOf>>, seen: string, ctx: Ctx) {
  const names = quoted(check.names, ctx)
  if (check.hindrance === 'too_many')
    throw new Refusal('selectionTooLarge', { pages: String(check.pages), max: String(SELECTED_PAGES_MAX) })
  if (check.hindrance === 'inside') throw new Refusal('catalogCycle')
  if (check.hindrance === 'too_deep') throw new Refusal('selectionTooDeep', { names })
  if (check.hindrance === 'of_others') throw new Refusal(action === 'delete' ? 'deleteForbidden' : 'moveForbidden', { names })
  if (seen !== '' && seen !== check.checked) throw new Refusal('treeOutdated')
}

interface Parts {
  selection: Selection
  move: Move
  batch_id: number
}

/**
 * Performs the action in one transaction: all of the selection, or none. Who can read it is looked up before the transaction, which
 * refuses when the selection is no longer the same.
 */
async function perform(
  action: Action,
  input: Input & { checked: string; password?: string },
  ctx: Ctx<'user'>,
  work: (trx: Db, parts: Parts) => Promise<unknown>,
) {
  const items = await itemsOf(ctx, action, input)
  const { source, target } = items
  const { item_id, to_cat_id = 0, password = '' } = input
  const { check, selection: seen } = await look(ctx, action, items, input)
  mustBePossible(action, check, input.checked, ctx)
  if (check.needs_password) await mustBeOwnPassword(ctx, password)
  const done = await ctx.store.write(async (trx) => {
    const trees = await lockTrees(trx, [source.permission, target.permission], ctx.now())
    const all = trees.get(item_id) ?? []
    const selection = await selectionOf(trx, source, all, input.lines, action !== 'copy')
    if (!isSame(seen, selection)) throw new Refusal('treeOutdated')
    const batch = { uid: ctx.user.uid, kind: action, item_id, to_item_id: action === 'delete' ? 0 : target.item.item_id, to_cat_id }
    const places = action === 'copy' ? { catalogs: [], pages: [] } : placesOf(selection, all, action === 'delete')
    const batch_id = await insertBatch(trx, { ...batch, addtime: ctx.now() }, places)
    await work(trx, { selection, move: { source, target, to_cat_id, trees, batch_id }, batch_id })
    return { batch_id, pages: check.pages, catalogs: check.catalogs }
  })
  await indexAfterCommit(ctx)
  return done
}

export const tree: AllHandlers['tree'] = {
  async check({ action: given, to_item_id, ...input }, ctx) {
    const action = actions.find((known) => known === given)
    if (!action) throw new Refusal('badInput', { field: 'action' })
    const wanted = { ...input, to_item_id: to_item_id || input.item_id }
    return (await look(ctx, action, await itemsOf(ctx, action, wanted), wanted)).check
  },

  move: (input, ctx) => perform('move', input, ctx, (trx, { move, selection }) => moveSelection(trx, move, selection, ctx)),

  copy: (input, ctx) => perform('copy', input, ctx, (trx, { move, selection }) => copySelection(trx, move, selection, ctx)),

  delete: (input, ctx) =>
    perform('delete', input, ctx, async (trx, { move: { source, trees }, selection, batch_id }) => {
      await deleteSelection(trx, source, trees.get(input.item_id) ?? [], selection, batch_id, ctx)
      const names = [...selection.tops.map((row) => row.cat_name), ...selection.alone.map((page) => page.page_title)]
      await writeAudit(trx, ctx, 'pagesDeleted', { subject: quoted(names.slice(0, 5), ctx), detail: source.item.item_name })
    }),

  async undo({ batch_id }, ctx) {
    await undoBatch(batch_id, ctx)
    return []
  },
}
