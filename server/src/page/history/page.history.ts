import { Refusal } from '@sheaf/contract'
import { mustBePageEditor, mustEditPage } from '../../access/access.ts'
import { keptStates } from '../../common/common.store.ts'
import type { Rooms } from '../../context.ts'
import { commentState, historyOf, outlineOf, stateOf } from './page.history.store.ts'

/** The states before each save, for editors (D3); a state is known only together with its page. */
export const history: Pick<Rooms['page'], 'history' | 'updateHistoryComments' | 'diff'> = {
  async history({ page_id, brief }, ctx) {
    await mustBePageEditor(ctx, page_id)
    return (brief ? outlineOf : historyOf)(ctx.db, page_id, await keptStates(ctx))
  },

  async updateHistoryComments({ page_id, page_history_id, page_comments }, ctx) {
    await mustEditPage(ctx, page_id)
    const changed = await commentState(ctx.db, page_id, page_history_id, page_comments)
    if (changed === 0) throw new Refusal('notFound')
    return changed
  },

  async diff({ page_id, page_history_id }, ctx) {
    const { page } = await mustBePageEditor(ctx, page_id)
    const history_page = await stateOf(ctx.db, page_id, page_history_id)
    if (!history_page) throw new Refusal('notFound')
    return { page, history_page }
  },
}
