import { Refusal } from '@sheaf/contract'
import { mustBeEditor, mustVisit } from '../access/access.ts'
import { storedText } from '../content/page-text.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { versionsAfter } from '../page/history/page.history.store.ts'
import { holderOf } from '../page/lock/page.lock.store.ts'
import { compared } from './comparison/comparison.service.ts'
import { mustSee } from './suggestion.access.ts'
import { accept, decline } from './suggestion.decide.ts'
import { decidableSuggestions, type ListedSuggestion, listed, ownSuggestions } from './suggestion.list.service.ts'
import { isOwn, mayDecide, refusedToAccept } from './suggestion.rules.ts'
import { type ProposedEdit, previewEdit, propose, withdraw } from './suggestion.service.ts'
import { displayNames, openOfPage, presentOf, type Suggestion, textsOf } from './suggestion.store.ts'

/** Rows of a part when the request names no count. */
const PER_PART = 50

/** The rows on the wire: with the names of the persons, without the columns that only the server uses. */
async function shown({ db }: Ctx, rows: ListedSuggestion[]) {
  const names = await displayNames(
    db,
    rows.flatMap(({ uid, decided_uid }) => [uid, decided_uid]),
  )
  return rows.map(({ grant_id: _g, decided_uid, decided_name: decided_username, base_title: _t, ...row }) => ({
    ...row,
    name: names.get(row.uid) ?? row.username,
    decided_username,
    decided_name: names.get(decided_uid ?? 0) ?? decided_username,
  }))
}

async function shownOne(ctx: Ctx<'user'>, suggestion: Suggestion) {
  const [one] = await shown(ctx, await listed(ctx, [suggestion]))
  if (!one) throw new Refusal('notFound')
  return one
}

const stateOf = (state: string): 'open' | 'decided' | '' => {
  if (state === 'open' || state === 'decided' || state === '') return state
  throw new Refusal('badInput', { field: 'state' })
}

/** Versions that are named one by one. */
const MEANWHILE_MAX = 5

const NO_LOCK = { lock_username: '', lock_name: '' }

async function currentOf(ctx: Ctx<'user'>, { page_id, base_version, state }: Suggestion, decidable: boolean) {
  const { is_composed, ...row } = await presentOf(ctx.db, page_id)
  const present = { ...row, page_content: await storedText(ctx.db, { page_id, page_content: row.page_content, is_composed }) }
  const holder = decidable ? await holderOf(ctx.db, page_id, ctx.now()) : undefined
  // The history is for editors.
  const isBehind = decidable && state === 'open' && present.version > base_version
  const since = isBehind ? await versionsAfter(ctx.db, { ...present, page_id }, base_version, MEANWHILE_MAX) : undefined
  return {
    ...present,
    ...(holder && holder.uid !== ctx.user.uid ? { lock_username: holder.username, lock_name: holder.name } : NO_LOCK),
    meanwhile: since?.versions ?? [],
    base_history_id: since?.base_id ?? 0,
  }
}

export const suggestion: AllHandlers['suggestion'] = {
  accept,
  decline,

  preview: (input: ProposedEdit, ctx) => previewEdit(input, ctx),

  async save(input, ctx) {
    return shownOne(ctx, (await propose(input, ctx)).suggestion)
  },

  async getList({ item_id, page_id, state, mine, before, count }, ctx) {
    const filter = { item_id, page_id, state: stateOf(state) }
    const isMine = mine || ctx.grant !== undefined
    // The same refusal for a missing item and for one that the caller cannot edit.
    if (item_id) await (isMine ? mustVisit : mustBeEditor)(ctx, item_id)
    const { list, next } = await (isMine ? ownSuggestions : decidableSuggestions)(ctx, filter, { before, count: count || PER_PART })
    return { list: await shown(ctx, list), next }
  },

  async info({ suggestion_id }, ctx) {
    const { suggestion, rights, place } = await mustSee(ctx, suggestion_id)
    const { base, proposed } = await textsOf(ctx.db, suggestion_id)
    const decidable = mayDecide(rights, place, ctx)
    const current = suggestion.page_id ? await currentOf(ctx, suggestion, decidable) : null
    const open = decidable && suggestion.page_id && suggestion.state === 'open' ? await openOfPage(ctx.db, suggestion.page_id) : []
    const present = current?.page_content ?? base
    const { conflicts, hidden } = await compared('merge', { base, proposed, present }, String(ctx.user.uid))
    return {
      ...(await shownOne(ctx, suggestion)),
      base_title: suggestion.base_title,
      base_content: base,
      page_content: proposed,
      current,
      conflicts,
      hidden,
      others: open.filter((other) => other.suggestion_id !== suggestion_id),
      is_own: isOwn(suggestion, ctx),
      refused: refusedToAccept(suggestion, rights, place, ctx),
    }
  },

  async withdraw({ suggestion_id }, ctx) {
    await withdraw(suggestion_id, ctx)
    return []
  },
}
