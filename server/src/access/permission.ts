/** `edit` changes the pages and catalogs of an item that is not archived. `manage` changes the item itself. */
export type Action = 'edit' | 'manage'

/**
 * Not exported: TypeScript accepts no other object as a permission, because of the protected member. The record makes a permission for
 * both actions acceptable for each of them.
 */
class ItemPermission<A extends Action> {
  readonly item_id: number
  declare protected readonly allows: Record<A, true>

  constructor(item_id: number) {
    this.item_id = item_id
  }
}

/**
 * The proof that a check has allowed an action on an item. The writes of pages, catalogs and items require it, so a handler without a
 * check does not compile. It covers the whole item: the handler compares the catalogs of a member with `edits` or `roots`.
 */
export type Permission<A extends Action> = ItemPermission<A>

/** Grants a permission. Only the checks in this folder call it; `house.test.ts` enforces this. */
export const grant = <A extends Action>(item_id: number): Permission<A> => new ItemPermission<A>(item_id)

class PageEdit extends ItemPermission<'edit'> {
  readonly page_id: number

  constructor(item_id: number, page_id: number) {
    super(item_id)
    this.page_id = page_id
  }
}

/** The proof that a check has allowed to edit this page of the item: for its link, its lock, its files and its revisions. */
export type PagePermission = PageEdit

export const grantPage = (item_id: number, page_id: number): PagePermission => new PageEdit(item_id, page_id)

class TeamOwnership {
  readonly team_id: number
  declare protected readonly allows: 'change'

  constructor(team_id: number) {
    this.team_id = team_id
  }
}

/** The proof that the user owns the team. The writes of teams, their members and their items require it. */
export type TeamPermission = TeamOwnership

export const grantTeam = (team_id: number): TeamPermission => new TeamOwnership(team_id)

/**
 * Why the system changes an item without a check. `newItem`: this request has just created the item. `expired`: it was deleted 30 days ago.
 * `interrupted`: its creation did not end. `migrated`: the migration from ShowDoc has created it.
 */
type SystemReason = 'newItem' | 'expired' | 'interrupted' | 'migrated'

/** A permission without a check, for actions of the system. Every call names its reason. */
export const asSystem = (item_id: number, _reason: SystemReason) => grant<'edit' | 'manage'>(item_id)
