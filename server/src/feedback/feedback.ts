import { Refusal } from '@sheaf/contract'
import { covers, hasSuggestions, mustBeEditor, mustEdit, mustManage, mustManageOpen, type Rights } from '../access/access.ts'
import { readersOf } from '../access/people.ts'
import { setListing } from '../content/item.store.ts'
import { plainText } from '../content/plain-text.ts'
import type { AllHandlers } from '../context.ts'
import { notifyFeedbackAnswered } from '../notice/notice.store.ts'
import { giving, pageFeedback } from './feedback.give.ts'
import { countNotes, countPages, listNotes, listPages, type NoteRow, noteById, settleNote } from './feedback.list.store.ts'
import { reasonsIn } from './feedback.rules.ts'

export { pageFeedback }

const PER_PART = 50
const STATES = ['', 'new', 'answered', 'aside']

const partOf = (page: number, count: number) => ({ from: Math.max(0, (page || 1) - 1) * (count || PER_PART), count: count || PER_PART })

/** A note on the wire. */
const shown = ({ cat_id: _c, item_id: _i, note_state, uid, username, name, reasons, days, ...row }: NoteRow) => ({
  ...row,
  note_state: note_state === '' ? ('new' as const) : note_state,
  reasons: reasonsIn(reasons),
  // A row of an account that is gone has no name.
  uid: username ? (uid ?? 0) : 0,
  username: username ?? '',
  name: name || (username ?? ''),
  is_person: Boolean(username),
  has_period: (days ?? 0) > 0,
})

const settingsOf = ({ item: { feedback_from, feedback_show } }: Pick<Rights, 'item'>) => ({ feedback_from, feedback_show })

export const feedback: AllHandlers['feedback'] = {
  ...giving,

  async getList({ item_id, page_id, state, page, count }, ctx) {
    const { edits: scope } = await mustBeEditor(ctx, item_id)
    if (!STATES.includes(state)) throw new Refusal('badInput', { field: 'state' })
    const filter = { item_id, page_id, scope }
    const counts = await countNotes(ctx.db, filter)
    const list = (await listNotes(ctx.db, filter, state, partOf(page, count))).map(shown)
    const total = state === '' ? counts.new + counts.answered + counts.aside : counts[state as keyof typeof counts]
    return { list, total, counts }
  },

  async pages({ item_id, page_id, page, count }, ctx) {
    const { edits: scope } = await mustBeEditor(ctx, item_id)
    const filter = { item_id, page_id, scope }
    return { list: await listPages(ctx.db, filter, partOf(page, count)), total: await countPages(ctx.db, filter) }
  },

  async settle({ feedback_id, state, answer: given }, ctx) {
    const row = await noteById(ctx.db, feedback_id)
    if (!row) throw new Refusal('noPermission')
    const { item } = await mustEdit(ctx, row.item_id, row.cat_id)
    if (state !== 'new' && state !== 'answered' && state !== 'aside') throw new Refusal('badInput', { field: 'state' })
    const answer = state === 'answered' ? plainText(given) : ''
    const by = { settled_uid: ctx.user.uid, settled_username: ctx.user.username, settled_time: ctx.now() }
    const none = { settled_uid: null, settled_username: '', settled_time: 0 }
    // Only readers of the page learn its title from a notice (S43).
    const readers = answer === '' || row.uid === ctx.user.uid ? [] : await readersOf(ctx, item, row.cat_id, [row.uid])
    await ctx.store.write(async (trx) => {
      if (!(await settleNote(trx, row, { note_state: state, answer, ...(state === 'new' ? none : by) }))) throw new Refusal('noteChanged')
      const about = { item, page_id: row.page_id, title: row.page_title, answer }
      await notifyFeedbackAnswered(trx, ctx.user, about, readers, ctx.now())
    })
    const now = await noteById(ctx.db, feedback_id)
    if (!now || !covers((await mustBeEditor(ctx, now.item_id)).edits, now.cat_id)) throw new Refusal('noPermission')
    return shown(now)
  },

  async settings({ item_id }, ctx) {
    return settingsOf(await mustManage(ctx, item_id))
  },

  async saveSettings({ item_id, feedback_from, feedback_show }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    if (feedback_from !== undefined && feedback_from > 2) throw new Refusal('badInput', { field: 'feedback_from' })
    if (!hasSuggestions(item)) throw new Refusal('feedbackKind')
    const changes = { ...(feedback_from !== undefined && { feedback_from }), ...(feedback_show !== undefined && { feedback_show }) }
    if (Object.keys(changes).length > 0) await ctx.store.write((trx) => setListing(trx, permission, changes))
    return settingsOf(await mustManage(ctx, item_id))
  },
}
