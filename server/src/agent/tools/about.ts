import * as z from 'zod'
import { siteSettings } from '../../common/settings.store.ts'
import { readable } from '../../token/token.scope.service.ts'
import { siteAddress } from '../access.ts'
import { plain } from '../text/plain.ts'
import { tool } from '../tool.ts'
import { wordsIn } from './words.ts'

const NAMES_MAX = 20
const END = 'select until from access_grant where grant_id = ?'

export const about = tool({
  name: 'about',
  level: 1,
  kind: 'read',
  about: 'Who you act as, your level, items, limits, and notes of this site. Call it first.',
  input: z.object({}),
  async run(_args, { ctx, user, level }) {
    const t = wordsIn(ctx.language)
    const site = siteAddress(ctx)
    const { grant } = ctx
    const { site_agent_note: note } = await siteSettings(ctx)
    const notes = note ? ['', note] : []
    if (!user || !grant) return { text: [t.actsOpen(site), t.limits(60, 60, 0), ...notes].join('\n') }
    const lines = [t.actsAs(plain(user.name || user.username), plain(grant.name), site), `${t.levels[level]}.`]
    if (grant.items) {
      const items = await readable({ ...ctx, user }, [...grant.items])
      const names = items.slice(0, NAMES_MAX).map(({ item_id, item_name }) => `${plain(item_name)} (${item_id})`)
      lines.push(t.onlyItems(names.join(', ') + (items.length > NAMES_MAX ? ' …' : '')))
    } else lines.push(t.allItems)
    const [row] = await ctx.store.hot<{ until: number }>(END, [grant.grant_id])
    if (row) lines.push(t.ends(new Date(row.until * 1000).toISOString().slice(0, 10)))
    lines.push(t.limits(300, 120, 60))
    return { text: [...lines, ...notes].join('\n') }
  },
})
