import type { Edit } from '@sheaf/compare/edits'
import { type Language, Refusal, SINGLE_PAGE } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { covers, hasSuggestions, mustVisit, mustVisitPageUniform, personIn, type Rights, takesSuggestionsOf } from '../access/access.ts'
import { editorsOf } from '../access/people.ts'
import { viaOf } from '../auth/grant.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { lockPageIn } from '../content/page.store.ts'
import { storedText } from '../content/page-text.store.ts'
import type { Ctx } from '../context.ts'
import { notifySuggestionMade } from '../notice/notice.store.ts'
import { textOfVersion } from '../page/history/page.history.store.ts'
import { contentOf, titleOf } from '../page/page.rules.ts'
import { compared } from './comparison/comparison.service.ts'
import { placeOfNew } from './suggestion.access.ts'
import { editRefusal, isOwn, mustHaveRoom } from './suggestion.rules.ts'
import {
  countOpen,
  decide,
  insertSuggestion,
  lockItem,
  openOf,
  packed,
  placeOf,
  reviseSuggestion,
  type Suggestion,
  suggestionOf,
} from './suggestion.store.ts'

/*
 * Suggestions for other modules: the calls and the tools of programs use the same functions. A program acts as its person, with its own
 * suggestions only.
 */

/** A proposed edit of a page, or a new page of an item (page_id 0). Either `page_content` or `edits` of the text of `base_version`. */
export interface ProposedEdit {
  page_id: number
  item_id: number
  /** Absent: the catalog of the replaced suggestion, or the top level. */
  cat_id: number | undefined
  base_version: number | undefined
  page_title: string | undefined
  page_content: string
  edits?: Edit[] | undefined
}

interface Target {
  rights: Rights
  item: ItemHead
  page_id: number
  cat_id: number
  page_name: string
  creator_uid: number | null
  author_uid: number | null
  version: number
  present: string
  base: { version: number; title: string; text: string }
}

function mustTakeSuggestions(rights: Rights, cat_id: number, ctx: Ctx<'user'>) {
  const { item } = rights
  if (!hasSuggestions(item)) throw new Refusal('suggestionKind')
  if (item.is_archived) throw new Refusal('archived')
  if (!takesSuggestionsOf(rights, cat_id, personIn(ctx, item.item_id))) throw new Refusal('suggestionOff')
}

/** The page and the version that the proposer read. The text of a version that is no longer stored cannot be a base. */
async function targetOf({ page_id, item_id, cat_id = 0, base_version }: ProposedEdit, ctx: Ctx<'user'>): Promise<Target> {
  if (page_id === 0) return newPageTarget(item_id, cat_id, ctx)
  const found = await mustVisitPageUniform(ctx, page_id)
  const { page, ...rights } = found
  mustTakeSuggestions(rights, page.cat_id, ctx)
  if (base_version === undefined) throw new Refusal('badInput', { field: 'base_version' })
  const base = await textOfVersion(ctx.db, page, base_version)
  if (!base) throw new Refusal('versionOutdated', { author: page.author_username }, { version: String(page.version) })
  return {
    rights,
    item: rights.item,
    page_id,
    cat_id: page.cat_id,
    page_name: page.page_title,
    creator_uid: page.creator_uid,
    author_uid: page.author_uid,
    version: page.version,
    present: await storedText(ctx.db, page),
    base: { version: base_version, title: base.page_title, text: base.page_content },
  }
}

async function newPageTarget(item_id: number, cat_id: number, ctx: Ctx<'user'>): Promise<Target> {
  const rights = await mustVisit(ctx, item_id)
  if (!covers(rights.visits, cat_id)) throw new Refusal('noVisit')
  mustTakeSuggestions(rights, cat_id, ctx)
  if (rights.item.item_type === SINGLE_PAGE) throw new Refusal('itemOfOnePage')
  const isThere =
    cat_id === 0 ||
    (await ctx.db.selectFrom('catalog').select('cat_id').where('item_id', '=', item_id).where('cat_id', '=', cat_id).executeTakeFirst())
  if (!isThere) throw new Refusal('notFound')
  const empty = { version: 0, title: '', text: '' }
  const people = { creator_uid: null, author_uid: null }
  return { rights, item: rights.item, page_id: 0, cat_id, page_name: '', ...people, version: 0, present: '', base: empty }
}

/** The suggested text and title, compared with the base and the page now. */
async function proposalOf(input: ProposedEdit, target: Target, ctx: Ctx<'user'>, language: Language) {
  const { base, present } = target
  const task = { base: base.text, text: input.edits ? '' : contentOf(input.page_content), edits: input.edits, present }
  const result = await compared('propose', task, String(ctx.user.uid))
  if ('problem' in result) throw editRefusal(result.problem, base.version)
  const page_title = input.page_title === undefined && input.page_id > 0 ? base.title : titleOf(input.page_title ?? '', language)
  return { ...result, text: contentOf(result.text), page_title }
}

/** The difference that a suggestion makes, without saving it. */
export async function previewEdit(input: ProposedEdit, ctx: Ctx<'user'>) {
  const target = await targetOf(input, ctx)
  const { diff, hidden, conflicts } = await proposalOf(input, target, ctx, ctx.language)
  return {
    version: target.version,
    base_version: target.base.version,
    diff: diff.text,
    is_cut: Number(diff.isCut),
    added: diff.added,
    removed: diff.removed,
    hidden,
    conflicts,
    clean: Number(conflicts === 0),
  }
}

