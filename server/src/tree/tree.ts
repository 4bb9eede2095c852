import { Refusal, SELECTED_PAGES_MAX, type SelectedLine } from '@sheaf/contract'
import { type Granted, mustEdit } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { type CatalogFound, catalogsIn, lockTrees } from '../content/catalog.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { mustAcceptPagesOf, mustBeMovable } from '../page/page.rules.ts'
import { insertBatch, placesOf } from './batch.store.ts'
import { type Action, checkOf } from './check.service.ts'
import { copySelection } from './copy.service.ts'
import { deleteSelection } from './delete.service.ts'
import { type Move, moveSelection, mustEditTarget } from './move.service.ts'
import { type Selection, selectionOf } from './selection.service.ts'
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
  if (action !== 'delete') {
    if (action === 'move') mustBeMovable(source.item)
    mustAcceptPagesOf(source.item, target.item)
  }
  return { source, target }
}

type Trees = ReadonlyMap<number, CatalogFound[]>

/** The selection, the move that it is part of, and what the action would do. */
async function looked(
  db: Ctx['db'],
  ctx: Ctx<'user'>,
  action: Action,
  { source, target }: { source: Granted<'edit'>; target: Granted<'edit'> },
  trees: Trees,
  { item_id, lines, to_cat_id = 0 }: Input,
) {
  const selection = await selectionOf(db, source, trees.get(item_id) ?? [], lines, action !== 'copy')
  const move: Move = { source, target, to_cat_id, trees }
  if (action !== 'delete') mustEditTarget(move)
  return { selection, move, check: await checkOf(ctx, action, selection, source, action === 'delete' ? undefined : move) }
}

const quoted = (names: string[], { language }: Ctx) => names.map((name) => `“${name}”`).join(language === 'zh' ? '、' : ', ')

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

/** Performs the action in one transaction: all of the selection, or none. */
async function perform(
  action: Action,
  input: Input & { checked: string; password?: string },
  ctx: Ctx<'user'>,
  work: (trx: Ctx['db'], parts: { selection: Selection; move: Move; source: Granted<'edit'>; batch_id: number }) => Promise<unknown>,
) {
  const items = await itemsOf(ctx, action, input)
  const { source, target } = items
  const { item_id, to_cat_id = 0, password = '' } = input
  // Before the transaction, because a password takes its time. The transaction looks again.
  const isConfirmed = action === 'move' && (await preview(ctx, action, items, input)).needs_password
  if (isConfirmed) await mustBeOwnPassword(ctx, password)
  return ctx.store.db.transaction().execute(async (trx) => {
    const trees = await lockTrees(trx, [source.permission, target.permission], ctx.now())
    const { selection, move, check } = await looked(trx, ctx, action, items, trees, input)
    mustBePossible(action, check, input.checked, ctx)
    if (check.needs_password && !isConfirmed) throw new Refusal('treeOutdated')
    const batch = { uid: ctx.user.uid, kind: action, item_id, to_item_id: action === 'delete' ? 0 : target.item.item_id, to_cat_id }
    const places = placesOf(selection, trees.get(item_id) ?? [], action === 'delete')
    const batch_id = await insertBatch(trx, { ...batch, addtime: ctx.now() }, action === 'copy' ? { catalogs: [], pages: [] } : places)
    await work(trx, { selection, move: { ...move, batch_id }, source, batch_id })
    return { batch_id, pages: check.pages, catalogs: check.catalogs }
  })
}

async function preview(ctx: Ctx<'user'>, action: Action, items: { source: Granted<'edit'>; target: Granted<'edit'> }, input: Input) {
  const ids = [...new Set([items.source.item.item_id, items.target.item.item_id])]
  const trees = new Map<number, CatalogFound[]>()
  for (const item_id of ids) trees.set(item_id, await catalogsIn(ctx.db, item_id))
  return (await looked(ctx.db, ctx, action, items, trees, input)).check
}

export const tree: AllHandlers['tree'] = {
  async check({ action: given, to_item_id, ...input }, ctx) {
    const action = actions.find((known) => known === given)
    if (!action) throw new Refusal('badInput', { field: 'action' })
    const wanted = { ...input, to_item_id: to_item_id || input.item_id }
    return preview(ctx, action, await itemsOf(ctx, action, wanted), wanted)
  },

  move: (input, ctx) => perform('move', input, ctx, (trx, { move, selection }) => moveSelection(trx, move, selection, ctx)),

  copy: (input, ctx) => perform('copy', input, ctx, (trx, { move, selection }) => copySelection(trx, move, selection, ctx)),

  delete: (input, ctx) =>
    perform('delete', input, ctx, async (trx, { move, selection, source, batch_id }) => {
      const all = move.trees.get(input.item_id) ?? []
      await deleteSelection(trx, source, all, selection, batch_id, ctx)
      const names = [...selection.tops.map((row) => row.cat_name), ...selection.alone.map((page) => page.page_title)]
      await writeAudit(trx, ctx, 'pagesDeleted', { subject: quoted(names.slice(0, 5), ctx), detail: source.item.item_name })
    }),

  async undo({ batch_id }, ctx) {
    await undoBatch(batch_id, ctx)
    return []
  },
}
