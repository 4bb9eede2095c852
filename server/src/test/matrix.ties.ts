import type { Db } from '../db/schema.ts'
import { insertGroup } from '../item/item-group.store.ts'
import { insertMembers } from '../member/member.store.ts'
import { insertTeam, insertTeamMembers } from '../team/team.store.ts'
import { insertBindings } from '../team/team-item.store.ts'
import { insertTemplate } from '../template/template.store.ts'
import { isNobody, type People, type Role, roles } from './matrix.people.ts'
import { canary } from './matrix.secrets.ts'

type Names<N extends string> = Record<N, string>

/** The ids of what ties people to an item. */
export interface Ties {
  members: Names<'R' | 'CE'>
  /** `theirs` is the team owner's, `own` the item owner's, both bound to the item; the free ones are bound to nothing. */
  teams: Names<'theirs' | 'own' | 'theirsFree' | 'ownFree'>
  bindings: Names<'theirs' | 'own'>
  teamMember: string
  rights: Names<'theirs' | 'own'>
  groups: Names<Role>
  notices: Names<Role>
  templates: Names<Role>
}

export async function addPeople(trx: Db, people: People, item_id: number, own: number, addtime: number): Promise<Ties> {
  const row = (role: Role, member_group_id: number, cat_id = 0) => ({ item_id, uid: people[role].uid, member_group_id, cat_id, addtime })
  const rows = await insertMembers(trx, [row('R', 0), row('CR', 0, own), row('CE', 1, own), row('E', 1), row('D', 1)])
  const memberOf = (role: Role) => String(rows.find((one) => one.uid === people[role].uid)?.item_member_id)
  const team = async (owner: Role) => (await insertTeam(trx, people[owner].uid, canary('team'), addtime)).id
  const [theirs, mine, theirsFree, ownFree] = [await team('TO'), await team('O'), await team('TO'), await team('O')]
  const [teamMember] = await insertTeamMembers(trx, theirs, [people.T1.uid, people.T0.uid, people.D.uid], addtime)
  await insertTeamMembers(trx, mine, [people.R.uid], addtime)
  const bind = async (team_id: number) => String((await insertBindings(trx, team_id, [item_id], addtime))[0]?.id)
  const right = async (team_id: number, role: Role, member_group_id: number) =>
    String((await insertRight(trx, { team_id, item_id, member_uid: people[role].uid, member_group_id, cat_id: 0, addtime })).id)
  const bindings = { theirs: await bind(theirs), own: await bind(mine) }
  const rights = { theirs: await right(theirs, 'T0', 0), own: await right(mine, 'R', 0) }
  for (const role of ['T1', 'D'] as const) await right(theirs, role, 1)
  return {
    members: { R: memberOf('R'), CE: memberOf('CE') },
    teams: { theirs: String(theirs), own: String(mine), theirsFree: String(theirsFree), ownFree: String(ownFree) },
    ...{ bindings, rights, teamMember: String(teamMember?.id) },
    ...(await addLists(trx, people, item_id, addtime)),
  }
}

const insertRight = (
  trx: Db,
  row: { team_id: number; item_id: number; member_uid: number; member_group_id: number; cat_id: number; addtime: number },
) => trx.insertInto('team_item_member').values(row).returning('id').executeTakeFirstOrThrow()

/** Everybody has a notice, a template and a group that holds the item, whether or not they may see it. */
async function addLists(trx: Db, people: People, item_id: number, at: number) {
  const [groups, notices, templates] = [{} as Names<Role>, {} as Names<Role>, {} as Names<Role>]
  for (const role of roles.filter((one) => !isNobody(one))) {
    const { uid } = people[role]
    groups[role] = String((await insertGroup(trx, uid, { group_name: 'Group', item_ids: String(item_id) }, at))?.id)
    const words = { kind: 'message', notice_title: 'Note', notice_content: canary('note'), from_uid: null, from_name: 'x', notice_time: at }
    const { notice_id } = await trx
      .insertInto('notice')
      .values({ ...words, uid, item_id, page_id: 0 })
      .returning('notice_id')
      .executeTakeFirstOrThrow()
    notices[role] = String(notice_id)
    const template = { uid, template_title: 'Template', template_content: canary('note'), addtime: at }
    templates[role] = String((await insertTemplate(trx, template)).id)
  }
  return { groups, notices, templates }
}
