import { teamAsSystem } from '../access/permission.ts'
import { writeAudit } from '../auth/audit.ts'
import { removeTeamMember, touchTeam } from '../content/membership.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type Actor, notify, SHEAF } from '../notice/notice.store.ts'
import { changesOf, GROUPS_MAX, type ReportedGroups } from './group.rules.ts'
import {
  deleteRule,
  giveLeastRights,
  insertByRule,
  membersByRule,
  membershipsOf,
  membershipsOfEach,
  moveToRule,
  type RuleRow,
  removeByRule,
  rulesOf,
} from './group.store.ts'

interface Person {
  uid: number
  username: string
}

const hasChanges = ({ joins, moves, leaves }: ReturnType<typeof changesOf>) => joins.length + moves.length + leaves.length > 0

const teamsOf = (rules: RuleRow[]) => [...new Set(rules.map(({ team_id }) => team_id))]

const plan = async (db: Db, rules: RuleRow[], reported: ReportedGroups, uid: number) =>
  changesOf(rules, reported, await membershipsOf(db, uid, teamsOf(rules)))

/** What a change of memberships needs: of a request, or of a look into the directory that no person began. */
export type GroupSource = Pick<Ctx, 'db' | 'store' | 'user' | 'address' | 'now'>

/**
 * At a sign-in: sets the memberships that come from the groups of this source to what it said. An answer without groups changes nothing
 * and is in the log.
 */
export async function applyGroups(ctx: GroupSource, person: Person, reported: ReportedGroups & { provider_id: number; provider: string }) {
  const rules = await rulesOf(ctx.db, reported.provider_id)
  if (rules.length === 0) return
  const unsaid = isTooMuch(reported)
    ? 'tooMany'
    : reported.groups
      ? reported.unknown?.length
        ? 'hidden'
        : undefined
      : (reported.unsaid ?? 'missing')
  if (unsaid) await writeAudit(ctx.db, ctx, 'groupsUnread', { by: person, subject: reported.provider, detail: unsaid })
  await setMemberships(ctx, person, reported, { rules })
}

const isTooMuch = ({ groups = [] }: ReportedGroups) => groups.length > GROUPS_MAX

interface Known {
  rules: RuleRow[]
  /** By person; without it they are read for the one person. */
  memberships?: Awaited<ReturnType<typeof membershipsOfEach>>
}

/** What is stored about many people, so that a look into the directory does not ask for each of them. */
export async function knownOf(db: Db, provider_id: number, uids: number[]): Promise<Required<Known>> {
  const rules = await rulesOf(db, provider_id)
  return { rules, memberships: await membershipsOfEach(db, uids, teamsOf(rules)) }
}

/**
 * Sets the memberships that come from the groups of this source. Returns how many began and ended. What is known decides only whether
 * there is something to change; the change reads it again.
 */
export async function setMemberships(
  ctx: GroupSource,
  person: Person,
  reported: ReportedGroups & { provider_id: number },
  { rules, memberships }: Known,
): Promise<{ joined: number; left: number }> {
  if (rules.length === 0 || !reported.groups || isTooMuch(reported)) return { joined: 0, left: 0 }
  const planned = memberships
    ? changesOf(rules, reported, memberships.get(person.uid) ?? [])
    : await plan(ctx.db, rules, reported, person.uid)
  if (!hasChanges(planned)) return { joined: 0, left: 0 }
  return ctx.store.write((trx) => change(trx, ctx, person, reported))
}

async function change(trx: Db, ctx: GroupSource, person: Person, reported: ReportedGroups & { provider_id: number }) {
  // Rules and memberships are read again: another sign-in, or the owner, may have changed them. Teams are locked in one order.
  const rules = await rulesOf(trx, reported.provider_id)
  for (const team_id of [...new Set(rules.map((rule) => rule.team_id))].sort((a, b) => a - b))
    await touchTeam(trx, teamAsSystem(team_id, 'group'), ctx.now())
  const byId = new Map(rules.map((rule) => [rule.rule_id, rule]))
  const { joins, moves, leaves } = await plan(trx, rules, reported, person.uid)
  const report = async (rule_id: number, kind: 'groupJoined' | 'groupLeft') => {
    const { team_name = '', group_value = '' } = byId.get(rule_id) ?? {}
    await notify(trx, SHEAF, { uids: [person.uid], kind, about: { team: team_name, group: group_value } }, ctx.now())
    await writeAudit(trx, ctx, kind, { by: person, subject: team_name, detail: group_value })
  }
  let joined = 0
  for (const { rule_id, team_id } of joins) {
    const permission = teamAsSystem(team_id, 'group')
    if (!(await insertByRule(trx, permission, person.uid, rule_id, ctx.now()))) continue
    joined += 1
    await giveLeastRights(trx, permission, person.uid, ctx.now())
    await report(rule_id, 'groupJoined')
  }
  for (const { rule_id, team_id } of moves) await moveToRule(trx, teamAsSystem(team_id, 'group'), person.uid, rule_id)
  for (const { rule_id, team_id } of leaves) {
    await removeTeamMember(trx, teamAsSystem(team_id, 'group'), person.uid)
    await report(rule_id, 'groupLeft')
  }
  return { joined, left: leaves.length }
}

/** Ends a rule with its memberships and informs the people, and those of the owner and the administrator who did not do it. */
export async function endRule(trx: Db, ctx: Ctx<'user' | 'admin'>, rule: RuleRow): Promise<boolean> {
  const { rule_id, team_id, team_name: team, group_value: group } = rule
  const permission = teamAsSystem(team_id, 'group')
  await touchTeam(trx, permission, ctx.now())
  if (!(await deleteRule(trx, rule_id))) return false
  const uids = await membersByRule(trx, rule_id)
  await removeByRule(trx, permission, rule_id)
  const by: Actor = ctx.user
  await notify(trx, by, { uids, kind: 'groupLeft', about: { team, group } }, ctx.now())
  await notify(trx, by, { uids: [rule.owner_uid, rule.uid], kind: 'groupUnbound', about: { team, group } }, ctx.now())
  await writeAudit(trx, ctx, 'groupUnbound', { subject: team, detail: group })
  return true
}

/** Ends all rules of a provider that is deleted. */
export async function endRulesOf(trx: Db, ctx: Ctx<'admin'>, provider_id: number) {
  for (const rule of await rulesOf(trx, provider_id)) await endRule(trx, ctx, rule)
}
