import { Refusal } from '@sheaf/contract'
import { mustManage, mustManageOpen, type Rights } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { siteSettings } from '../common/settings.store.ts'
import { setListing } from '../content/item.store.ts'
import { agentNoteOf, isKindListed, listingOf } from '../content/listing.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { linesOf } from '../runtime/lines.ts'
import { tokensOfItem } from '../token/token.use.store.ts'
import { itemAddress, rootOf } from './address.ts'

async function publishingOf({ item }: Pick<Rights, 'item'>, ctx: Ctx) {
  const settings = await siteSettings(ctx)
  const { listed, why } = listingOf(ctx.config, settings, item)
  const address = itemAddress(ctx.config, item)
  return {
    listed: listed ? 1 : 0,
    why,
    by_kind: isKindListed(settings, item.item_type) ? 1 : 0,
    is_indexed: item.is_indexed === null ? '' : String(item.is_indexed),
    agent_note: await agentNoteOf(ctx, item.item_id),
    suggest_from: item.suggest_from,
    accept_own: item.accept_own,
    truth_badge: item.truth_badge,
    address,
    llms: `${address}/llms.txt`,
    sitemap: listed ? `${rootOf(ctx.config)}/sitemap.xml` : '',
  }
}

/** The stored form of the choice; `undefined` keeps it. */
function choiceIn(given: string | undefined): { is_indexed?: number | null } {
  if (given === undefined) return {}
  if (given === '') return { is_indexed: null }
  if (given !== '0' && given !== '1') throw new Refusal('badInput', { field: 'is_indexed' })
  return { is_indexed: Number(given) }
}

function noteIn(given: string | undefined): { agent_note?: string } {
  if (given === undefined) return {}
  const agent_note = linesOf(given)
  if (agent_note === undefined) throw new Refusal('badInput', { field: 'agent_note' })
  return { agent_note }
}

/** Who can suggest edits, and whether an editor can accept their own. */
function suggestionsIn(suggest_from: number | undefined, accept_own: number | undefined): { suggest_from?: number; accept_own?: number } {
  if (suggest_from !== undefined && suggest_from > 2) throw new Refusal('badInput', { field: 'suggest_from' })
  return { ...(suggest_from !== undefined && { suggest_from }), ...(accept_own !== undefined && { accept_own }) }
}

export const publish: AllHandlers['publish'] = {
  async info({ item_id }, ctx) {
    return publishingOf(await mustManage(ctx, item_id), ctx)
  },

  async save({ item_id, is_indexed, agent_note, suggest_from, accept_own, truth_badge }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    const changes = {
      ...choiceIn(is_indexed),
      ...noteIn(agent_note),
      ...suggestionsIn(suggest_from, accept_own),
      ...(truth_badge !== undefined && { truth_badge }),
    }
    if (changes.is_indexed === 1 && ctx.config.PUBLIC_URL === undefined) throw new Refusal('needsPublicUrl')
    if (Object.keys(changes).length > 0)
      await ctx.store.write(async (trx) => {
        await setListing(trx, permission, changes)
        if (changes.is_indexed !== undefined && changes.is_indexed !== item.is_indexed)
          await writeAudit(trx, ctx, 'listingChanged', { subject: item.item_name })
      })
    return publishingOf(await mustManage(ctx, item_id), ctx)
  },

  async tokens({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    const { token_log_days } = await siteSettings(ctx)
    return tokensOfItem(ctx.db, item_id, ctx.now(), Number(token_log_days))
  },
}
