import { contract, type Language, type Menu, type MenuCatalog, Refusal } from '@sheaf/contract'
import { type PageFound, pageOf } from '../access/access.store.ts'
import { covers, mustOpenItem, mustVisitPage } from '../access/access.ts'
import { siteSettings } from '../common/settings.store.ts'
import { ancestorsOf, treeOf } from '../content/item.tree.service.ts'
import type { Ctx, Services, User } from '../context.ts'
import { encoderOf } from '../http/encode.ts'
import { headFor } from '../item/item.info.ts'
import { pageView, view } from '../page/view/page.view.ts'
import { version } from '../runtime/config.ts'
import { canMail } from '../runtime/mail.ts'
import { hasAdministrator } from '../user/user.store.ts'

/** What the web app learns with its page (web/src/lib/boot.ts has the same shape). */
export interface Boot {
  base: string
  site: string
  language: Language
  theme: string
  version: string
  account: object | null
  registerOpen: boolean
  /** The server can send mail. */
  mail: boolean
  /** What may be imported at once, in MiB. */
  importMaxMb: number
  /** An uploaded file must be smaller, in MiB. */
  uploadMaxMb: number
  /** Rows of the list of one's attachments. */
  attachmentPageSize: number
  /** Between two drafts of an editor. */
  draftSeconds: number
  links: Record<string, string>
  seed: [string, object, unknown][]
  /** Nobody has made the first administrator yet; said to visitors. */
  unclaimed?: true
  missing?: true
}

/** Once there is an administrator there always is one: no further question. */
const claimed = new WeakSet<object>()

async function isUnclaimed({ store }: Services) {
  if (claimed.has(store)) return false
  const has = await hasAdministrator({ store })
  if (has) claimed.add(store)
  return !has
}

export async function bootFor(house: Services, user: User | null, language: Language, theme: string, origin: string): Promise<Boot> {
  const { config } = house
  const settings = await siteSettings(house)
  const links = { feedback: config.LINK_FEEDBACK, client: config.LINK_CLIENT, runapi: config.LINK_RUNAPI, apitest: config.LINK_APITEST }
  return {
    base: config.BASE_PATH,
    site: config.PUBLIC_URL ?? origin + config.BASE_PATH,
    language,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    version,
    account: user && {
      ...user,
      uid: String(user.uid),
      email_verify: String(user.email_verify),
      groupid: String(user.groupid),
      avatar_small: user.avatar,
    },
    registerOpen: settings.register_open === '1',
    mail: canMail(house),
    importMaxMb: config.IMPORT_MAX_MB,
    uploadMaxMb: config.UPLOAD_MAX_MB,
    attachmentPageSize: Math.max(1, Number(settings.attachment_page_size) || 6),
    draftSeconds: Math.max(10, Number(settings.draft_seconds) || 30),
    links: Object.fromEntries(Object.entries(links).filter((link): link is [string, string] => Boolean(link[1]))),
    ...(!user && (await isUnclaimed(house)) && { unclaimed: true }),
    seed: [],
  }
}

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
