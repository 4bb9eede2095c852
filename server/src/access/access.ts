import { type ErrorName, Refusal } from '@sheaf/contract'
import { API_ITEM } from '@sheaf/contract/limits'
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

/** A team is its owner's alone: administrators see teams but change none of others' (D6). A missing team looks like a foreign one. */
export async function mustOwnTeam({ db, user }: Ctx<'user'>, team_id: number) {
  const team = await db.selectFrom('team').selectAll().where('id', '=', team_id).executeTakeFirst()
  if (!team || team.uid !== user.uid) throw new Refusal('noPermission')
  return team
}

/** Where in an item a right holds: everywhere, nowhere, or in these catalogs and not at the root. */
export type Scope = 'all' | 'none' | ReadonlySet<number>

/** The scope of somebody's rows together; 0 in a row means the whole item, so the wider row wins. */
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
 * Who may do what (wire/OURS.md, "Rights"): every right in one look. manage = creator or administrator. edit = manage, or a member
 * with authority 1. visit = edit, any member, a public item, or the visit password entered in this session. A member's catalog
 * scope limits what is written, everywhere. It limits what is read only where visitors are kept out: in a private item whose visit
 * password this session has not entered, so that no member reads less than a visitor. Nothing is remembered: each call looks it up
 * (W11).
 */
export interface Rights {
  item: ItemHead
  manage: boolean
  visits: Scope
  /** Without regard to archiving, which refuses writes to everybody. */
  edits: Scope
  /** The catalogs that `edits` begins at, 0 for the whole item: with them a transaction sees where it reaches by then. */
  roots: number[]
}

type Who = Pick<Ctx, 'store' | 'user' | 'session_id'>

export async function rightsOn(who: Who, item: ItemHead): Promise<Rights> {
  const { user } = who
  if (user && (user.groupid === 1 || user.uid === item.uid)) return { item, manage: true, visits: 'all', edits: 'all', roots: [0] }
  const rows = user ? await membershipsOf(who, item.item_id, user.uid) : []
  if (rows.length === 0) return { item, manage: false, visits: (await isOpenTo(who, item)) ? 'all' : 'none', edits: 'none', roots: [] }
  const parents = rows.some((row) => row.cat_id !== 0) ? await parentsOf(who, item.item_id) : []
  const rootsOf = (wanted: Membership[]) => wanted.map((row) => row.cat_id)
  // A catalog that was deleted leaves nothing to write in.
  const isThere = (cat_id: number) => cat_id === 0 || parents.some((one) => one.cat_id === cat_id)
  const roots = rootsOf(rows.filter((row) => row.member_group_id === 1)).filter(isThere)
  const own = scopeOf(rootsOf(rows), parents)
  const visits = own === 'all' || (await isOpenTo(who, item)) ? 'all' : own
  return { item, manage: false, visits, edits: scopeOf(roots, parents), roots }
}

const isOpenTo = async (who: Who, item: ItemHead) =>
  item.password_hash === '' || (who.session_id !== null && (await hasVisit(who, who.session_id, item.item_id, item.password_stamp)))

/** Rights on an item, or a refusal that does not tell a missing item from a forbidden one (W8). */
async function rights(who: Who, item_id: number, refusal: ErrorName): Promise<Rights> {
  const item = await headOf(who, item_id)
  if (!item) throw new Refusal(refusal)
  return rightsOn(who, item)
}

/** Whether something else than a right opens an item for reading. */
export type Opens = (item_id: number) => Promise<boolean>
const nothingElse: Opens = async () => false

/** Rights with which this place can be read, or the whole item where something else opens it. */
async function mustSee(found: Rights, opens: Opens, isSeen: (visits: Scope) => boolean): Promise<Rights> {
  if (isSeen(found.visits)) return found
  if (await opens(found.item.item_id)) return { ...found, visits: 'all' }
  throw new Refusal('noVisit')
}

export const mustVisit = async (who: Who, item_id: number, opens = nothingElse): Promise<Rights> =>
  mustSee(await rights(who, item_id, 'noVisit'), opens, (visits) => visits !== 'none')

