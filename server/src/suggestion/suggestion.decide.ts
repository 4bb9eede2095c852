import { mergeValue } from '@sheaf/compare/merge'
import { DEFAULT_ORDER, Refusal, SINGLE_PAGE } from '@sheaf/contract'
import { type GrantedPage, mustEdit, mustEditPage } from '../access/access.ts'
import { readersOf } from '../access/people.ts'
import { filesOfItemAdded } from '../attachment/attachment.rights.service.ts'
import { writeAudit } from '../auth/audit.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { hasCatalog } from '../content/catalog.store.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { ADDED, touchItem } from '../content/item.store.ts'
import { storedText } from '../content/page-text.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifySuggestionDecided } from '../notice/notice.store.ts'
import { packPrevious } from '../page/history/page.history.store.ts'
import { contentOf, titleOf } from '../page/page.rules.ts'
import { changePage, createPage } from '../page/page.service.ts'
import { compared } from './comparison/comparison.service.ts'
import { type Found, mustSee } from './suggestion.access.ts'
import { mayDecide, refusedToAccept } from './suggestion.rules.ts'
import { type Decision, decide, type Suggestion, textsOf } from './suggestion.store.ts'

type Accept = AllHandlers['suggestion']['accept']
type Input = Parameters<Accept>[0]

const refusals = {
  closed: 'suggestionClosed',
  reader: 'noPermission',
  deleted: 'notFound',
  archived: 'archived',
  own: 'ownSuggestion',
} as const

/** What the reviewer saw must be what there is now: otherwise something would be saved that was not shown. */
function mustBeSeen({ revision }: Pick<Input, 'revision'>, suggestion: Suggestion) {
  if (suggestion.state !== 'open') throw new Refusal('suggestionClosed')
  if (revision !== suggestion.revision) throw new Refusal('suggestionRevised', {}, { revision: String(suggestion.revision) })
}

interface Result {
  page_title: string
  page_content: string
  is_partial: number
}

interface Present {
  page_title: string
  page_content: string
}

/** The title and text to save: those of the reviewer, or the suggestion merged with the page now. */
async function resultOf(input: Input, suggestion: Suggestion, present: Present | undefined, ctx: Ctx<'user'>): Promise<Result> {
  const { base, proposed } = await textsOf(ctx.db, suggestion.suggestion_id)
  const title = present
    ? mergeValue(suggestion.base_title, suggestion.page_title, present.page_title)
    : { value: suggestion.page_title, conflict: false }
  const merged = present
    ? await compared('merge', { base, proposed, present: present.page_content }, String(ctx.user.uid))
    : { text: proposed, conflicts: 0 }
  const page_title = input.page_title === undefined ? title.value : titleOf(input.page_title, ctx.language)
  const page_content = input.page_content === undefined ? merged.text : contentOf(input.page_content)
  const open = (input.page_content === undefined ? merged.conflicts : 0) + (title.conflict && input.page_title === undefined ? 1 : 0)
  if (open > 0 || page_content === undefined) throw new Refusal('suggestionConflict', { count: String(Math.max(1, open)) })
  const isWhole = page_content === merged.text && page_title === title.value
  return { page_title, page_content: contentOf(page_content), is_partial: isWhole ? 0 : 1 }
}

/** A suggestion that is about to end, and its proposer if they can read the place. Read before the transaction. */
interface Ending extends Found {
  readers: number[]
}

async function ending(ctx: Ctx<'user'>, found: Found): Promise<Ending> {
  const { rights, place, suggestion } = found
  return { ...found, readers: await readersOf(ctx, rights.item, place.cat_id, [suggestion.uid]) }
}

/** Ends the suggestion in this transaction and notifies its proposer, if they can read the place. */
async function end(
  trx: Db,
  { suggestion, rights, place, readers }: Ending,
  decision: Pick<Decision, 'state'> & Partial<Decision>,
  ctx: Ctx<'user'>,
) {
  const by = { decided_uid: ctx.user.uid, decided_name: ctx.user.username, decided_time: ctx.now() }
  if (!(await decide(trx, suggestion, { ...by, ...decision }))) throw new Refusal('suggestionClosed')
  if (decision.state === 'accepted' || decision.state === 'declined') {
    const { suggestion_id, page_title: title } = suggestion
    const draft = { page_id: decision.page_id ?? suggestion.page_id, cat_id: place.cat_id, title, suggestion_id }
    await noteChange(trx, rights.item, actorOf(ctx), { type: `suggestion.${decision.state}`, ...draft }, ctx.now())
  }
  const about = { item: rights.item, page_id: decision.page_id ?? suggestion.page_id, title: suggestion.page_title }
  const what = { suggestion_id: suggestion.suggestion_id, state: decision.state, note: decision.decided_note ?? '' }
  await notifySuggestionDecided(trx, ctx.user, { ...about, ...what }, readers, ctx.now())
}

