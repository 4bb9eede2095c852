import { GROUP_MAX_CHARS, Refusal, RULES_MAX } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { mustBeConfirmed } from '../../auth/throttle.ts'
import { providerOf } from '../../common/provider.store.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { lockTable } from '../../db/lock-table.ts'
import { endRule } from '../../group/group.service.ts'
import { insertRule, ruleOf, rulesOf, shownRules, teamRow, teamsNamed } from '../../group/group.store.ts'
import { dnKey } from '../../ldap/dn.ts'
import { notify } from '../../notice/notice.store.ts'

type RuleCalls = Pick<AllHandlers['adminProvider'], 'rules' | 'teams' | 'saveRule' | 'deleteRule'>

/** Teams that the search shows. */
const TEAMS_SHOWN = 20

/** Refuses a provider that does not exist; 0 is the directory. Returns its name, "" for the directory. */
async function mustBeSource(ctx: Ctx, provider_id: number): Promise<string> {
  if (provider_id === 0) return ''
  const known = await providerOf(ctx, provider_id)
  if (!known) throw new Refusal('notFound')
  return known.name
}

/** A group is kept as it was typed, because names are compared exactly. One of the directory is a whole DN: a short name can exist twice. */
function mustBeGroup(provider_id: number, given: string): string {
  if (given.trim() === '' || given.length > GROUP_MAX_CHARS) throw new Refusal('badInput', { field: 'group_value' })
  if (provider_id === 0 && dnKey(given) === undefined) throw new Refusal('groupDn')
  return given
}

/** Groups bound to teams (docs/decisions/0112). */
export const ruleCalls: RuleCalls = {
  async rules({ provider_id }, ctx) {
    await mustBeSource(ctx, provider_id)
    return shownRules(ctx.db, provider_id)
  },

  teams: ({ team_name }, ctx) => teamsNamed(ctx.db, team_name.trim(), TEAMS_SHOWN),

  async saveRule({ provider_id, group_value, team_id }, ctx) {
    const provider = await mustBeSource(ctx, provider_id)
    const group = mustBeGroup(provider_id, group_value)
    if (!(await teamRow(ctx.db, team_id))) throw new Refusal('notFound')
    await mustBeConfirmed(ctx)
    const rule_id = await ctx.store.write(async (trx) => {
      await lockTable(ctx.store, trx, 'team_rule')
      const team = await teamRow(trx, team_id)
      if (!team) throw new Refusal('notFound')
      if ((await rulesOf(trx, provider_id)).length >= RULES_MAX) throw new Refusal('groupsFull', { count: String(RULES_MAX) })
      const row = { provider_id, group_value: group, team_id, uid: ctx.user.uid, username: ctx.user.username, addtime: ctx.now() }
      const made = await insertRule(trx, row)
      if (made === undefined) throw new Refusal('groupThere')
      await notify(trx, ctx.user, { uids: [team.uid], kind: 'groupBound', about: { team: team.team_name, group, provider } }, ctx.now())
      await writeAudit(trx, ctx, 'groupBound', { subject: team.team_name, detail: group })
      return made
    })
    return { rule_id }
  },

  async deleteRule({ rule_id }, ctx) {
    const rule = await ruleOf(ctx.db, rule_id)
    if (!rule) throw new Refusal('notFound')
    await mustBeConfirmed(ctx)
    await ctx.store.write((trx) => endRule(trx, ctx, rule))
    return []
  },
}