/** The item named by number or domain, for whoever may visit it; 10303 opens the password screen (W8). */
export async function mustOpenItem(who: Who, given: string, opens = nothingElse): Promise<Rights> {
  const item = await itemNamed(who, given)
  if (!item) throw new Refusal('notFound')
  return mustSee(await rightsOn(who, item), opens, (visits) => visits !== 'none')
}

/** The right to change something in this place of the item: a catalog, 0 for its root, or anywhere when none is named. */
export async function mustEdit(who: Who, item_id: number, ...places: number[]): Promise<Rights> {
  const found = await rights(who, item_id, 'noPermission')
  if (found.edits === 'none' || !places.every((place) => covers(found.edits, place))) throw new Refusal('noPermission')
  if (found.item.is_archived) throw new Refusal('archived')
  return found
}

/** The right to see what editors see in this place, or anywhere when none is named; of an archived item too. */
export async function mustBeEditor(who: Who, item_id: number, place?: number): Promise<Rights> {
  const found = await rights(who, item_id, 'noPermission')
  if (place === undefined ? found.edits === 'none' : !covers(found.edits, place)) throw new Refusal('noPermission')
  return found
}

export async function mustManage(who: Who, item_id: number): Promise<Rights> {
  const found = await rights(who, item_id, 'noVisit')
  if (!found.manage) throw new Refusal('noVisit')
  return found
}

/** The right to change what managers change: nobody has it on an archived item. */
export async function mustManageOpen(who: Who, item_id: number): Promise<Rights> {
  const found = await mustManage(who, item_id)
  if (found.item.is_archived) throw new Refusal('archived')
  return found
}

/** A page its reader may see. A missing page says so, because the password screen must open for an existing one (W8). */
export async function mustVisitPage(who: Who, page_id: number, opens = nothingElse): Promise<Rights & { page: PageFound }> {
  const page = await pageOf(who, page_id)
  const item = page && (await headOf(who, page.item_id))
  if (!page || !item) throw new Refusal('notFound')
  return { ...(await mustSee(await rightsOn(who, item), opens, (visits) => covers(visits, page.cat_id))), page }
}

/** The item of a page that is closed to this member of it, who reads other catalogs there; undefined for everybody else. */
export async function itemOfMember(who: Who, page_id: number): Promise<number | undefined> {
  const page = await pageOf(who, page_id)
  const item = page && (await headOf(who, page.item_id))
  return item && (await rightsOn(who, item)).visits !== 'none' ? item.item_id : undefined
}

/** As mustVisitPage where a missing page and a closed one must look alike: only item/info and page/info tell them apart (W8). */
export const mustVisitPageUnseen = (who: Who, page_id: number, opens = nothingElse) =>
  mustVisitPage(who, page_id, opens).catch((error): never => {
    throw error instanceof Refusal && error.error === 'notFound' ? new Refusal('noVisit') : error
  })

/** A page its editor may change; its item is the page's own, whatever was sent. */
export async function mustEditPage(who: Who, page_id: number): Promise<Rights & { page: PageFound }> {
  const page = await pageOf(who, page_id)
  if (!page) throw new Refusal('noPermission')
  return { ...(await mustEdit(who, page.item_id, page.cat_id)), page }
}

/** A page as its editors see it, of an archived item too: its history and who is writing in it (D3). */
export async function mustBePageEditor(who: Who, page_id: number): Promise<Rights & { page: PageFound }> {
  const page = await pageOf(who, page_id)
  if (!page) throw new Refusal('noPermission')
  return { ...(await mustBeEditor(who, page.item_id, page.cat_id)), page }
}

/** Its editors edit a page; nobody one of an archived item, or one that an API client writes. */
export const mayEdit = ({ item, edits }: Rights, { cat_id }: PageFound) =>
  !item.is_archived && item.item_type !== API_ITEM && covers(edits, cat_id)

/** Managers delete every page, other editors those they made; nobody deletes from an archived item. */
export const mayDelete = ({ page, item, manage, edits }: Rights & { page: PageFound }, user: Ctx['user']) =>
  !item.is_archived && covers(edits, page.cat_id) && (manage || (user !== null && page.creator_uid === user.uid))
