import { contract, type Menu, type MenuCatalog, Refusal } from '@sheaf/contract'
import { type PageFound, pageOf } from '../access/access.store.ts'
import { mustOpenItem, mustVisitPage } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import { ancestorsOf, treeOf } from '../content/item.tree.service.ts'
import type { Ctx } from '../context.ts'
import { encoderOf } from '../http/encode.ts'
import { headFor } from '../item/item.info.ts'
import { pageView, view } from '../page/view/page.view.ts'
import type { Boot } from './boot.ts'

/** Menus up to this many pages come whole with the page. */
const WHOLE_MENU_MAX_PAGES = 150

/**
 * The part of a menu that is open when a page is read: the top level and the branches on the way. Closed catalogs come without
 * what is in them, and `partial` says so; the browser asks for the rest when it has time.
 */
export function partialMenu(menu: Menu, way: number[], pages: number): { menu: Menu; partial?: true } {
  if (pages <= WHOLE_MENU_MAX_PAGES) return { menu }
  const cut = (catalog: MenuCatalog): MenuCatalog =>
    way.includes(catalog.cat_id) ? { ...catalog, catalogs: catalog.catalogs.map(cut) } : { ...catalog, pages: [], catalogs: [] }
  return { menu: { pages: menu.pages, catalogs: menu.catalogs.map(cut) }, partial: true }
}

/** A reading route with everything its screen would ask for: how the page is called, and the answers. */
export interface Reading {
  title: string
  isPublic: boolean
  html: string
  /** The item is there, the page asked for is not. */
  pageMissing?: boolean
  seed: Boot['seed']
}

/** The page asked for stands in another item: this is its address. */
export class PageMoved extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

const encodeMenu = encoderOf(contract.item.info.output.shape.menu, 'UTC')
const encodeView = encoderOf(contract.page.view.output, 'UTC')

/** /{item} and /{item}/{page_id}. Refuses as item/info and page/view do; a page of another item is Elsewhere. */
export async function itemReading(ctx: Ctx, given: string, page_id: number): Promise<Reading> {
  const rights = await mustOpenItem(ctx, given).catch((refusal) => pageMovedOr(ctx, page_id, refusal))
  const tree = await treeOf(ctx, rights.item, rights.visits)
  const wanted = page_id || tree.order[0]?.page_id || 0
  const { menu, partial } = partialMenu(tree.menu, ancestorsOf(tree, wanted), tree.order.length)
  const info = {
    ...(await headFor(ctx, rights, tree, 0)),
    menu: JSON.parse(encodeMenu(menu)) as unknown,
    ...(partial ? { partial } : {}),
  }
  const seed: Boot['seed'] = [['item/info', { item_id: given, default_page_id: '' }, info]]
  const isPublic = rights.item.password_hash === ''
  const page = wanted ? await pageOf(ctx, wanted) : undefined
  if (page && page.item_id !== rights.item.item_id) throw await pageMovedTo(ctx, page)
  // A page outside what a member reads is there: the screen asks for it and says so.
  if (!page || !covers(rights.visits, page.cat_id))
    return { title: rights.item.item_name, isPublic, html: '', seed, pageMissing: page_id > 0 && !page }
  const { html, ...shown } = JSON.parse(encodeView(await pageView({ ...rights, page }, ctx, ctx.language))) as { html: string }
  seed.push(['page/view', { page_id: String(wanted), language: ctx.language }, { ...shown, html }])
  return { title: `${page.page_title} - ${rights.item.item_name}`, isPublic, html, seed }
}

/** Only who may read a page learns which item it is in (S43). */
const pageMovedTo = (ctx: Ctx, { item_id, page_id }: PageFound) =>
  mustVisitPage(ctx, page_id).then(
    () => new PageMoved(`/${item_id}/${page_id}`),
    () => new Refusal('notFound'),
  )

/** A page may have left an item that is closed to whoever follows the old address. */
async function pageMovedOr(ctx: Ctx, page_id: number, refusal: unknown): Promise<never> {
  const isClosed = refusal instanceof Refusal && refusal.error === 'noVisit'
  const page = isClosed && page_id ? await pageOf(ctx, page_id) : undefined
  const there = page && (await pageMovedTo(ctx, page))
  throw there instanceof PageMoved ? there : refusal
}

/** /p/{unique_key} and /page/{page_id}. */
export async function sharedReading(ctx: Ctx, by: { page_id?: string; unique_key?: string }): Promise<Reading> {
  const page_id = Number(by.page_id ?? 0)
  const asked = view({ page_id, unique_key: by.unique_key ?? '', language: ctx.language }, ctx)
  const found = await asked.catch((refusal): never => {
    // The item's own screen says to its member which catalogs they read, and whom to ask.
    const { item_id } = Object((refusal as Partial<Refusal>).data) as { item_id?: string }
    throw item_id ? new PageMoved(`/${item_id}/${page_id}`) : refusal
  })
  const shown = JSON.parse(encodeView(found)) as { html: string }
  return { title: found.page_title, isPublic: false, html: shown.html, seed: [['page/view', { ...by, language: ctx.language }, shown]] }
}
