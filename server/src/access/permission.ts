/** `edit` changes the pages and catalogs of an item that is not archived. `manage` changes the item itself. */
export type Action = 'edit' | 'manage'

/**
 * Not exported: TypeScript accepts no other object as a permission, because of the protected member. The record makes a permission for
 * both actions acceptable for each of them.
 */
class ItemPermission<A extends Action> {
  readonly item_id: number
  /** The catalogs that its holder can read: a write shows nothing of others. */
  readonly sees: Scope
  declare protected readonly allows: Record<A, true>

  constructor(item_id: number, sees: Scope) {
    this.item_id = item_id
    this.sees = sees
  }
}

/** The catalogs of an item that a permission covers: all, none, or these, without the root. */
export type Scope = 'all' | 'none' | ReadonlySet<number>

/**
 * The proof that a check has allowed an action on an item. The writes of pages, catalogs and items require it, so a handler without a
 * check does not compile. It covers the whole item: the handler compares the catalogs of a member with `edits` or `roots`.
 */
export type Permission<A extends Action> = ItemPermission<A>

/** Grants a permission. Only the checks in this folder call it; `house.test.ts` enforces this. */
export const grant = <A extends Action>(item_id: number, sees: Scope = 'all'): Permission<A> => new ItemPermission<A>(item_id, sees)

class PageEdit extends ItemPermission<'edit'> {
  readonly page_id: number

  constructor(item_id: number, page_id: number, sees: Scope) {
    super(item_id, sees)
    this.page_id = page_id
  }
}

/** The proof that a check has allowed to edit this page of the item: for its link, its lock, its files and its revisions. */
export type PagePermission = PageEdit

export const grantPage = (item_id: number, page_id: number, sees: Scope = 'all'): PagePermission => new PageEdit(item_id, page_id, sees)

class TeamOwnership {
  readonly team_id: number
  /** The owner who was checked; undefined for the system. A write compares it, because the team can have been transferred. */
  readonly owner: number | undefined
  declare protected readonly allows: 'change'

  constructor(team_id: number, owner?: number) {
    this.team_id = team_id
    this.owner = owner
  }
}

/** The proof that the user owns the team. The writes of teams, their members and their items require it. */
export type TeamPermission = TeamOwnership

export const grantTeam = (team_id: number, owner?: number): TeamPermission => new TeamOwnership(team_id, owner)

/** A permission without an owner: a group of a provider, which an administrator has bound, fills the team. */
export const teamAsSystem = (team_id: number, _reason: 'group') => grantTeam(team_id)

/**
 * Why the system changes an item without a check. `newItem`: this request has just created the item. `expired`: it was deleted 30 days ago.
 * `interrupted`: its creation did not end. `migrated`: the migration from ShowDoc has created it.
 */
type SystemReason = 'newItem' | 'expired' | 'interrupted' | 'migrated'

/** A permission without a check, for actions of the system. Every call names its reason. */
export const asSystem = (item_id: number, _reason: SystemReason) => grant<'edit' | 'manage'>(item_id)
