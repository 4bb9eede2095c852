import { type Language, Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { mayHaveExamples } from '@sheaf/markdown/examples'
import { headOf, isKey, type PageFound, pageByKey } from '../../access/access.store.ts'
import {
  covers,
  hasSuggestions,
  itemOfMember,
  mayDelete,
  mayEdit,
  mustVisitPage,
  personIn,
  type Rights,
  rightsOn,
  takesSuggestionsOf,
} from '../../access/access.ts'
import { withKey } from '../../attachment/attachment.rights.service.ts'
import { hasConsole } from '../../console/console.store.ts'
import { runsOf } from '../../content/example/example.store.ts'
import { adjacentPages } from '../../content/item.tree.service.ts'
import { sourcesOnPage } from '../../content/page-text.store.ts'
import { seesStates, stateFor } from '../../content/proof/page-state.store.ts'
import { NO_REVIEW, reviewFor } from '../../content/review/review.rules.ts'
import { stewardsNamed } from '../../content/review/steward.store.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { countRead } from '../../db/reads.ts'
import { keptStateOf } from '../../review/review.store.ts'
import { dayOf } from '../../runtime/days.ts'
import { rendered } from './page.render.service.ts'

type View = AllHandlers['page']['view']

/** The rendered page. With a single-page link the response contains no data about the item. */
export const view = async ({ page_id, unique_key, language }: Parameters<View>[0], ctx: Ctx) => {
  const wanted = isLanguage(language) ? language : ctx.language
  if (unique_key === '')
    return pageView(await mustVisitPage(ctx, page_id).catch((refusal) => withItemForMember(ctx, page_id, refusal)), ctx, wanted)
  const page = isKey(unique_key) ? await pageByKey(ctx, unique_key) : undefined
  if (!page) throw new Refusal('notFound')
  const text = await article(page, ctx, wanted, undefined)
  const html = withKey(text.html, unique_key)
  return {
    ...text,
    html,
    truth_state: await stateFor(ctx, page, undefined),
    ...(await reviewByKey(ctx, page)),
    author_name: text.author_username,
    item_id: 0,
    cat_id: 0,
    previous: null,
    next: null,
    deletable: false,
    editable: await isEditor(ctx, page),
    suggestable: false,
    suggestions: 0,
    sources: [],
    has_console: false,
  }
}

/** The mark for a reader with the link of the page alone. */
async function reviewByKey(ctx: Ctx, page: PageFound) {
  if (page.days === 0) return {}
  const isShown = (await headOf(ctx, page.item_id))?.review_show === 1
  const review = reviewFor(page, { isEditor: false, isShown }, ctx.now())
  return review && { review: { ...review, verified_history_id: 0 } }
}

async function isEditor(ctx: Ctx, page: PageFound) {
  const item = ctx.user && (await headOf(ctx, page.item_id))
  return item ? mayEdit(await rightsOn(ctx, item), page) : false
}

/** Adds the item to the error for members with rights on other catalogs of it; they already know that they are members. */
async function withItemForMember(ctx: Ctx, page_id: number, refusal: unknown): Promise<never> {
  const isClosed = refusal instanceof Refusal && refusal.error === 'noVisit'
  const item_id = isClosed ? await itemOfMember(ctx, page_id) : undefined
  throw item_id ? new Refusal('noVisit', {}, { item_id: String(item_id) }) : refusal
}

/** The mark, and for people the name of who is responsible. */
async function reviewOf(ctx: Ctx, { page, item, edits }: Rights & { page: PageFound }) {
  const who = { isEditor: covers(edits, page.cat_id), isShown: item.review_show === 1 }
  const review = reviewFor(page, who, ctx.now())
  const numbers = { uid: page.steward_uid, team_id: page.steward_team }
  const isCompared = who.isEditor && review?.state === 'changed'
  const verified_history_id = isCompared ? await keptStateOf(ctx.db, page, review.verified_version) : 0
  const isNamed = ctx.user && page.days > 0 && (who.isEditor || who.isShown) && (numbers.uid > 0 || numbers.team_id > 0)
  if (!isNamed) return review && { ...review, verified_history_id }
  const steward = (await stewardsNamed(ctx.db, [numbers]))(numbers)
  return { ...(review ?? { ...NO_REVIEW, due: page.due }), verified_history_id, steward }
}

export async function pageView(rights: Rights & { page: PageFound }, ctx: Ctx, language: Language) {
  const { page, item, visits } = rights
  const [text, adjacent] = await Promise.all([article(page, ctx, language, rights), adjacentPages(ctx, item, visits, page.page_id)])
  const editable = mayEdit(rights, page)
  const suggestable = !item.is_archived && hasSuggestions(item) && takesSuggestionsOf(rights, page.cat_id, personIn(ctx, item.item_id))
  const suggestions = editable ? await openSuggestions(ctx, page.page_id) : 0
  const sources = page.is_composed === 1 ? await sourcesOnPage(ctx.db, page.page_id) : []
  const has_console = page.is_composed === 1 && (await hasConsole(ctx, page))
  const truth_state = await stateFor(ctx, page, rights)
  const review = await reviewOf(ctx, rights)
  return {
    ...text,
    ...adjacent,
    truth_state,
    ...(review && { review }),
    deletable: mayDelete(rights, ctx.user),
    editable,
    suggestable,
    suggestions,
    sources,
    has_console,
  }
}

const openSuggestions = async ({ store }: Ctx, page_id: number) =>
  Number(
    (await store.hot<{ count: number }>("select count(*) as count from suggestion where page_id = ? and state = 'open'", [page_id]))[0]
      ?.count,
  )

/** The last runs of the examples of a page, for those who see its state; other pages need no query. */
async function runsFor(page: PageFound, ctx: Ctx, rights: Rights | undefined) {
  const isShown = mayHaveExamples(page.page_content) && (await seesStates(ctx, page, rights))
  return isShown ? runsOf(ctx.db, page.page_id, (seconds) => dayOf(seconds, ctx.config.SITE_TZ)) : undefined
}

async function article(page: PageFound, ctx: Ctx, language: Language, rights: Rights | undefined) {
  const { page_id, item_id, cat_id, page_title, author_username, author_name, addtime, created, version, attachment_count, unique_key } =
    page
  const {
    html,
    headings,
    needs,
    plain = false,
  } = await rendered(ctx, page, language, {
    isScreen: true,
    visits: rights?.visits ?? 'none',
    runs: await runsFor(page, ctx, rights),
  })
  countRead(ctx, item_id)
  return {
    page_id,
    item_id,
    cat_id,
    page_title,
    author_username,
    author_name,
    addtime,
    created,
    version,
    attachment_count,
    unique_key,
    html,
    headings,
    needs: [...needs],
    plain,
  }
}
