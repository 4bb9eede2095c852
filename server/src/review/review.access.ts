import { Refusal, type ReviewKind } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { covers, mustBeEditor, mustVisitPageUniform, type Rights } from '../access/access.ts'
import { itemOfCatalog } from '../content/catalog.store.ts'
import type { ReviewPlace } from '../content/review/nearest.store.ts'
import type { Ctx } from '../context.ts'

/** A page that the caller can read, or a catalog or item that they edit. */
export interface SeenPlace extends ReviewPlace {
  kind: ReviewKind
  rights: Rights
  page?: PageFound
}

export async function mustSee(ctx: Ctx, kind: string, subject_id: number): Promise<SeenPlace> {
  if (kind === 'page') {
    const { page, ...rights } = await mustVisitPageUniform(ctx, subject_id)
    const { item_id, cat_id, page_id } = page
    return { kind, item_id, cat_id, page_id, rights, page }
  }
  if (kind === 'catalog') {
    const item_id = await itemOfCatalog(ctx, subject_id)
    // A missing catalog gives the same refusal as one that is closed.
    if (item_id === undefined) throw new Refusal('noPermission')
    return { kind, item_id, cat_id: subject_id, page_id: 0, rights: await mustBeEditor(ctx, item_id, subject_id) }
  }
  if (kind !== 'item') throw new Refusal('badInput', { field: 'kind' })
  return { kind, item_id: subject_id, cat_id: 0, page_id: 0, rights: await mustBeEditor(ctx, subject_id) }
}

/** Whether the caller edits there, also in an archived item. */
export const isEditorOf = ({ rights: { edits }, cat_id }: Pick<SeenPlace, 'rights' | 'cat_id'>) => covers(edits, cat_id)
