import { nameOf, Refusal } from '@sheaf/contract'
import { isSingle } from '@sheaf/description/part-kinds'
import { type ExistingRow, numbered, type Place } from '../import/import.match.rules.ts'
import type { PlanCatalog, PlanPage } from '../import-plan/plan.ts'
import type { PartCoverage, ReadPart } from './parts.worker.ts'
import type { KnownPart } from './source.part.store.ts'

export const SOURCES_MAX = 20

/** The name of a source in the blocks of pages. */
export function sourceName(given: string): string {
  if (!/^[a-z0-9-]{1,40}$/.test(given)) throw new Refusal('sourceNameForm')
  return given
}

export const entryOf = ({ kind, key }: { kind: string; key: string }) => (isSingle(kind) ? kind : `${kind} ${key}`)
export const entryOfKnown = ({ kind, part_key: key }: KnownPart) => entryOf({ kind, key })

/** A part of the new version with the known part that it is. */
interface Matched {
  read: ReadPart
  known: KnownPart
}

/** A part that is not counted yet. */
export const NOT_COUNTED: PartCoverage = { describable: 0, described: 0, gaps: '[]' }

/** Parts that an earlier release stored are counted with the next version. */
const isUncounted = ({ coverage }: ReadPart, { describable }: KnownPart) => coverage !== undefined && coverage.describable !== describable

/** What a new version does to the parts of a source. */
export interface SyncPlan {
  /** Parts that are new, and known ones whose page does not exist any more. */
  made: { read: ReadPart; known: KnownPart | undefined }[]
  /** Known parts that differ. */
  changed: Matched[]
  /** Known parts whose page stays the same, but not all that they refer to, or whose length or coverage was not known. */
  reshaped: Matched[]
  /** Known parts that had been gone and whose page is in the recycle bin. */
  back: Matched[]
  gone: KnownPart[]
  /** The page of each part that has one, by its entry in the new version. */
  pages: Map<string, number>
  isHeld: boolean
}

