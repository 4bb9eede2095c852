import { Refusal } from '@sheaf/contract'
import { mustOwnTeam } from '../access/access.ts'
import type { AllHandlers } from '../context.ts'
import { endRule } from './group.service.ts'
import { ruleOf, shownRulesOfTeam } from './group.store.ts'

/** For the owner of a team: the groups that an administrator has bound to it. */
export const teamRule: AllHandlers['teamRule'] = {
  async getList({ team_id }, ctx) {
    await mustOwnTeam(ctx, team_id)
    return shownRulesOfTeam(ctx.db, team_id)
  },

  async delete({ rule_id }, ctx) {
    const rule = await ruleOf(ctx.db, rule_id)
    await mustOwnTeam(ctx, rule?.team_id ?? 0)
    if (!rule) throw new Refusal('noPermission')
    await ctx.store.write((trx) => endRule(trx, ctx, rule))
    return []
  },
}
