import { Refusal, type SelectedLine, type WatchKind } from '@sheaf/contract'
import { covers, mustVisit, mustVisitPageUniform, personIn, type Rights, type Scope } from '../access/access.ts'
import { mayRead } from '../comment/comment.rules.ts'
import { threadOf } from '../comment/thread.store.ts'
import { itemOfCatalog } from '../content/catalog.store.ts'
import type { Ctx, Services } from '../context.ts'
import { catalogsAbove } from '../search/search.store.ts'
import type { Subject } from './watch.store.ts'

/** A place that the caller can read, with all that decides who watches it. */
export interface WatchPlace extends Subject {
  rights: Rights
  thread_id: number
  creator_uid: number | null
  /** The catalog that must be readable; 0 for the root and for the whole item. */
  cat_id: number
}

/** What a caller can read of a kind; a missing subject gives the same refusal as one that is closed. */
export async function mustSeePlace(ctx: Ctx<'user'>, kind: WatchKind, subject_id: number): Promise<WatchPlace> {
  const place = await placeOf(ctx, kind, subject_id)
  // A token that is limited to other items has no person there.
  if (!personIn(ctx, place.item_id)) throw new Refusal('noVisit')
  return place
}

async function placeOf(ctx: Ctx<'user'>, kind: WatchKind, subject_id: number): Promise<WatchPlace> {
  const none = { kind, subject_id, page_id: 0, thread_id: 0, creator_uid: null, cat_id: 0 }
  if (kind === 'item') return { ...none, item_id: subject_id, rights: await mustVisit(ctx, subject_id) }
  if (kind === 'catalog') {
    const item_id = await itemOfCatalog(ctx, subject_id)
    if (item_id === undefined) throw new Refusal('noVisit')
    const rights = await mustVisit(ctx, item_id)
    if (!covers(rights.visits, subject_id)) throw new Refusal('noVisit')
    return { ...none, item_id, rights, cat_id: subject_id }
  }
  const thread = kind === 'thread' ? await threadOf(ctx, subject_id) : undefined
  if (kind === 'thread' && !thread) throw new Refusal('noVisit')
  const { page, ...rights } = await mustVisitPageUniform(ctx, thread?.page_id ?? subject_id)
  const { page_id, cat_id, creator_uid, item_id } = page
  if (thread && !mayRead({ rights, person: personIn(ctx, item_id) })) throw new Refusal('noVisit')
  return { kind, subject_id, item_id, page_id, rights, thread_id: thread?.thread_id ?? 0, creator_uid, cat_id }
}

/** What is selected in an item, if all of it is there and can be read; otherwise the refusal is the same for each reason. */
export async function selectedSubjects(ctx: Ctx<'user'>, item_id: number, lines: SelectedLine[], visits: Scope): Promise<Subject[]> {
  const [cat_ids, page_ids] = (['cat_id', 'page_id'] as const).map((key) => [...new Set(lines.map((line) => line[key]))].filter(Boolean))
  const catalogs = cat_ids?.length
    ? await ctx.db.selectFrom('catalog').select('cat_id').where('cat_id', 'in', cat_ids).where('item_id', '=', item_id).execute()
    : []
  const pages = page_ids?.length
    ? await ctx.db
        .selectFrom('page')
        .select(['page_id', 'cat_id'])
        .where('page_id', 'in', page_ids)
        .where('item_id', '=', item_id)
        .where('is_del', '=', 0)
        .execute()
    : []
  const isWhole = catalogs.length === cat_ids?.length && pages.length === page_ids?.length
  if (!isWhole || ![...catalogs, ...pages].every(({ cat_id }) => covers(visits, cat_id))) throw new Refusal('noVisit')
  return [
    ...catalogs.map(({ cat_id }) => ({ kind: 'catalog' as const, subject_id: cat_id, item_id, page_id: 0 })),
    ...pages.map(({ page_id }) => ({ kind: 'page' as const, subject_id: page_id, item_id, page_id })),
  ]
}

/** The places from the nearest to the item, with the names of the catalogs. */
export async function chainOf(
  services: Pick<Services, 'store'>,
  { item_id, page_id, thread_id, cat_id }: Pick<WatchPlace, 'item_id' | 'page_id' | 'thread_id' | 'cat_id'>,
) {
  const catalogs = cat_id > 0 ? await catalogsAbove(services, [cat_id]) : new Map()
  const above: { kind: 'catalog'; subject_id: number; name: string }[] = []
  for (let at = catalogs.get(cat_id); at; at = catalogs.get(at.parent_cat_id))
    above.push({ kind: 'catalog', subject_id: at.cat_id, name: at.cat_name })
  return [
    ...(thread_id > 0 ? [{ kind: 'thread' as const, subject_id: thread_id, name: '' }] : []),
    ...(page_id > 0 ? [{ kind: 'page' as const, subject_id: page_id, name: '' }] : []),
    ...above,
    { kind: 'item' as const, subject_id: item_id, name: '' },
  ]
}