/** An own open suggestion, to be replaced or withdrawn. */
async function mustBeOwnOpen(ctx: Ctx<'user'>, suggestion_id: number): Promise<Suggestion> {
  const suggestion = await suggestionOf(ctx.db, suggestion_id)
  if (!suggestion || !isOwn(suggestion, ctx)) throw new Refusal('noVisit')
  if (suggestion.state !== 'open') throw new Refusal('suggestionClosed')
  return suggestion
}

const there = (suggestion_id: number) =>
  new Refusal('suggestionThere', { id: String(suggestion_id) }, { suggestion_id: String(suggestion_id) })

/** A suggestion keeps its page and its item. A new page keeps its catalog too, unless another one is given. */
async function placeOfKnown({ page_id, item_id, cat_id }: Suggestion, input: Pick<ProposedEdit, 'cat_id'>, ctx: Ctx<'user'>) {
  if (page_id) return { page_id, item_id, cat_id: 0 }
  return { page_id, item_id, cat_id: input.cat_id ?? (await placeOfNew(ctx, { item_id, cat_id })).cat_id }
}

/** Makes a suggestion, or replaces the own open one with this id, and notifies those who can decide. */
export async function propose(
  input: ProposedEdit & { reason: string; suggestion_id: number },
  ctx: Ctx<'user'>,
): Promise<{ suggestion: Suggestion; diff: string }> {
  const known = input.suggestion_id ? await mustBeOwnOpen(ctx, input.suggestion_id) : undefined
  // The difference was shown for the page that is named.
  if (known && input.page_id > 0 && input.page_id !== known.page_id) throw new Refusal('badInput', { field: 'suggestion_id' })
  const asked = known ? { ...input, ...(await placeOfKnown(known, input, ctx)) } : input
  const target = await targetOf(asked, ctx)
  const by = { uid: ctx.user.uid, grant_id: ctx.grant?.grant_id ?? 0 }
  const open = known || target.page_id === 0 ? undefined : await openOf(ctx.db, { page_id: target.page_id, ...by })
  if (open) throw there(open.suggestion_id)
  const { text, page_title, diff } = await proposalOf(asked, target, ctx, ctx.language)
  const { base } = target
  if (text === base.text && page_title === base.title) throw new Refusal('suggestionEmpty')
  const [base_content, page_content] = await Promise.all([packed(base.text), packed(text)])
  const row = {
    base_version: base.version,
    base_title: base.title,
    base_content,
    page_title,
    page_content,
    reason: input.reason.trim(),
    added: diff.added,
    removed: diff.removed,
    cat_id: target.page_id ? 0 : target.cat_id,
    last_update_time: ctx.now(),
  }
  const people = known ? [] : await editorsOf(ctx, target.item, target.cat_id, [target.creator_uid, target.author_uid, target.item.uid])
  const suggestion = await ctx.store.write(async (trx) => {
    if (known) return reviseSuggestion(trx, known.suggestion_id, row)
    const { item_id } = target.item
    await lockItem(trx, item_id)
    if (target.page_id && !(await lockPageIn(trx, { page_id: target.page_id, item_id }))) throw new Refusal('treeOutdated')
    mustHaveRoom(await countOpen(trx, { item_id, page_id: target.page_id, ...by }))
    const made = await insertSuggestion(trx, {
      ...row,
      ...by,
      item_id,
      page_id: target.page_id,
      username: ctx.user.username,
      via: viaOf(ctx),
      addtime: ctx.now(),
    })
    if (made) {
      const about = { item: target.item, page_id: made.page_id, title: target.page_name || page_title, suggestion_id: made.suggestion_id }
      const draft = { type: 'suggestion.opened', cat_id: target.cat_id, title: about.title } as const
      const ids = { page_id: made.page_id, suggestion_id: made.suggestion_id }
      await noteChange(trx, target.item, actorOf(ctx), { ...draft, ...ids }, ctx.now())
      await notifySuggestionMade(trx, { ...ctx.user, via: viaOf(ctx) }, about, people, ctx.now())
    }
    return made
  })
  if (suggestion) return { suggestion, diff: diff.text }
  if (known) throw new Refusal('suggestionClosed')
  const other = await openOf(ctx.db, { page_id: target.page_id, ...by })
  throw other ? there(other.suggestion_id) : new Refusal('suggestionClosed')
}

/** Withdraws an own open suggestion. */
export async function withdraw(suggestion_id: number, ctx: Ctx<'user'>): Promise<void> {
  const suggestion = await mustBeOwnOpen(ctx, suggestion_id)
  const { item_id, page_id, cat_id, page_title: title } = suggestion
  const place = page_id ? ((await placeOf(ctx, page_id))?.cat_id ?? 0) : cat_id
  const by = { decided_uid: ctx.user.uid, decided_name: ctx.user.username, decided_time: ctx.now() }
  await ctx.store.write(async (trx) => {
    if (!(await decide(trx, suggestion, { state: 'withdrawn', ...by }))) throw new Refusal('suggestionClosed')
    const draft = { type: 'suggestion.withdrawn', page_id, cat_id: place, title, suggestion_id } as const
    await noteChange(trx, { item_id }, actorOf(ctx), draft, ctx.now())
  })
}