const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`

/** Finds the known part of each part: by its key, by confirmed renames, by its address, then by its operationId. */
function matchParts(parts: ReadPart[], known: KnownPart[]): Map<ReadPart, KnownPart> {
  const matched = new Map<ReadPart, KnownPart>()
  const take = (idOfRead: (part: ReadPart) => string, idOfKnown: (part: KnownPart) => string) => {
    const taken = new Set(matched.values())
    const free = new Map<string, KnownPart | undefined>()
    for (const part of known) {
      const id = idOfKnown(part)
      if (id !== '' && !taken.has(part)) free.set(id, free.has(id) ? undefined : part)
    }
    for (const part of parts) {
      const id = idOfRead(part)
      const found = matched.has(part) || id === '' ? undefined : free.get(id)
      if (!found) continue
      matched.set(part, found)
      free.delete(id)
    }
  }
  const address = (part: { kind: string; method: string; path: string }) => (part.method ? `${part.kind} ${addressOf(part)}` : '')
  take(entryOf, entryOfKnown)
  take(({ kind, formerKey }) => (formerKey === undefined ? '' : entryOf({ kind, key: formerKey })), entryOfKnown)
  take(address, address)
  take(
    ({ kind, name }) => (name ? `${kind} ${name}` : ''),
    ({ kind, name }) => (name ? `${kind} ${name}` : ''),
  )
  return matched
}

const HELD_SHARE = 0.3
const HELD_MIN = 5

const hasPage = ({ page_id, is_del, is_detached }: KnownPart) => page_id > 0 && is_del === 0 && is_detached === 0

/** What the parts of a new version change. A version without operations and tables, or that loses many pages, is held for a manager. */
export function planSync(parts: ReadPart[], known: KnownPart[]): SyncPlan {
  const matched = matchParts(parts, known)
  const plan: SyncPlan = { made: [], changed: [], reshaped: [], back: [], gone: [], pages: new Map(), isHeld: false }
  for (const read of parts) {
    const part = matched.get(read)
    const isLost = part && part.is_detached === 0 && (part.is_del === null || part.page_id === 0)
    if (!part || isLost) {
      plan.made.push({ read, known: part })
      continue
    }
    if (part.seal !== read.seal || part.part_key !== read.key || part.gone_seq > 0) plan.changed.push({ read, known: part })
    else if (part.shape !== read.shape || part.chars !== read.chars || isUncounted(read, part)) plan.reshaped.push({ read, known: part })
    if (hasPage(part)) plan.pages.set(entryOf(read), part.page_id)
    else if (part.gone_seq > 0 && part.is_del === 1 && part.is_detached === 0) plan.back.push({ read, known: part })
  }
  const kept = new Set(matched.values())
  plan.gone = known.filter((part) => part.gone_seq === 0 && !kept.has(part))
  const live = known.filter((part) => part.gone_seq === 0 && hasPage(part))
  const lost = plan.gone.filter(hasPage).length
  const count = (all: { kind: string }[]) => all.filter(({ kind }) => kind === 'operation' || kind === 'table').length
  const isEmptied = count(parts) === 0 && count(live) > 0
  plan.isHeld = isEmptied || (lost >= HELD_MIN && lost > live.length * HELD_SHARE)
  return plan
}

interface Tree {
  catalogs: { cat_id: number; parent_cat_id: number; cat_name: string; s_number: number }[]
  pages: { page_id: number; cat_id: number; s_number: number }[]
}

/**
 * The places of new pages below the catalog of the source. A catalog is found by its name, otherwise by the pages of its parts, because
 * people can rename and move catalogs. Pages that exist stay where they are and only give the order.
 */
export function placeParts(root: PlanCatalog, { catalogs, pages }: Tree, cat_id: number, known: Map<string, number>): Place {
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  const used = new Set<number>()
  const childrenOf = Map.groupBy(catalogs, (catalog) => catalog.parent_cat_id)
  const pagesIn = Map.groupBy(pages, (page) => page.cat_id)
  const exists = new Set(catalogs.map((catalog) => catalog.cat_id))
  const homeOf = (catalog: PlanCatalog) => {
    const counts = new Map<number, number>()
    for (const page of catalog.pages) {
      const at = byId.get(known.get(page.entry) ?? 0)?.cat_id
      if (at !== undefined && at !== cat_id && exists.has(at) && !used.has(at)) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
  }
  const rowOf = ({ cat_id: id, cat_name: name, s_number }: Tree['catalogs'][number]): ExistingRow => ({ id, name, s_number })
  const place = (catalog: PlanCatalog, id: number | undefined, s_number: number): Place => {
    const here = (id === undefined ? undefined : pagesIn.get(id)) ?? []
    const inside = here.map(({ page_id, s_number: at }): ExistingRow => ({ name: `page ${page_id}`, id: page_id, s_number: at }))
    const nameOfPage = (page: PlanPage) => `page ${known.get(page.entry) ?? ''}`
    const placed = numbered(catalog.pages, nameOfPage, inside).flatMap(({ entry: page, found, s_number: number }) =>
      found || known.has(page.entry) ? [] : [{ page, page_id: undefined, s_number: number }],
    )
    const below = (id === undefined ? undefined : childrenOf.get(id)) ?? []
    const rows = below.map(rowOf)
    const places = numbered(catalog.catalogs, (one) => one.name, rows).map(({ entry, found, s_number: number }) => {
      const at = found?.id ?? homeOf(entry)
      if (at !== undefined) used.add(at)
      return place(entry, at, number)
    })
    return {
      name: catalog.name,
      cat_id: id,
      s_number,
      pages: placed,
      places: places.filter((one) => one.cat_id !== undefined || hasNew(one)),
    }
  }
  return place(root, cat_id, 0)
}

const hasNew = ({ pages, places }: Place): boolean => pages.length > 0 || places.some(hasNew)

/** The title of a page, which the source gives. */
export const titleOf = ({ title, key }: Pick<ReadPart, 'title' | 'key'>) => nameOf(title, key)
