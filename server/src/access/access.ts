import { type ErrorName, Refusal } from '@sheaf/contract/errors'
import { API_ITEM, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import type { Ctx } from '../context.ts'
import {
  hasVisit,
  headOf,
  type ItemHead,
  itemNamed,
  type Membership,
  membershipsOf,
  type PageFound,
  pageOf,
  parentsOf,
} from './access.store.ts'
import { type Action, grant, grantPage, grantTeam, type PagePermission, type Permission, type Scope } from './permission.ts'

export type { Scope }

/** Only the owner can change a team, not even administrators (D6). A missing team gives the same refusal as a foreign one. */
export async function mustOwnTeam({ db, user }: Ctx<'user'>, team_id: number) {
  const team = await db.selectFrom('team').selectAll().where('id', '=', team_id).executeTakeFirst()
  if (!team || team.uid !== user.uid) throw new Refusal('noPermission')
  return { ...team, permission: grantTeam(team_id, user.uid) }
}

/** The combined scope of a user's memberships; 0 means the whole item, so the wider row wins. */
export function scopeOf(cat_ids: number[], parents: { cat_id: number; parent_cat_id: number }[]): Scope {
  if (cat_ids.length === 0) return 'none'
  if (cat_ids.includes(0)) return 'all'
  const inside = new Set(cat_ids)
  for (let grown = true; grown; ) {
    grown = false
    for (const { cat_id, parent_cat_id } of parents)
      if (inside.has(parent_cat_id) && !inside.has(cat_id)) {
        inside.add(cat_id)
        grown = true
      }
  }
  return inside
}

export const covers = (scope: Scope, cat_id: number) => scope === 'all' || (scope !== 'none' && scope.has(cat_id))

/*
 * Permissions on an item. manage: the creator or an administrator. edit: manage, or a member with authority 1. visit: edit, each
 * member, a public item, or a visit password entered in this session. The catalog scope of a member always limits writing. It limits
 * reading only in a private item whose visit password this session has not entered, so that members never read less than visitors.
 * Nothing is cached: each call queries the permissions (W11).
 */
export interface Rights {
  item: ItemHead
  manage: boolean
  visits: Scope
  /** The user manages the item or is a member of it, with any authority. */
  isMember: boolean
  /** Ignores archiving, which refuses all writes. */
  edits: Scope
  /** The top catalogs of `edits`, 0 for the whole item: a transaction uses them to compute the scope of the current tree. */
  roots: number[]
}

/** Rights that a check has found sufficient, with the permission that the writes require. */
export interface Granted<A extends Action> extends Rights {
  permission: Permission<A>
}

type Viewer = Pick<Ctx, 'store' | 'user' | 'session_id' | 'grant'>

/** The user, whose rights count in this item. A token that is limited to other items has the rights of an anonymous visitor (W21). */
export const personIn = ({ user, grant }: Pick<Ctx, 'user' | 'grant'>, item_id: number) =>
  grant?.items && !grant.items.has(item_id) ? null : user

export async function rightsOn(viewer: Viewer, item: ItemHead): Promise<Rights> {
  const user = personIn(viewer, item.item_id)
  if (user && (user.groupid === 1 || user.uid === item.uid)) return rightsOfManager(item)
  const rows = user ? await membershipsOf(viewer, item.item_id, user.uid) : []
  const parents = rows.some((row) => row.cat_id !== 0) ? await parentsOf(viewer, item.item_id) : []
  const isAllVisible = rows.length > 0 && scopeOf(catalogsOf(rows), parents) === 'all'
  return rightsByRows(item, rows, parents, isAllVisible || (await isOpenTo(viewer, item)))
}

const catalogsOf = (rows: readonly Membership[]) => rows.map((row) => row.cat_id)

/** The rights of the item's owner and of administrators. */
export const rightsOfManager = (item: ItemHead): Rights => ({
  item,
  manage: true,
  visits: 'all',
  isMember: true,
  edits: 'all',
  roots: [0],
})

/** The rights that these memberships give a user who does not manage the item. `isOpen`: every catalog can be read without them. */
export function rightsByRows(
  item: ItemHead,
  rows: readonly Membership[],
  parents: { cat_id: number; parent_cat_id: number }[],
  isOpen: boolean,
): Rights {
  // A membership in a deleted catalog grants no write access.
  const isThere = (cat_id: number) => cat_id === 0 || parents.some((row) => row.cat_id === cat_id)
  const roots = catalogsOf(rows.filter((row) => row.member_group_id === 1)).filter(isThere)
  const visits = isOpen ? 'all' : scopeOf(catalogsOf(rows), parents)
  return { item, manage: false, visits, isMember: rows.length > 0, edits: scopeOf(roots, parents), roots }
}

const isOpenTo = async (viewer: Viewer, item: ItemHead) =>
  item.password_hash === '' ||
  (viewer.session_id !== null && (await hasVisit(viewer, viewer.session_id, item.item_id, item.password_stamp)))

/** The rights on an item; a missing item gives the same refusal as a forbidden one (W8). */
async function rights(viewer: Viewer, item_id: number, refusal: ErrorName): Promise<Rights> {
  const item = await headOf(viewer, item_id)
  if (!item) throw new Refusal(refusal)
  return rightsOn(viewer, item)
}

/** Whether something other than a permission, such as API keys, opens an item for reading. */
export type OpensItem = (item_id: number) => Promise<boolean>
const nothingElse: OpensItem = async () => false

/** Throws unless the rights cover this place; if `opens` opens the item, the whole item can be read. */
async function mustSee(found: Rights, opens: OpensItem, isSeen: (visits: Scope) => boolean): Promise<Rights> {
  if (isSeen(found.visits)) return found
  if (await opens(found.item.item_id)) return { ...found, visits: 'all' }
  throw new Refusal('noVisit')
}

export const mustVisit = async (viewer: Viewer, item_id: number, opens = nothingElse): Promise<Rights> =>
  mustSee(await rights(viewer, item_id, 'noVisit'), opens, (visits) => visits !== 'none')

/** The item with this number or domain, if the user can visit it; error 10303 opens the password screen (W8). */
export async function mustOpenItem(viewer: Viewer, given: string, opens = nothingElse): Promise<Rights> {
  const item = await itemNamed(viewer, given)
  if (!item) throw new Refusal('notFound')
  return mustSee(await rightsOn(viewer, item), opens, (visits) => visits !== 'none')
}

/** Requires permission to edit these places: catalogs, 0 for the root; without places, anywhere in the item. */
export async function mustEdit(viewer: Viewer, item_id: number, ...places: number[]): Promise<Granted<'edit'>> {
  const found = await rights(viewer, item_id, 'noPermission')
  if (found.edits === 'none' || !places.every((place) => covers(found.edits, place))) throw new Refusal('noPermission')
  if (found.item.is_archived) throw new Refusal('archived')
  return { ...found, permission: grant(item_id, found.visits) }
}

/** Requires permission to read what editors see in this place, or anywhere without one; even in an archived item. */
export async function mustBeEditor(viewer: Viewer, item_id: number, place?: number): Promise<Rights> {
  const found = await rights(viewer, item_id, 'noPermission')
  if (place === undefined ? found.edits === 'none' : !covers(found.edits, place)) throw new Refusal('noPermission')
  return found
}

export async function mustManage(viewer: Viewer, item_id: number): Promise<Granted<'manage'>> {
  const found = await rights(viewer, item_id, 'noVisit')
  if (!found.manage) throw new Refusal('noVisit')
  return { ...found, permission: grant(item_id, found.visits) }
}

/** Requires manage permission on an item that is not archived. */
export async function mustManageOpen(viewer: Viewer, item_id: number): Promise<Granted<'edit' | 'manage'>> {
  const found = await mustManage(viewer, item_id)
  if (found.item.is_archived) throw new Refusal('archived')
  return { ...found, permission: grant(item_id, found.visits) }
}

/** Requires an administrator, who can manage every item. They learn that an item is missing. */
export async function mustAdminister(viewer: Viewer, item_id: number): Promise<Granted<'manage'>> {
  const found = await rights(viewer, item_id, 'notFound')
  if (viewer.user?.groupid !== 1) throw new Refusal('noPermission')
  return { ...found, permission: grant(item_id, found.visits) }
}

/** A page that the user can read. A missing page gives "not found", because the password screen must open for an existing one (W8). */
export async function mustVisitPage(viewer: Viewer, page_id: number, opens = nothingElse): Promise<Rights & { page: PageFound }> {
  const page = await pageOf(viewer, page_id)
  const item = page && (await headOf(viewer, page.item_id))
  if (!page || !item) throw new Refusal('notFound')
  return { ...(await mustSee(await rightsOn(viewer, item), opens, (visits) => covers(visits, page.cat_id))), page }
}

/** The item of a page outside the scope of a member; undefined for users without any membership. */
export async function itemOfMember(viewer: Viewer, page_id: number): Promise<number | undefined> {
  const page = await pageOf(viewer, page_id)
  const item = page && (await headOf(viewer, page.item_id))
  return item && (await rightsOn(viewer, item)).visits !== 'none' ? item.item_id : undefined
}

/** Like mustVisitPage, but with the same refusal for missing and closed pages: only item/info and page/info distinguish them (W8). */
export const mustVisitPageUniform = (viewer: Viewer, page_id: number, opens = nothingElse) =>
  mustVisitPage(viewer, page_id, opens).catch((error): never => {
    throw error instanceof Refusal && error.error === 'notFound' ? new Refusal('noVisit') : error
  })

/** The rights on a page that the user can edit. */
export interface GrantedPage extends Granted<'edit'> {
  page: PageFound
  permission: PagePermission
}

/** A page that the user can edit; the item comes from the page, and not from the request. */
export async function mustEditPage(viewer: Viewer, page_id: number): Promise<GrantedPage> {
  const page = await pageOf(viewer, page_id)
  if (!page) throw new Refusal('noPermission')
  const granted = await mustEdit(viewer, page.item_id, page.cat_id)
  return { ...granted, page, permission: grantPage(page.item_id, page_id, granted.visits) }
}

/** A page as its editors see it, even in an archived item: its history and its current editor (D3). */
export async function mustBePageEditor(viewer: Viewer, page_id: number): Promise<Rights & { page: PageFound }> {
  const page = await pageOf(viewer, page_id)
  if (!page) throw new Refusal('noPermission')
  return { ...(await mustBeEditor(viewer, page.item_id, page.cat_id)), page }
}

/** Whether the user can edit the page; always false for an archived item, and for items that an API client writes. */
export const mayEdit = ({ item, edits }: Rights, { cat_id }: PageFound) =>
  !item.is_archived && item.item_type !== API_ITEM && covers(edits, cat_id)

/** Whether the item takes suggestions from this reader: 2 every signed-in reader, 1 members; editors always can. */
export const takesSuggestionsOf = ({ item, isMember, edits }: Rights, cat_id: number, user: Ctx['user']) =>
  user !== null && (covers(edits, cat_id) || item.suggest_from === 2 || (item.suggest_from === 1 && isMember))

/** Suggestions are for Markdown: not for spreadsheets, or for pages that API clients write. */
export const hasSuggestions = ({ item_type }: Pick<ItemHead, 'item_type'>) => item_type !== API_ITEM && item_type !== SPREADSHEET_ITEM

/** Whether the item takes new pages from the user as suggestions, in the catalogs that they can read. */
export const takesPagesOf = (rights: Rights, user: Ctx['user']) =>
  hasSuggestions(rights.item) &&
  rights.item.item_type !== SINGLE_PAGE &&
  !rights.item.is_archived &&
  (takesSuggestionsOf(rights, 0, user) || (user !== null && rights.edits !== 'none'))

/** Managers can delete every page, other editors those they created; pages of an archived item cannot be deleted. */
export const mayDelete = ({ page, item, manage, edits }: Rights & { page: PageFound }, user: Ctx['user']) =>
  !item.is_archived && covers(edits, page.cat_id) && (manage || (user !== null && page.creator_uid === user.uid))
