import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, date, digits, id, idOr0, name, nothing, requestId, text } from '../fields.ts'

/** User names joined by commas: at most 200 in one request. */
const names = text(200 * 31)

const row = { item_member_id: digits, item_id: digits, uid: digits, username: z.string(), member_group_id: digits, cat_id: digits }

export const member = {
  getList: read(
    'user',
    { item_id: id },
    z.array(z.object({ ...row, addtime: date, name: z.string(), member_group: z.string(), cat_name: z.string() })),
  ),
  /** For editors, as ShowDoc 3.9 has it (W40): the owner, the members and those of teams, each once; numbers are numbers. */
  getAllList: read(
    'user',
    { item_id: id },
    z.array(
      z.object({
        item_id: z.number(),
        uid: z.number(),
        username: z.string(),
        /** The display name, else the user name. */
        username_name: z.string(),
        name: z.string(),
        member_group_id: digits,
      }),
    ),
  ),
  /** Adds several users, all or none. Returns the last row. Existing members are refused: use `update`. */
  save: write('user', { item_id: id, username: names, cat_id: idOr0, member_group_id: idOr0 }, z.object({ ...row, addtime: digits })),
  /** Sheaf only: changes role or catalog of a member. Absent fields stay unchanged. */
  update: write('user', { item_id: id, item_member_id: id, cat_id: countOrNone, member_group_id: countOrNone }, z.number()),
  delete: write('user', { item_id: id, item_member_id: id }, z.number()),
}

const teamRow = { id: digits, team_name: z.string(), uid: digits, username: z.string(), addtime: date, last_update_time: date }
const memberRow = { id: digits, team_id: digits, member_uid: digits, member_username: z.string(), last_update_time: digits }
const itemRow = {
  id: digits,
  team_id: digits,
  item_id: digits,
  item_name: z.string(),
  item_description: z.string(),
  item_domain: z.string(),
  item_type: digits,
  uid: digits,
  username: z.string(),
  /** Never the password. */
  password: z.string(),
  addtime: date,
  last_update_time: digits,
  is_archived: digits,
  is_del: digits,
}
const right = {
  id: digits,
  team_id: digits,
  item_id: digits,
  member_group_id: digits,
  member_uid: digits,
  member_username: z.string(),
  cat_id: digits,
  last_update_time: digits,
}

export const team = {
  getList: read('user', {}, z.array(z.object({ ...teamRow, memberCount: digits, itemCount: digits }))),
  /** Without an id: creates a team. With an id: renames it. */
  save: write('user', { id: idOr0, team_name: name(100), request_id: requestId }, z.object(teamRow)),
  delete: write('user', { id }, z.number()),
  /** Transfers the team and its bound items. The password is the caller's own. */
  attorn: write('user', { team_id: id, username: text(), password: text(1000) }, z.null()),
}

export const teamMember = {
  getList: read(
    'user',
    { team_id: id },
    z.array(
      z.object({
        ...memberRow,
        addtime: date,
        name: z.string(),
        /** The group that made the person a member; "" for a membership made by hand. */
        group: z.string(),
      }),
    ),
  ),
  /** Adds several users, all or none. Returns the last row. */
  save: write('user', { team_id: id, member_username: names }, z.object({ ...memberRow, addtime: digits })),
  delete: write('user', { id }, z.number()),
}

/** Sheaf only: groups of providers and of the directory that are bound to a team, for its owner. */
export const teamRule = {
  getList: read(
    'user',
    { team_id: id },
    z.array(
      z.object({
        rule_id: digits,
        group_value: z.string(),
        /** The name of the provider; "" for the directory. */
        provider: z.string(),
        by_username: z.string(),
        members: digits,
        addtime: date,
      }),
    ),
  ),
  /** Ends the binding and the memberships that came from it. The administrator who made it gets a notice. */
  delete: write('user', { rule_id: id }, nothing),
}

export const teamItem = {
  /** The teams bound to an item; `id` is the id of the binding. */
  getList: read('user', { item_id: id }, z.array(z.object({ ...teamRow, team_id: digits }))),
  getListByTeam: read('user', { team_id: id }, z.array(z.object(itemRow))),
  /** Several item ids joined by commas, all or none. Returns the last binding. */
  save: write(
    'user',
    { team_id: id, item_id: text(2400) },
    z.object({ id: digits, team_id: digits, item_id: digits, addtime: digits, last_update_time: digits }),
  ),
  delete: write('user', { id }, z.number()),
}

export const teamItemMember = {
  getList: read(
    'user',
    { item_id: id, team_id: id },
    z.array(z.object({ ...right, addtime: date, cat_name: z.string(), name: z.string() })),
  ),
  /** Changes role or catalog. Absent fields stay unchanged. Returns the number of changed rows. */
  save: write('user', { id, member_group_id: countOrNone, cat_id: countOrNone }, z.number()),
  /** Sheaf only: the same role on this item for all members of the team. */
  saveAll: write('user', { item_id: id, team_id: id, member_group_id: id }, z.number()),
}
