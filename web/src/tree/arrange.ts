import type { Language } from '@sheaf/contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'
import { arrangeWords } from './arrange.words.ts'
import type { Catalog, Info, Menu } from './item-tree.ts'
import { idOf, isPage, nameOf, nodeOf, type Place, parentOf, ROOT, shapeOf, type TreeEntry } from './shape.ts'

type Level = Pick<Menu, 'pages' | 'catalogs'>

/** A list with one put before another, or as the last. */
function insert<T>(all: T[], one: T, isNext: (other: T) => boolean): T[] {
  const at = all.findIndex(isNext)
  return at < 0 ? [...all, one] : [...all.slice(0, at), one, ...all.slice(at)]
}

/** A catalog in another place: its level and those below it follow. */
const placed = (catalog: Catalog, parent_cat_id: string, level: number): Catalog => ({
  ...catalog,
  parent_cat_id,
  level: String(level),
  catalogs: catalog.catalogs.map((below) => placed(below, catalog.cat_id, level + 1)),
})

/** The menu as it is when the thing stands in its new place; what is not touched stays the same object. */
export function moveInMenu<M extends Level>(menu: M, thing: TreeEntry, { parent, before }: Place): M {
  const id = idOf(thing)
  let page: Menu['pages'][number] | undefined
  let catalog: Catalog | undefined
  const taken = <L extends Level>(level: L): L => {
    page ??= isPage(thing) ? level.pages.find((one) => one.page_id === id) : undefined
    catalog ??= isPage(thing) ? undefined : level.catalogs.find((one) => one.cat_id === id)
    if (page && level.pages.includes(page)) return { ...level, pages: level.pages.filter((one) => one !== page) }
    if (catalog && level.catalogs.includes(catalog)) return { ...level, catalogs: level.catalogs.filter((one) => one !== catalog) }
    return within(level, taken)
  }
  const put = <L extends Level>(level: L, cat_id: string, depth: number): L => {
    if (cat_id !== parent) return within(level, (below) => put(below, below.cat_id, Number(below.level)))
    if (page) return { ...level, pages: insert(level.pages, { ...page, cat_id }, (one) => one.page_id === before) }
    if (catalog) return { ...level, catalogs: insert(level.catalogs, placed(catalog, cat_id, depth + 1), (one) => one.cat_id === before) }
    return level
  }
  return put(taken(menu), ROOT, 1)
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

/** How long the way back is offered. */
const UNDO_OFFERED_MS = 8000

export type ArrangeState = 'none' | 'saving' | 'saved' | 'failed'
const states = new Map<string, ArrangeState>()
const listeners = new Set<() => void>()
export const arrangeStateOf = (item_id: string) => states.get(item_id) ?? 'none'
export const followArrange = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
function setArrangeState(item_id: string, state: ArrangeState) {
  states.set(item_id, state)
  for (const tell of listeners) tell()
}

/** Moves of an item are sent one after the other, in the order they were made. */
const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

function enqueue<T>(item_id: string, work: () => Promise<T>): { done: Promise<T>; isLast: () => boolean } {
  const queue = queues.get(item_id) ?? { last: Promise.resolve(), waiting: 0 }
  queues.set(item_id, queue)
  queue.waiting++
  const done = queue.last.then(work).finally(() => queue.waiting--)
  queue.last = done.catch(() => {})
  return { done, isLast: () => queue.waiting === 0 }
}

interface Given {
  queries: QueryClient
  language: Language
  item_id: string
}

interface Undoing {
  name: string
  /** Where the move put it; from anywhere else it is not taken back, for somebody else has moved it since. */
  from: string
}

/** The tree that is on screen now, wherever it was asked for. */
const menus = (item_id: string) => ({
  queryKey: ['item', 'info'],
  predicate: ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
    (state.data as Info | undefined)?.item_id === item_id && !(queryKey[2] as { keyword?: string } | undefined)?.keyword,
})

/** Asks for the tree, the catalogs and the pages beside the one read once more. */
export function refreshTree(queries: QueryClient) {
  for (const room of ['item', 'catalog', 'page']) void queries.invalidateQueries({ queryKey: [room] })
}

/** Shows the thing in its new place at once, saves it, offers the way back; what was refused is told and the tree read again. */
export async function arrange(given: Given, thing: TreeEntry, place: Place, undoing?: Undoing): Promise<void> {
  const { queries, language, item_id } = given
  const t = arrangeWords[language]
  const [known] = queries.getQueriesData<Info>(menus(item_id))
  const shape = shapeOf(known?.[1] ?? { menu: { pages: [], catalogs: [] }, edit_cats: null })
  const name = undoing?.name ?? nameOf(shape, thing)
  const from = undoing?.from ?? parentOf(shape, thing)
  await queries.cancelQueries(menus(item_id))
  queries.setQueriesData<Info>(menus(item_id), (info) => info && { ...info, menu: moveInMenu(info.menu, thing, place) })
  setArrangeState(item_id, 'saving')
  const { done, isLast } = enqueue(item_id, () =>
    api.catalog.arrange({ item_id, ...thing, parent_cat_id: place.parent, before_id: place.before, was_cat_id: from }),
  )
  try {
    const was = await done
    const back = () => void arrange(given, thing, { parent: was.parent_cat_id, before: was.before_id }, { name, from: place.parent })
    const where = place.parent === ROOT ? t.root : `“${nodeOf(shape, place.parent).name}”`
    const text = undoing ? t.undone(name) : from === place.parent ? t.ordered(name) : t.moved(name, where)
    toast(text, 'ok', undoing ? {} : { lasts: UNDO_OFFERED_MS, action: { text: t.undo, run: back } })
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
