import { Refusal } from '@sheaf/contract'
import {
  covers,
  mustBeEditor,
  mustBePageEditor,
  mustEditPage,
  mustManage,
  mustManageOpen,
  personIn,
  type Rights,
} from '../access/access.ts'
import { rightsInEach, rightsOfEach } from '../access/people.ts'
import { beginThread } from '../comment/comment.write.service.ts'
import { peopleNear, teamsOfItem } from '../comment/people.store.ts'
import { hasCatalog } from '../content/catalog.store.ts'
import { setListing } from '../content/item.store.ts'
import { NO_PERIOD } from '../content/review/review.rules.ts'
import { NO_STEWARD } from '../content/review/steward.store.ts'
import type { AllHandlers } from '../context.ts'
import { MANY_MEMBERS, notify } from '../notice/notice.store.ts'
import { answer, offerPages } from './offer.service.ts'
import { offersOf } from './offer.store.ts'
import { mustSee } from './review.access.ts'
import { infoOf } from './review.info.service.ts'
import { listFor } from './review.list.service.ts'
import { reportFor, reportTable } from './review.report.service.ts'
import { countTrail, stewardsOfPages, trailOf, withEnders } from './review.store.ts'
import { setStewards, stewardsToTell } from './steward.service.ts'
import { verifyVersion } from './verify.service.ts'

const TRAIL_ROWS = 50
const PEOPLE_MAX = 20

const settingsOf = ({ item: { review_show } }: Pick<Rights, 'item'>) => ({ review_show })

export const review: AllHandlers['review'] = {
  async info({ kind, subject_id }, ctx) {
    return infoOf(ctx, await mustSee(ctx, kind, subject_id))
  },

  async set({ item_id, subjects, uid, team_id, days, no_period }, ctx) {
    if (no_period === 1 && days !== undefined) throw new Refusal('badInput', { field: 'no_period' })
    const granted = await mustManageOpen(ctx, item_id)
    return { subjects: await setStewards(ctx, granted, subjects, { uid, team_id, days: no_period === 1 ? NO_PERIOD : days }) }
  },

  async people({ item_id, cat_id, page_id, text }, ctx) {
    const rights = await mustBeEditor(ctx, item_id)
    const [page] = page_id > 0 ? await stewardsOfPages(ctx.db, item_id, [page_id]) : []
    const isThere = page_id > 0 ? page !== undefined : cat_id === 0 || (await hasCatalog(ctx.db, item_id, cat_id))
    const at = page?.cat_id ?? cat_id
    if (!isThere || (at > 0 && !covers(rights.edits, at))) throw new Refusal('noPermission')
    const { item } = rights
    const typed = text.trim()
    const near = await peopleNear(ctx.db, { page_id: 0, item_id, owner: item.uid }, typed, PEOPLE_MAX * 2)
    const uids = near.map(({ uid }) => uid)
    const able = new Set((await rightsOfEach(ctx, item, uids)).filter(([, { edits }]) => covers(edits, at)).map(([uid]) => uid))
    const teams = (await teamsOfItem(ctx.db, item_id)).filter(({ team_name }) => team_name.toLowerCase().startsWith(typed.toLowerCase()))
    return {
      people: near
        .filter(({ uid }) => able.has(uid))
        .slice(0, PEOPLE_MAX)
        .map((person) => ({ ...NO_STEWARD, ...person, name: person.name || person.username })),
      teams: teams.slice(0, PEOPLE_MAX).map(({ team_id, team_name }) => ({ ...NO_STEWARD, team_id, team_name })),
    }
  },

  async verify({ page_id, version, until, note }, ctx) {
    await verifyVersion(ctx, await mustEditPage(ctx, page_id), { version, until, note: note.trim() })
    return infoOf(ctx, await mustSee(ctx, 'page', page_id))
  },

  async flag({ page_id, content }, ctx) {
    const { page, ...rights } = await mustEditPage(ctx, page_id)
    const { item } = rights
    const place = { page, rights, cat_id: page.cat_id, person: personIn(ctx, item.item_id) }
    const { thread_id } = await beginThread(ctx, place, { content })
    const { item_id, page_title } = page
    const stewards = await stewardsToTell(ctx, item, page)
    // Who is mentioned or made the page has a notice of their own about the thread.
    const about = { item: item.item_name, page: page_title, thread_id, ...(stewards.length > MANY_MEMBERS && { is_many: true }) }
    if (stewards.length > 0)
      await ctx.store.write((trx) => notify(trx, ctx.user, { uids: stewards, kind: 'reviewFlagged', about, item_id, page_id }, ctx.now()))
    return { thread_id }
  },

  async getList(input, ctx) {
    return listFor(ctx, input)
  },

  async report({ item_id, csv }, ctx) {
    const report = await reportFor(ctx, item_id)
    return csv ? reportTable(report.rows, ctx, item_id) : report
  },

  async trail({ page_id, page, count }, ctx) {
    await mustBePageEditor(ctx, page_id)
    const rows = count || TRAIL_ROWS
    const list = await trailOf(ctx.db, page_id, { from: Math.max(0, (page || 1) - 1) * rows, count: rows })
    const named = await withEnders(ctx.db, list)
    return { list: named.map((row) => ({ ...row, uid: row.uid ?? 0 })), total: await countTrail(ctx.db, page_id) }
  },

  async handOn(input, ctx) {
    return { offers: await offerPages(ctx, input) }
  },

  async offers(_, ctx) {
    const [to_me, by_me] = [await offersOf(ctx.db, 'uid', ctx.user.uid), await offersOf(ctx.db, 'from_uid', ctx.user.uid)]
    const items = [...new Set([...to_me, ...by_me].map(({ item_id }) => item_id))].filter((item_id) => personIn(ctx, item_id))
    const rights = await rightsInEach(ctx, ctx.user, items)
    // Rights can have ended since (S147).
    const shown = (rows: typeof to_me) =>
      rows.filter(({ item_id, cat_id }) => covers(rights.get(item_id)?.visits ?? 'none', cat_id)).map(({ cat_id: _cat, ...row }) => row)
    return { to_me: shown(to_me), by_me: shown(by_me) }
  },

  async answerOffer({ offer_id, yes }, ctx) {
    await answer(ctx, offer_id, yes)
    return { offer_id }
  },

  async settings({ item_id }, ctx) {
    return settingsOf(await mustManage(ctx, item_id))
  },

  async saveSettings({ item_id, review_show }, ctx) {
    const { permission } = await mustManageOpen(ctx, item_id)
    if (review_show !== undefined) await ctx.store.write((trx) => setListing(trx, permission, { review_show }))
    return settingsOf(await mustManage(ctx, item_id))
  },
}
