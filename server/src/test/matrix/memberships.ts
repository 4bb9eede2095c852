import { grant, grantTeam } from '../../access/permission.ts'
import type { Db } from '../../db/schema.ts'
import { insertRule } from '../../group/group.store.ts'
import { insertMembers } from '../../member/member.store.ts'
import { insertBindings, insertTeam, insertTeamMembers } from '../../team/team.store.ts'
import { addGrant } from '../grants.ts'
import { canary } from './secrets.ts'
import { isAnonymous, type MatrixUsers, type Role, roles } from './users.ts'

type Names<N extends string> = Record<N, string>

/** The ids of memberships, teams, rights and personal lists that connect users with an item. */
export interface Memberships {
  members: Names<'R' | 'CE'>
  /** `theirs` is the team owner's and `own` the item owner's; both are bound to the item. The free ones are not bound. */
  teams: Names<'theirs' | 'own' | 'theirsFree' | 'ownFree'>
  bindings: Names<'theirs' | 'own'>
  teamMember: string
  /** A group that is bound to `theirs`. */
  teamRule: string
  rights: Names<'theirs' | 'own'>
  groups: Names<Role>
  notices: Names<Role>
  templates: Names<Role>
  grants: Names<Role>
}

export async function addMemberships(trx: Db, people: MatrixUsers, item_id: number, own: number, addtime: number): Promise<Memberships> {
  const item = grant<'edit' | 'manage'>(item_id)
  const row = (role: Role, member_group_id: number, cat_id = 0) => ({ uid: people[role].uid, member_group_id, cat_id, addtime })
  const rows = await insertMembers(trx, item, [row('R', 0), row('CR', 0, own), row('CE', 1, own), row('E', 1), row('D', 1)])
  const memberOf = (role: Role) => String(rows.find((one) => one.uid === people[role].uid)?.item_member_id)
  const team = async (owner: Role) => (await insertTeam(trx, people[owner].uid, canary('team'), addtime)).id
  const [theirs, ownTeam, theirsFree, ownFree] = [await team('TO'), await team('O'), await team('TO'), await team('O')]
  const [teamMember] = await insertTeamMembers(trx, grantTeam(theirs), [people.T1.uid, people.T0.uid, people.D.uid], addtime)
  await insertTeamMembers(trx, grantTeam(ownTeam), [people.R.uid], addtime)
  const bind = async (team_id: number) => String((await insertBindings(trx, grantTeam(team_id), [item], addtime))[0]?.id)
  const right = (team_id: number, role: Role, member_group_id: number) => ({ team_id, member_uid: people[role].uid, member_group_id })
  const teamRule = await insertRule(trx, {
    provider_id: 0,
    group_value: `cn=${theirs},dc=example`,
    team_id: theirs,
    uid: people.TO.uid,
    username: 'admin',
    addtime,
  })
  const given = [right(theirs, 'T0', 0), right(ownTeam, 'R', 0), right(theirs, 'T1', 1), right(theirs, 'D', 1)]
  const bindings = { theirs: await bind(theirs), own: await bind(ownTeam) }
  const rights = await insertRights(
    trx,
    given.map((one) => ({ ...one, item_id, cat_id: 0, addtime })),
  )
  const rightOf = (role: Role) => String(rights.find((one) => one.member_uid === people[role].uid)?.id)
  return {
    members: { R: memberOf('R'), CE: memberOf('CE') },
    teams: { theirs: String(theirs), own: String(ownTeam), theirsFree: String(theirsFree), ownFree: String(ownFree) },
    bindings,
    rights: { theirs: rightOf('T0'), own: rightOf('R') },
    teamMember: String(teamMember?.id),
    teamRule: String(teamRule),
    ...(await addLists(trx, people, item_id, addtime)),
  }
}

type Right = { team_id: number; item_id: number; member_uid: number; member_group_id: number; cat_id: number; addtime: number }
const insertRights = (trx: Db, rows: Right[]) => trx.insertInto('team_item_member').values(rows).returning(['id', 'member_uid']).execute()

/** Every user has a notice, a template and a group with the item, whether or not they can see it. */
async function addLists(trx: Db, people: MatrixUsers, item_id: number, at: number) {
  const users = roles.filter((one) => !isAnonymous(one)).map((role) => ({ role, uid: people[role].uid }))
  const ofEach = (rows: { uid: number | null; id: number }[]) =>
    Object.fromEntries(users.map(({ role, uid }) => [role, String(rows.find((row) => row.uid === uid)?.id)])) as Names<Role>
  const group = { group_name: 'Group', item_ids: String(item_id), s_number: 0, created_at: at, updated_at: at }
  const groups = trx.insertInto('item_group').values(users.map(({ uid }) => ({ ...group, uid })))
  const note = { kind: 'message', notice_title: 'Note', from_uid: null, from_name: 'x', notice_time: at, item_id, page_id: 0 }
  const notices = trx.insertInto('notice').values(users.map(({ uid }) => ({ ...note, notice_content: canary('note'), uid })))
  const template = { template_title: 'Template', addtime: at }
  const templates = trx.insertInto('template').values(users.map(({ uid }) => ({ ...template, template_content: canary('note'), uid })))
  const uids = users.map(({ uid }) => uid)
  // The number of usable tokens of a user is limited, and every world adds some.
  await trx.updateTable('access_grant').set({ ended_time: at }).where('uid', 'in', uids).where('ended_time', '=', 0).execute()
  const grants = await Promise.all(users.map(async ({ uid }) => ({ uid, id: (await addGrant(trx, { uid, level: 3, at })).grant_id })))
  return {
    grants: ofEach(grants),
    groups: ofEach(await groups.returning(['id', 'uid']).execute()),
    notices: ofEach(await notices.returning(['notice_id as id', 'uid']).execute()),
    templates: ofEach(await templates.returning(['id', 'uid']).execute()),
  }
}
