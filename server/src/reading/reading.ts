import { contract, type Language, type Menu, type MenuCatalog, Refusal } from '@sheaf/contract'
import type { Answer } from '@sheaf/contract/client'
import { type ItemHead, type PageFound, pageOf } from '../access/access.store.ts'
import { covers, mustOpenItem, mustVisitPage } from '../access/access.ts'
import { authorizationServer } from '../auth/authorization-server.ts'
import { siteSettings } from '../common/settings.store.ts'
import { ancestorsOf, catalogsAbove, type Tree, treeOf } from '../content/item.tree.service.ts'
import { listingOf } from '../content/listing.ts'
import type { Ctx, Services, User } from '../context.ts'
import { toWire } from '../http/encode.ts'
import { headFor } from '../item/item.info.ts'
import { isForwardOn } from '../outbound/outbound.ts'
import { pageView, view } from '../page/view/page.view.ts'
import { itemAddress } from '../publish/address.ts'
import { version } from '../runtime/config.ts'
import { canMail } from '../runtime/mail.ts'
import { schemaView } from '../source/schema/source.schema.service.ts'
import { hasAdministrator } from '../user/user.store.ts'
import type { Feeds } from './document.ts'
import { type Crumb, headOfPage, type PageHead } from './head.ts'

/** The boot data of the web app (web/src/lib/boot.ts has the same shape). */
export interface Boot {
  base: string
  site: string
  language: Language
  theme: string
  version: string
  account: Answer<'user', 'info'> | null
  registerOpen: boolean
  /** The server can send mail. */
  mail: boolean
  /** The size limit of one import, in MiB. */
  importMaxMb: number
  /** The size limit of an uploaded file, in MiB. */
  uploadMaxMb: number
  /** Rows per page in the user's list of attachments. */
  attachmentPageSize: number
  /** Seconds between two drafts of an editor. */
  draftSeconds: number
  /** Agents can use this site. */
  agents: boolean
  /** Agents can ask for access in the browser. */
  agentSignIn: boolean
  /** The operator allows this server to send requests of readers. */
  byServer: boolean
  links: Record<string, string>
  seed: [string, object, unknown][]
  /** No administrator exists yet. Only set for visitors. */
  unclaimed?: true
  missing?: true
}

/** Stores with an administrator. One always remains, so the query is not repeated. */
const claimed = new WeakSet<object>()

async function lacksAdministrator({ store }: Services) {
  if (claimed.has(store)) return false
  const has = await hasAdministrator({ store })
  if (has) claimed.add(store)
  return !has
}

export async function bootFor(services: Services, user: User | null, language: Language, theme: string, origin: string): Promise<Boot> {
  const { config } = services
  const settings = await siteSettings(services)
  const links = { feedback: config.LINK_FEEDBACK, client: config.LINK_CLIENT, runapi: config.LINK_RUNAPI, apitest: config.LINK_APITEST }
  return {
    base: config.BASE_PATH,
    site: config.PUBLIC_URL ?? origin + config.BASE_PATH,
    language,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    version,
    account: user && toWire(contract.user.info.output, { ...user, avatar_small: user.avatar }, config.SITE_TZ),
    registerOpen: settings.register_open === '1',
    mail: canMail(services),
    importMaxMb: config.IMPORT_MAX_MB,
    uploadMaxMb: config.UPLOAD_MAX_MB,
    attachmentPageSize: Math.max(1, Number(settings.attachment_page_size) || 6),
    draftSeconds: Math.max(10, Number(settings.draft_seconds) || 30),
    agents: settings.mcp_on === '1',
    agentSignIn: authorizationServer(config) !== undefined,
    byServer: isForwardOn(config),
    links: Object.fromEntries(Object.entries(links).filter((link): link is [string, string] => Boolean(link[1]))),
    ...(!user && (await lacksAdministrator(services)) && { unclaimed: true }),
    seed: [],
  }
}

/** The first page below a catalog, so that a closed one is a link without scripts. */
const firstOf = ({ pages, catalogs }: Menu): number | undefined => {
  if (pages[0]) return pages[0].page_id
  for (const below of catalogs) {
    const first = firstOf(below)
    if (first !== undefined) return first
  }
  return undefined
}

/** A menu with at most this many pages is sent whole. */
const WHOLE_MENU_MAX_PAGES = 150

/**
 * The part of a menu that is open for a page: the top level and the catalogs in `path`. Closed catalogs are sent without their content
 * and `partial` is set; the browser requests the rest when it is idle.
 */
export function partialMenu(menu: Menu, path: number[], pages: number): { menu: Menu; partial?: true } {
  if (pages <= WHOLE_MENU_MAX_PAGES) return { menu }
  const cut = (catalog: MenuCatalog): MenuCatalog =>
    path.includes(catalog.cat_id)
      ? { ...catalog, catalogs: catalog.catalogs.map(cut) }
      : { ...catalog, pages: [], catalogs: [], first_page_id: firstOf(catalog) }
  return { menu: { pages: menu.pages, catalogs: menu.catalogs.map(cut) }, partial: true }
}

/** The result of a reading route: the page title and the answers to all requests its screen would send. */
export interface Reading {
  title: string
  /** Set for a page that search engines list. */
  head?: PageHead | undefined
  /** Set for a page of an item at its own address: its reader can also read the changes of the item. */
  feeds?: Feeds
  html: string
  /** The item exists, but the requested page does not. */
  pageMissing?: boolean
  seed: Boot['seed']
}

