import { Refusal } from '@sheaf/contract'
import * as z from 'zod'
import { mustBePageEditor } from '../../access/access.ts'
import { revisionsToKeep } from '../../common/settings.store.ts'
import { outlineOf, revisionOf } from '../../page/history/page.history.store.ts'
import { openPage } from '../access.ts'
import { diffOf } from '../text/diff.ts'
import { utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { type Asker, amount, number, text, tool } from '../tool.ts'
import { wordsIn } from './words.ts'

export const history = tool({
  name: 'history',
  level: 1,
  kind: 'read',
  needsUser: true,
  about: 'Earlier states of a page you can edit, or the difference of two.',
  input: z.object({
    id: text(500),
    from: number('state').optional(),
    to: number('state; current if absent').optional(),
    budget: amount(4000, 20_000),
  }),
  async run({ id, from, to, budget }, asker) {
    const { ctx } = asker
    const { page } = await openPage(asker, id)
    // Only editors see earlier states (D3).
    await mustBePageEditor(ctx, page.page_id)
    const t = wordsIn(ctx.language)
    if (from === undefined) {
      const states = await outlineOf(ctx.db, page.page_id, await revisionsToKeep(ctx))
      const title = plain(page.page_title)
      if (states.length === 0) return { text: t.noStates(title, page.version) }
      const lines = states.map((state) => t.state(state.page_history_id, utc(state.addtime), plain(state.author_username)))
      return { text: [t.states(title, page.version), ...lines, t.compare].join('\n') }
    }
    const old = await stateOf(asker, page.page_id, from)
    const newer = to === undefined ? page.page_content : await stateOf(asker, page.page_id, to)
    const diff = await diffOf(ctx.address, old, newer, budget)
    if (!diff.text) return { text: t.same }
    return { text: `+${diff.added} −${diff.removed}\n${diff.text}${diff.isCut ? t.cut(budget) : ''}` }
  },
})

async function stateOf({ ctx }: Asker, page_id: number, page_history_id: number) {
  const state = await revisionOf(ctx.db, page_id, page_history_id)
  if (!state) throw new Refusal('notFound')
  return state.page_content
}
