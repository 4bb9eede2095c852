import * as z from 'zod'
import { pageAddress } from '../../publish/address.ts'
import { findPages } from '../../search/find.service.ts'
import { snippetAround } from '../../search/search.rules.ts'
import { reachIn } from '../../search/search.store.ts'
import { placesOf } from '../../search/search.ts'
import { openItem, reachFor } from '../access.ts'
import { firstWithin, jsonTokens } from '../text/budget.ts'
import { tokensOfPages, utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { amount, text, tool, WrongArguments } from '../tool.ts'

const RESULTS_MAX = 30
/** Candidates of a search that leaves out older pages afterwards. */
const CANDIDATES_MAX = 120
const SNIPPET = { before: 60, length: 260 }
/** The braces and names around the results. */
const FRAME_TOKENS = 20
const DAY = 86_400

/** A date, a time or Unix seconds, in Unix seconds. */
export function timeIn(given: string, field: string): number {
  const seconds = /^\d{9,10}$/.test(given) ? Number(given) : Date.parse(given) / 1000
  if (!Number.isFinite(seconds)) throw new WrongArguments(`${field}: must be a date such as 2026-11-18`)
  return seconds
}

export const search = tool({
  name: 'search',
  level: 1,
  kind: 'read',
  about: 'Find pages by words in title and text, best first.',
  input: z.object({
    query: text(500),
    item: text(300, 'only in this item').optional(),
    changed_after: text(40, 'date').optional(),
    limit: amount(10, RESULTS_MAX),
    budget: amount(2000, 20_000),
  }),
  async run({ query, item, changed_after, limit, budget }, asker) {
    const { ctx } = asker
    const since = changed_after ? timeIn(changed_after, 'changed_after') : 0
    const within = item ? await openItem(asker, item) : undefined
    const reach = within ? reachIn(within.item.item_id, within.visits) : await reachFor(asker)
    const options = { limit: since ? CANDIDATES_MAX : limit, most: CANDIDATES_MAX, from: within ? 1 : 3 }
    const found = (await findPages(ctx, reach, query, options)).filter(({ addtime }) => addtime >= since).slice(0, limit)
    const [places, tokens] = await Promise.all([
      placesOf(ctx, reach, found),
      tokensOfPages(
        ctx,
        found.map(({ page_id }) => page_id),
      ),
    ])
    const results = found.flatMap((page) => {
      const place = places.get(page.page_id)
      if (!place) return []
      return {
        id: String(page.page_id),
        title: plain(page.page_title),
        url: pageAddress(ctx.config, place, page.page_id),
        path: [place.item_name, ...place.path].map(plain).join(' / '),
        snippet: plain(snippetAround(page.text, query, SNIPPET).text),
        updated: utc(page.addtime),
        age_days: Math.max(0, Math.floor((ctx.now() - page.addtime) / DAY)),
        tokens: tokens.get(page.page_id) ?? 0,
      }
    })
    const { kept, left } = firstWithin(results, budget - FRAME_TOKENS, (result) => jsonTokens(JSON.stringify(result)))
    const structured = { results: kept, ...(left ? { omitted: left, hint: 'Give a larger budget, or more words' } : {}) }
    return { text: JSON.stringify(structured), structured }
  },
})
