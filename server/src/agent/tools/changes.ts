import { ID_MAX } from '@sheaf/contract/limits'
import { estimateTokens } from '@sheaf/markdown/tokens'
import * as z from 'zod'
import { listChanges } from '../../change/change.service.ts'
import { openItem } from '../access.ts'
import { firstWithin } from '../text/budget.ts'
import { utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { amount, text, tool, WrongArguments } from '../tool.ts'
import { timeIn } from './search.ts'
import { wordsIn } from './words.ts'

const CHANGES_MAX = 100
/** A cursor is `c` and the number of the last announced change that was shown. */
const CURSOR = /^c(\d{1,10})$/

type Changes = Awaited<ReturnType<typeof listChanges>>['list']
type Change = Changes[number]

export const changesTool = tool({
  name: 'changes',
  level: 1,
  kind: 'read',
  about: 'What changed, in meaning; newest first, or with since oldest first.',
  input: z.object({
    item: text(300).optional(),
    since: text(40, 'date, or cursor of the last answer').optional(),
    budget: amount(2000, 20_000),
  }),
  async run({ item, since, budget }, asker) {
    const { ctx } = asker
    const t = wordsIn(ctx.language)
    if (!item && !asker.user) throw new WrongArguments('item: is missing')
    const item_id = item ? (await openItem(asker, item)).item.item_id : 0
    // Later than the largest number of the database is never.
    const after = Math.min(Number(CURSOR.exec(since ?? '')?.[1] ?? 0), ID_MAX)
    const from = since && !after && !CURSOR.test(since) ? Math.min(Math.floor(timeIn(since, 'since')), ID_MAX) : 0
    const query = { item_id, since: from, count: CHANGES_MAX, language: ctx.language }
    const found = await listChanges(ctx, since ? { ...query, after, oldestFirst: true } : query)
    const lines = found.list.map((change) => lineOf(change, t))
    const { kept } = firstWithin(lines, budget, (line) => estimateTokens(`${line}\n`))
    const last = found.list[kept.length - 1]
    // Newest first, the cursor is the newest announced change: later calls continue from there.
    const next = since ? (last?.seq ?? (found.next || after)) : found.cursor
    return { text: [...(kept.length ? kept : [t.noChanges]), t.cursor(`c${next}`)].join('\n') }
  },
})

function lineOf(change: Change, t: ReturnType<typeof wordsIn>): string {
  const { until_time, type, title, page_id, is_hidden, item_name, path, name, via, meaning, suggestion_id } = change
  const named = is_hidden ? t.hiddenPage : `“${plain(title)}”${page_id ? ` (${page_id})` : ''}`
  const place = [plain(item_name), ...path.map(plain)].filter(Boolean).join(' / ')
  const what = meaning.map((one) => plain(one.text)).join('; ')
  const parts = [
    utc(until_time),
    type,
    named,
    place,
    t.by(plain(name), plain(via)),
    ...(suggestion_id ? [t.suggestionOf(suggestion_id)] : []),
  ]
  return `${parts.join(' · ')}${what ? `: ${what}` : ''}`
}
