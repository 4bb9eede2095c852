import type { Language } from '@sheaf/contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import { api, isNetworkError } from '../lib/api.ts'
import { refreshAfter } from '../lib/changes.ts'
import { toast } from '../ui/toast.tsx'
import { arrangeWords } from './arrange.words.ts'
import type { Catalog, Info, Menu } from './item-tree.ts'
import { idOf, isPage, isSamePlace, nameOf, nodeOf, type Place, parentOf, placeOf, ROOT, shapeOf, type TreeEntry } from './shape.ts'

type Level = Pick<Menu, 'pages' | 'catalogs'>

/** Returns the list with `one` inserted before the first match, or at the end. */
function insert<T>(all: T[], one: T, isNext: (other: T) => boolean): T[] {
  const at = all.findIndex(isNext)
  return at < 0 ? [...all, one] : [...all.slice(0, at), one, ...all.slice(at)]
}

/** The catalog under a new parent, with the levels of all its descendants adjusted. */
const placed = (catalog: Catalog, parent_cat_id: string, level: number): Catalog => ({
  ...catalog,
  parent_cat_id,
  level: String(level),
  catalogs: catalog.catalogs.map((below) => placed(below, catalog.cat_id, level + 1)),
})

/** Returns the menu with the entry at its new place; unchanged levels stay the same objects. */
export function moveInMenu<M extends Level>(menu: M, entry: TreeEntry, { parent, before }: Place): M {
  const id = idOf(entry)
  let page: Menu['pages'][number] | undefined
  let catalog: Catalog | undefined
  const removeFrom = <L extends Level>(level: L): L => {
    page ??= isPage(entry) ? level.pages.find((one) => one.page_id === id) : undefined
    catalog ??= isPage(entry) ? undefined : level.catalogs.find((one) => one.cat_id === id)
    if (page && level.pages.includes(page)) return { ...level, pages: level.pages.filter((one) => one !== page) }
    if (catalog && level.catalogs.includes(catalog)) return { ...level, catalogs: level.catalogs.filter((one) => one !== catalog) }
    return within(level, removeFrom)
  }
  const insertInto = <L extends Level>(level: L, cat_id: string, depth: number): L => {
    if (cat_id !== parent) return within(level, (below) => insertInto(below, below.cat_id, Number(below.level)))
    if (page) return { ...level, pages: insert(level.pages, { ...page, cat_id }, (one) => one.page_id === before) }
    if (catalog) return { ...level, catalogs: insert(level.catalogs, placed(catalog, cat_id, depth + 1), (one) => one.cat_id === before) }
    return level
  }
  return insertInto(removeFrom(menu), ROOT, 1)
}

function within<L extends Level>(level: L, change: (below: Catalog) => Catalog): L {
  let differs = false
  const catalogs = level.catalogs.map((below) => {
    const next = change(below)
    differs ||= next !== below
    return next
  })
  return differs ? { ...level, catalogs } : level
}

/** How long the toast offers to undo a move. */
const UNDO_OFFERED_MS = 8000

type ArrangeState = 'none' | 'saving' | 'saved' | 'failed'
const states = new Map<string, ArrangeState>()
const listeners = new Set<() => void>()
export const arrangeStateOf = (item_id: string) => states.get(item_id) ?? 'none'
export const subscribeArrange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function setArrangeState(item_id: string, state: ArrangeState) {
  states.set(item_id, state)
  for (const listener of listeners) listener()
}

/** Moves of an item are sent sequentially, in the order in which the user made them. */
const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

function enqueue<T>(item_id: string, work: () => Promise<T>): { done: Promise<T>; isLast: () => boolean } {
  const queue = queues.get(item_id) ?? { last: Promise.resolve(), waiting: 0 }
  queues.set(item_id, queue)
  queue.waiting++
  const done = queue.last.then(work).finally(() => queue.waiting--)
  queue.last = done.catch(() => {})
  return { done, isLast: () => queue.waiting === 0 }
}

interface Context {
  queries: QueryClient
  language: Language
  item_id: string
}

interface Undoing {
  name: string
  /** Parent after the move. The server refuses the undo if another user has moved the entry elsewhere since. */
  from: string
}

/** Matches every cached tree of the item, except search results. */
const menus = (item_id: string) => ({
  queryKey: ['item', 'info'],
  predicate: ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
    (state.data as Info | undefined)?.item_id === item_id && !(queryKey[2] as { keyword?: string } | undefined)?.keyword,
})

/** Fetches the tree, the catalogs and the pages again. */
const refreshTree = (queries: QueryClient) => void refreshAfter(queries, api.catalog.arrange, {})

/**
 * Shows the entry at its new place immediately, saves the move and offers to undo it.
 * On an error it shows a toast and fetches the tree again.
 */
export async function arrange(context: Context, entry: TreeEntry, place: Place, undoing?: Undoing): Promise<void> {
  const { queries, language, item_id } = context
  const t = arrangeWords[language]
  const [known] = queries.getQueriesData<Info>(menus(item_id))
  const shape = shapeOf(known?.[1] ?? { menu: { pages: [], catalogs: [] }, edit_cats: null })
  const name = undoing?.name ?? nameOf(shape, entry)
  const from = undoing?.from ?? parentOf(shape, entry)
  await queries.cancelQueries(menus(item_id))
  queries.setQueriesData<Info>(menus(item_id), (info) => info && { ...info, menu: moveInMenu(info.menu, entry, place) })
  setArrangeState(item_id, 'saving')
  const move = async () => {
    try {
      return await api.catalog.arrange({ item_id, ...entry, parent_cat_id: place.parent, before_id: place.before, was_cat_id: from })
    } catch (error) {
      // Without an answer the move can be done: the tree of the server says so.
      const info = isNetworkError(error) ? await api.item.info({ item_id }).catch(() => undefined) : undefined
      if (!info || !isSamePlace(shapeOf(info), entry, place)) throw error
      const was = placeOf(shape, entry)
      return { parent_cat_id: was.parent, before_id: was.before }
    }
  }
  const { done, isLast } = enqueue(item_id, move)
  try {
    const was = await done
    const undo = () => void arrange(context, entry, { parent: was.parent_cat_id, before: was.before_id }, { name, from: place.parent })
    const where = place.parent === ROOT ? t.root : `“${nodeOf(shape, place.parent).name}”`
    const text = undoing ? t.undone(name) : from === place.parent ? t.ordered(name) : t.moved(name, where)
    toast(text, 'ok', undoing ? {} : { durationMs: UNDO_OFFERED_MS, action: { text: t.undo, run: undo } })
    if (isLast()) {
      setArrangeState(item_id, 'saved')
      refreshTree(queries)
    }
  } catch (error) {
    toast(t.failed(name), 'bad', { detail: (error as Error).message })
    setArrangeState(item_id, 'failed')
    refreshTree(queries)
  }
}
