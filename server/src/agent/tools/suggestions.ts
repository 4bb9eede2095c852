import { estimateTokens } from '@sheaf/markdown/tokens'
import * as z from 'zod'
import { ownSuggestions } from '../../suggestion/suggestion.list.service.ts'
import { withdraw as withdrawSuggestion } from '../../suggestion/suggestion.service.ts'
import { firstWithin } from '../text/budget.ts'
import { utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { amount, number, text, tool, WrongArguments } from '../tool.ts'
import { suggestionAddress, userOf } from './propose.ts'
import { wordsIn } from './words.ts'

/** More than the largest budget has room for. */
const ROWS = 1000
const STATES = ['', 'open', 'decided'] as const

export const suggestions = tool({
  name: 'suggestions',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Your suggestions and what became of them; or withdraw one.',
  input: z.object({
    state: text(20, 'open or decided').optional(),
    withdraw: number('suggestion').optional(),
    budget: amount(2000, 20_000),
  }),
  async run({ state = '', withdraw, budget }, asker) {
    const ctx = userOf(asker)
    const t = wordsIn(ctx.language)
    if (withdraw !== undefined) {
      await withdrawSuggestion(withdraw, ctx)
      return { text: t.withdrawn(withdraw) }
    }
    const wanted = STATES.find((one) => one === state)
    if (wanted === undefined) throw new WrongArguments('state: must be open or decided')
    const { list: own } = await ownSuggestions(ctx, { item_id: 0, page_id: 0, state: wanted }, { before: 0, count: ROWS })
    if (own.length === 0) return { text: t.noSuggestions }
    const lines = own.map(({ suggestion_id, state, is_partial, title, decided_name, decided_note, last_update_time, readable }) => {
      const named = `${t.suggestionStates[state]}${is_partial ? ` (${t.partial})` : ''}`
      const head = t.suggestion(suggestion_id, named, readable ? plain(title) : t.unreadable, utc(last_update_time).slice(0, 10))
      return [
        head,
        ...(decided_name ? [t.decidedBy(plain(decided_name), plain(decided_note))] : []),
        suggestionAddress(ctx, suggestion_id),
      ].join(' · ')
    })
    const { kept, left } = firstWithin(lines, budget, (line) => estimateTokens(`${line}\n`))
    return { text: [...kept, ...(left ? [t.cut(budget)] : [])].join('\n') }
  },
})
