import type { Meaning } from '@sheaf/markdown/meaning'
import type { Ctx } from '../context.ts'

export const changeTypes = [
  'page.created',
  'page.changed',
  'page.moved',
  'page.deleted',
  'page.recovered',
  'catalog.created',
  'catalog.renamed',
  'catalog.moved',
  'catalog.deleted',
  'item.imported',
  'item.archived',
  'suggestion.opened',
  'suggestion.accepted',
  'suggestion.declined',
  'suggestion.withdrawn',
] as const
export type ChangeType = (typeof changeTypes)[number]

/** The person who changed something, and the program that acted for them. */
export interface ChangeActor {
  uid: number | null
  username: string
  via?: string | undefined
}

/** The person behind a request, and the token. */
export const actorOf = ({ user, grant }: Pick<Ctx<'user'>, 'user' | 'grant'>): ChangeActor => ({
  uid: user.uid,
  username: user.username,
  via: grant?.name,
})

/** Of a page or catalog that moved: within its item, from it, and to it. */
export const PLACED: Meaning[] = [{ kind: 'place' }]
export const LEFT: Meaning[] = [{ kind: 'left' }]
export const ARRIVED: Meaning[] = [{ kind: 'arrived' }]

export interface ChangeDraft {
  type: ChangeType
  page_id?: number
  /** The catalog that changed; for a page or a deleted catalog, the catalog that it is in. */
  cat_id?: number
  /** The title of the page or the name of the catalog. */
  title?: string
  suggestion_id?: number
  /** The changes of one action on many pages. */
  batch_id?: number
  /** What is known of the change without a comparison of texts. */
  detail?: Meaning[]
}

interface NamedCatalog {
  cat_id: number
  parent_cat_id: number
  cat_name: string
}

/** The names and places that differ between two states of the same catalogs; another order alone is no change. */
export const catalogChanges = (before: NamedCatalog[], after: NamedCatalog[]): ChangeDraft[] => {
  const known = new Map(before.map((row) => [row.cat_id, row]))
  return after.flatMap(({ cat_id, cat_name: title, parent_cat_id }) => {
    const old = known.get(cat_id)
    const drafts: ChangeDraft[] = []
    if (old && old.cat_name !== title)
      drafts.push({ type: 'catalog.renamed', cat_id, title, detail: [{ kind: 'name', from: old.cat_name, to: title }] })
    if (old && old.parent_cat_id !== parent_cat_id) drafts.push({ type: 'catalog.moved', cat_id, title, detail: PLACED })
    return drafts
  })
}

/** A deleted catalog is one change, with the number of pages and catalogs in it. */
export function catalogDeletion(all: NamedCatalog[], cat_id: number, cat_ids: number[], pages: number): ChangeDraft {
  const { parent_cat_id = 0, cat_name = '' } = all.find((row) => row.cat_id === cat_id) ?? {}
  const detail = counted({ 'pages.deleted': pages, 'catalogs.deleted': cat_ids.length - 1 })
  return { type: 'catalog.deleted', cat_id: parent_cat_id, title: cat_name, detail }
}

type Counts = Partial<Record<'pages.added' | 'pages.changed' | 'pages.deleted' | 'catalogs.added' | 'catalogs.deleted', number>>

/** Figures of an action that changes much; a figure of 0 is left out. */
export const counted = (counts: Counts): Meaning[] =>
  Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind: kind as keyof Counts, count }] : []))