/** The requested page is in another item; `path` is its address. */
export class PageMoved extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/**
 * /{item} and /{item}/{page_id}, with `schema` the view of a named schema on the page of its source. Refuses as item/info and page/view
 * do. Throws PageMoved for a page of another item.
 */
export async function itemReading(ctx: Ctx, given: string, page_id: number, schema = ''): Promise<Reading> {
  const rights = await mustOpenItem(ctx, given).catch((refusal) => pageMovedOr(ctx, page_id, refusal))
  const tree = await treeOf(ctx, rights.item, rights.visits)
  const wanted = page_id || tree.order[0]?.page_id || 0
  const { menu, partial } = partialMenu(tree.menu, ancestorsOf(tree, wanted), tree.order.length)
  const info = {
    ...(await headFor(ctx, rights, tree, 0)),
    menu: toWire(contract.item.info.output.shape.menu, menu, ctx.config.SITE_TZ),
    ...(partial ? { partial } : {}),
  }
  const seed: Boot['seed'] = [['item/info', { item_id: given, default_page_id: '' }, info]]
  const page = wanted ? await pageOf(ctx, wanted) : undefined
  if (page && page.item_id !== rights.item.item_id) throw await pageMovedTo(ctx, page)
  // A page outside the member's scope exists, so this is not a 404: the screen requests it and shows the refusal.
  if (!page || !covers(rights.visits, page.cat_id))
    return { title: rights.item.item_name, html: '', seed, pageMissing: page_id > 0 && !page }
  if (schema) return schemaReading(ctx, { page_id: wanted, name: schema }, rights.item, seed)
  const shown = toWire(contract.page.view.output, await pageView({ ...rights, page }, ctx, ctx.language), ctx.config.SITE_TZ)
  seed.push(['page/view', { page_id: String(wanted), language: ctx.language }, shown])
  const head = await headIfListed(ctx, rights.item, page, shown.html, tree)
  const changes = `${itemAddress(ctx.config, rights.item)}/changes`
  const feeds = { title: rights.item.item_name, atom: `${changes}.atom`, json: `${changes}.json` }
  return { title: `${page.page_title} - ${rights.item.item_name}`, head, feeds, html: shown.html, seed }
}

/** A schema that the caller cannot read, or that does not exist, is a 404; the screen asks for it again and says so. */
async function schemaReading(
  ctx: Ctx,
  wanted: { page_id: number; name: string },
  { item_name }: ItemHead,
  seed: Boot['seed'],
): Promise<Reading> {
  const title = `${wanted.name} - ${item_name}`
  const found = await schemaView(wanted, ctx.language, ctx).catch((refusal: unknown) => {
    if (refusal instanceof Refusal && refusal.error === 'notFound') return undefined
    throw refusal
  })
  if (!found) return { title, html: '', seed, pageMissing: true }
  const shown = toWire(contract.source.schema.output, found, ctx.config.SITE_TZ)
  const input = { page_id: String(wanted.page_id), name: wanted.name, language: ctx.language }
  return { title, html: shown.html, seed: [...seed, ['source/schema', input, shown]] }
}

async function headIfListed(ctx: Ctx, item: ItemHead, page: PageFound, html: string, tree: Tree): Promise<PageHead | undefined> {
  if (!listingOf(ctx.config, await siteSettings(ctx), item).listed) return undefined
  const crumbs: Crumb[] = []
  let level: Menu = tree.menu
  for (const { cat_id, cat_name } of catalogsAbove(tree, page.cat_id)) {
    level = level.catalogs.find((below) => below.cat_id === cat_id) ?? { pages: [], catalogs: [] }
    crumbs.push({ name: cat_name, page_id: firstOf(level) ?? page.page_id })
  }
  return headOfPage(ctx, { item, page, html, crumbs })
}

/** Only a caller who can read the page learns which item it is in (S43). */
const pageMovedTo = (ctx: Ctx, { item_id, page_id }: PageFound) =>
  mustVisitPage(ctx, page_id).then(
    () => new PageMoved(`/${item_id}/${page_id}`),
    () => new Refusal('notFound'),
  )

/** Finds a page that moved out of an item which the caller cannot read. */
async function pageMovedOr(ctx: Ctx, page_id: number, refusal: unknown): Promise<never> {
  const isClosed = refusal instanceof Refusal && refusal.error === 'noVisit'
  const page = isClosed && page_id ? await pageOf(ctx, page_id) : undefined
  const moved = page && (await pageMovedTo(ctx, page))
  throw moved instanceof PageMoved ? moved : refusal
}

/** /p/{unique_key} and /page/{page_id}. */
export async function sharedReading(ctx: Ctx, by: { page_id?: string; unique_key?: string }): Promise<Reading> {
  const page_id = Number(by.page_id ?? 0)
  const pending = view({ page_id, unique_key: by.unique_key ?? '', language: ctx.language }, ctx)
  const shared = await pending.catch((refusal): never => {
    // The screen of the item shows its members which catalogs they can read and whom to contact.
    const { item_id } = Object((refusal as Partial<Refusal>).data) as { item_id?: string }
    throw item_id ? new PageMoved(`/${item_id}/${page_id}`) : refusal
  })
  const shown = toWire(contract.page.view.output, shared, ctx.config.SITE_TZ)
  return { title: shared.page_title, html: shown.html, seed: [['page/view', { ...by, language: ctx.language }, shown]] }
}