const origin = ({ suggestion_id, username, via }: Suggestion) => ({ suggestion_id, suggested_by: username, via })

async function acceptEdit(input: Input, found: Ending, granted: GrantedPage, ctx: Ctx<'user'>) {
  const { page, permission, item } = granted
  const { suggestion } = found
  if (page.version !== input.base_version)
    throw new Refusal('versionOutdated', { author: page.author_username }, { version: String(page.version) })
  const stored = await storedText(ctx.db, page)
  const { is_partial, ...text } = await resultOf(input, suggestion, { ...page, page_content: stored }, ctx)
  const note = { decided_note: input.note.trim() }
  if (text.page_content === stored && text.page_title === page.page_title) {
    await ctx.store.write((trx) => end(trx, found, { state: 'overtaken', ...note }, ctx))
    return { state: 'overtaken' as const, page_id: page.page_id, version: page.version }
  }
  const packed = await packPrevious(ctx.db, page)
  const keep = await revisionsToKeep(ctx)
  // Only files of this item: a suggestion must not open a file of another item that its editor can read (S124).
  const file_ids = await filesOfItemAdded(ctx, item.item_id, stored, text.page_content)
  const by = { author_uid: ctx.user.uid, author_username: ctx.user.username, ...origin(suggestion) }
  const { cat_id, s_number, page_comments } = page
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page.page_id)
    const saved = await changePage(
      { permission, store: ctx.store, trx, at: ctx.now() },
      {
        page,
        next: { cat_id, s_number, page_comments: page_comments, ...text, ...by },
        packed,
        keep,
        file_ids,
        stays: text.page_title === page.page_title,
        notify: { item, by: ctx.user },
        namesItem: item.item_type === SINGLE_PAGE,
      },
    )
    if (!saved) throw new Refusal('versionOutdated', { author: page.author_username })
    await end(trx, found, { state: 'accepted', is_partial, result_version: saved.version, ...note }, ctx)
    await writeAudit(trx, ctx, 'suggestionAccepted', { subject: saved.page_title, detail: item.item_name })
    return { state: 'accepted' as const, page_id: saved.page_id, version: saved.version }
  })
}

async function acceptNewPage(input: Input, found: Ending, ctx: Ctx<'user'>) {
  const { suggestion, place } = found
  const { permission, item } = await mustEdit(ctx, suggestion.item_id, place.cat_id)
  const { is_partial, ...text } = await resultOf(input, suggestion, undefined, ctx)
  const file_ids = await filesOfItemAdded(ctx, item.item_id, '', text.page_content)
  const by = { author_uid: ctx.user.uid, author_username: ctx.user.username, ...origin(suggestion) }
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), ADDED)
    if (place.cat_id !== 0 && !(await hasCatalog(trx, item.item_id, place.cat_id))) throw new Refusal('treeOutdated')
    const page = { cat_id: place.cat_id, ...text, page_comments: '', s_number: DEFAULT_ORDER, ...by }
    const saved = await createPage({ permission, store: ctx.store, trx, at: ctx.now() }, page, file_ids)
    const result = { page_id: saved.page_id, result_version: saved.version, decided_note: input.note.trim() }
    await end(trx, found, { state: 'accepted', is_partial, ...result }, ctx)
    await writeAudit(trx, ctx, 'suggestionAccepted', { subject: saved.page_title, detail: item.item_name })
    return { state: 'accepted' as const, page_id: saved.page_id, version: saved.version }
  })
}

export const accept: Accept = async (input, ctx) => {
  const found = await ending(ctx, await mustSee(ctx, input.suggestion_id))
  const { suggestion, rights, place } = found
  const refused = refusedToAccept(suggestion, rights, place, ctx)
  if (refused) throw new Refusal(refusals[refused])
  mustBeSeen(input, suggestion)
  if (suggestion.page_id === 0) return acceptNewPage(input, found, ctx)
  return acceptEdit(input, found, await mustEditPage(ctx, suggestion.page_id), ctx)
}

export const decline: AllHandlers['suggestion']['decline'] = async ({ suggestion_id, revision, note }, ctx) => {
  const found = await ending(ctx, await mustSee(ctx, suggestion_id))
  if (!mayDecide(found.rights, found.place, ctx)) throw new Refusal('noPermission')
  if (found.rights.item.is_archived) throw new Refusal('archived')
  mustBeSeen({ revision }, found.suggestion)
  await ctx.store.write((trx) => end(trx, found, { state: 'declined', decided_note: note.trim() }, ctx))
  return []
}
