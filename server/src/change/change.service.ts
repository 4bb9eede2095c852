import type { Language } from '@sheaf/contract'
import { type Meaning, meaningText } from '@sheaf/markdown/meaning'
import { headOf, type ItemHead } from '../access/access.store.ts'
import { mustVisit, mustVisitPageUniform, type Rights, rightsOn } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { catalogsAbove, itemsWithin, reachOfOwn } from '../search/search.store.ts'
import { isElsewhere, isNamed, isVisible, needsEdits, type Sight } from './change.rules.ts'
import {
  type ChangeFilter,
  type ChangePlace,
  type ChangeRow,
  catalogsThere,
  changesById,
  latestItems,
  newestCursor,
  peopleOf,
  placesOfChanges,
  type Start,
} from './change.store.ts'

type Viewer = Pick<Ctx, 'store' | 'user' | 'session_id' | 'grant'>

interface ChangeQuery extends Partial<ChangeFilter> {
  /** 0 for all items of the user. */
  item_id: number
  before?: number
  after?: number
  /** Without `after`: the oldest change first. */
  oldestFirst?: boolean
  count: number
  language: Language
}

/** Rows per query, and queries of one call: a member of a small catalog in a busy item gets a short part and can go on. */
const SCAN_ROWS = 200
const SCANS_MAX = 6
/** Across items, the most recently changed ones are searched. */
const ITEMS_MAX = 200
/** Items of a part whose rights are looked up one by one. */
const LOOKUPS_MAX = 20
const NEWEST = 2_147_483_647

/** The changes that the caller can see now, worded in a language. The rights count as they are at this moment (W11). */
export async function listChanges(viewer: Viewer, query: ChangeQuery) {
  const { item_id, page_id = 0, types, username = '', since = 0, before = 0, after = 0, oldestFirst = false, count, language } = query
  const view = await viewOf(viewer, item_id, page_id)
  const start: Start = after > 0 || oldestFirst ? { after } : { before: before || NEWEST }
  const { places, next } = await scan(viewer, view, { page_id, types, username, since }, start, count)
  const isFirst = before === 0 && after === 0
  // Suggestions of others are for editors, so a reader does not learn who made some.
  const seesSuggestions = !viewer.grant && view.sights.get(view.whole)?.edits === 'all'
  const people = isFirst && view.whole ? await peopleOf(viewer, view.whole, seesSuggestions) : []
  const cursor = await newestCursor(viewer)
  return { item: itemOf(view), list: await shown(viewer, view, places, language), next, cursor, people: [...people] }
}

interface PartQuery {
  count: number
  /** 0 for the newest. */
  before: number
  language: Language
}

const EVERYTHING: ChangeFilter = { page_id: 0, types: undefined, username: '', since: 0 }

async function partOf(viewer: Viewer, view: View, { count, before, language }: PartQuery) {
  const { places, next } = await scan(viewer, view, EVERYTHING, { before: before || NEWEST }, count)
  return { list: await shown(viewer, view, places, language), next }
}

/** The changes of an item whose rights are known, for its feed. */
export const changesOfItem = (viewer: Viewer, { item, visits, edits }: Rights, query: PartQuery) =>
  partOf(viewer, { item, items: [item.item_id], sights: new Map([[item.item_id, { visits, edits }]]), whole: 0 }, query)

/** The changes of several items, for the feed of the site. */
export const changesWithin = async (viewer: Viewer, reach: Exclude<Reach, 'all'>, query: PartQuery) =>
  partOf(viewer, await viewOfReach(viewer, reach), query)

interface View {
  /** The item that was asked for, and whether the caller can manage it. */
  item?: ItemHead
  manage?: boolean
  items: number[]
  /** By item; filled as needed. */
  sights: Map<number, Sight | undefined>
  /** The item, where the caller can read all of it and asked for it alone; otherwise 0. */
  whole: number
  /** Across items: the rights to edit are looked up where a change depends on them. */
  isWide?: true
}

async function viewOf(viewer: Viewer, item_id: number, page_id: number): Promise<View> {
  if (item_id || page_id) {
    const { item, visits, edits, manage } = item_id ? await mustVisit(viewer, item_id) : await mustVisitPageUniform(viewer, page_id)
    const whole = visits === 'all' && !page_id ? item.item_id : 0
    return { item, manage, items: [item.item_id], sights: new Map([[item.item_id, { visits, edits }]]), whole }
  }
  const { user } = viewer
  const reach = user ? await reachOfOwn({ ...viewer, user }) : { items: [], scoped: [], cats: [] }
  return viewOfReach(viewer, reach)
}

const itemOf = ({ item, manage }: View) => {
  if (!item) return null
  const { item_id, item_name, item_domain, password_hash } = item
  return { item_id, item_name, item_domain, is_private: password_hash === '' ? 0 : 1, can_manage: manage && !item.is_archived ? 1 : 0 }
}

/** Rights to edit are unknown at first: most changes need only the right to read. */
async function viewOfReach(viewer: Viewer, reach: Exclude<Reach, 'all'>): Promise<View> {
  const items = await latestItems(viewer, [...reach.items, ...reach.scoped], ITEMS_MAX)
  const whole = new Set(reach.items)
  const cats = new Set(reach.cats)
  const sights = new Map(items.map((id): [number, Sight] => [id, { visits: whole.has(id) ? 'all' : cats, edits: 'none' }]))
  return { items, sights, whole: 0, isWide: true }
}

async function scan(viewer: Viewer, view: View, filter: ChangeFilter, start: Start, count: number) {
  const places: ChangePlace[] = []
  const isForward = 'after' in start
  let from = start
  if (view.items.length === 0) return { places, next: isForward ? start.after : 0 }
  for (let scans = 0; scans < SCANS_MAX; scans++) {
    const rows = await placesOfChanges(viewer, view.items, filter, from, SCAN_ROWS)
    await lookUpEdits(viewer, view, rows)
    for (const row of rows) {
      const sight = view.sights.get(row.item_id)
      if (sight && isVisible(row, sight, viewer.user?.uid, viewer.grant)) places.push(row)
      from = isForward ? { after: row.seq ?? 0 } : { before: row.change_id }
      if (places.length === count) return { places, next: keyOf(from) }
    }
    if (rows.length < SCAN_ROWS) return { places, next: isForward ? keyOf(from) : 0 }
  }
  return { places, next: keyOf(from) }
}

const keyOf = (start: Start) => ('after' in start ? start.after : start.before)

/** Looks up the edit right in all items with changes whose visibility depends on it. */
async function lookUpEdits(viewer: Viewer, view: View, rows: readonly ChangePlace[]) {
  if (!view.isWide) return
  const wanted = [...new Set(rows.filter(needsEdits).map((row) => row.item_id))].slice(0, LOOKUPS_MAX)
  for (const item_id of wanted) {
    const sight = view.sights.get(item_id)
    const rights = sight && (await sightOf(viewer, item_id))
    if (rights) sight.edits = rights.edits
  }
}

async function sightOf(viewer: Viewer, item_id: number): Promise<Sight | undefined> {
  const item = await headOf(viewer, item_id)
  return item && rightsOn(viewer, item)
}

async function shown(viewer: Viewer, view: View, places: ChangePlace[], language: Language) {
  const others = [...new Set(places.filter(isElsewhere).map(({ page_item }) => page_item ?? 0))].slice(0, LOOKUPS_MAX)
  const elsewhere = new Map(await Promise.all(others.map(async (id) => [id, view.sights.get(id) ?? (await sightOf(viewer, id))] as const)))
  const ids = places.map(({ change_id }) => change_id)
  const items = [...new Set(places.map(({ item_id }) => item_id))]
  const placesNow = places.map((place) => (isElsewhere(place) ? place.cat_id : (place.page_cat ?? place.cat_id)))
  const [rows, catalogs, there, names] = await Promise.all([
    changesById(viewer, ids),
    catalogsAbove(viewer, placesNow),
    catalogsThere(
      viewer,
      places.map(({ cat_id }) => cat_id),
    ),
    itemsWithin(viewer, { items, scoped: [], cats: [] }),
  ])
  const known = new Map(names.map((item) => [item.item_id, item]))
  const pathOf = (item_id: number, cat_id: number) => {
    const visits = view.sights.get(item_id)?.visits ?? 'none'
    const path: string[] = []
    for (let at = catalogs.get(cat_id); at && path.length < 10; at = catalogs.get(at.parent_cat_id))
      if (visits === 'all' || (visits !== 'none' && visits.has(at.cat_id))) path.unshift(at.cat_name)
    return path
  }
  return places.flatMap((place, n) => {
    const row = rows.get(place.change_id)
    const sight = view.sights.get(place.item_id)
    if (!row || !sight) return []
    const named = isNamed(place, sight, elsewhere.get(place.page_item ?? 0), there.has(place.cat_id))
    const { item_name = '', item_domain = '' } = known.get(place.item_id) ?? {}
    const isEditor = sight.edits !== 'none' && needsNoScope(sight, placesNow[n] ?? 0)
    return [
      {
        ...worded(row, named, language),
        item_name,
        item_domain,
        path: named ? pathOf(place.item_id, placesNow[n] ?? 0) : [],
        is_there: place.page_id > 0 && place.page_del === 0 && named ? 1 : 0,
        from_history_id: isEditor && place.page_del === 0 && !isElsewhere(place) ? row.from_history_id : 0,
      },
    ]
  })
}

const needsNoScope = ({ edits }: Sight, cat_id: number) => edits === 'all' || (edits !== 'none' && edits.has(cat_id))

function worded({ meaning, ...row }: ChangeRow, named: boolean, language: Language) {
  const texts = named ? (meaning ?? []) : []
  return {
    ...row,
    title: named ? row.title : '',
    is_hidden: named ? 0 : 1,
    is_pending: meaning === undefined ? 1 : 0,
    meaning: texts.map((one) => meaningOf(one, language)),
  }
}

/** A meaning with its text in a language, as programs receive it. */
export const meaningOf = (meaning: Meaning, language: Language) => {
  const { kind, section = '', name = '', from = '', to = '' } = meaning
  return { kind, section, name, from, to, text: meaningText(meaning, language) }
}
