import { Refusal, WATCHES_MAX } from '@sheaf/contract'
import { covers, mustManage, mustManageOpen } from '../access/access.ts'
import { rightsInEach } from '../access/people.ts'
import { randomHex } from '../auth/secrets.ts'
import { countFailure } from '../auth/throttle.ts'
import { mayRead } from '../comment/comment.rules.ts'
import { itemOfCatalog } from '../content/catalog.store.ts'
import { lockPageIn } from '../content/page.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { canMail, mailHost } from '../runtime/mail.ts'
import { tellRowsWaiting } from './mail/news.store.ts'
import { makeMail, postMail } from './mail/post.service.ts'
import { endingIn, endMail } from './mail/unsubscribe.service.ts'
import { saveSettings, shownSettings } from './setting/setting.service.ts'
import { mustSeePlace, selectedSubjects } from './watch.access.ts'
import { kindIn, levelIn, teamLevelIn } from './watch.rules.ts'
import { peopleAt, stateOf } from './watch.service.ts'
import { countWatches, isTeamOf, putWatch, putWatches, removeWatch, removeWatches, teamsWatching } from './watch.store.ts'
import { AUTOMATIC_MAX, countAutomatic, subjectsOf, watchedBy } from './watched.store.ts'

const PER_PAGE = 30

const HOUR = 3600
const PREVIEWS_PER_HOUR = 3

type MailCalls = Pick<AllHandlers['watch'], 'preview' | 'unsubscribeInfo' | 'unsubscribe'>

const mailCalls: MailCalls = {
  async preview(_input, ctx) {
    const { uid, email, email_verify } = ctx.user
    if (!canMail(ctx)) throw new Refusal('mailOff')
    if (!email) throw new Refusal('emailMissing')
    if (!email_verify) throw new Refusal('emailUnverified')
    // In the database, because it must hold over a restart and over several servers.
    if ((await countFailure(ctx, `preview of a digest ${uid}`, HOUR)) > PREVIEWS_PER_HOUR) throw new Refusal('tooMany', { seconds: '3600' })
    const tellRows = await tellRowsWaiting(ctx, uid)
    const made = await makeMail(ctx, { kind: 'preview', uid, tellRows, isLast: false, now: ctx.now() })
    if (!made) throw new Refusal('emailUnverified')
    await postMail(ctx, made, `<${randomHex(16)}@${mailHost(ctx)}>`).catch((error: Error) => {
      ctx.log.error({ err: error.message }, 'mail was not sent')
      throw new Refusal('mailFailed')
    })
    return { lines: made.lines, email }
  },

  unsubscribeInfo: ({ token }, ctx) => endingIn(ctx, token),
  unsubscribe: ({ token, undo }, ctx) => endMail(ctx, token, undo === 1),
}

/** After the write, so that what is watched already can be changed when there is no room left. */
async function mustHaveRoom(trx: Db, uid: number) {
  if ((await countWatches(trx, uid)) > WATCHES_MAX) throw new Refusal('watchFull', { max: String(WATCHES_MAX) })
}

export const watch: AllHandlers['watch'] = {
  async info({ kind, subject_id }, ctx) {
    return stateOf(ctx, await mustSeePlace(ctx, kindIn(kind), subject_id))
  },

  async set({ kind, subject_id, level }, ctx) {
    const wanted = levelIn(level)
    const place = await mustSeePlace(ctx, kindIn(kind), subject_id)
    const { uid } = ctx.user
    await ctx.store.write(async (trx) => {
      if (wanted === 'none') return removeWatch(trx, { uid }, place)
      const { item_id, page_id } = place
      if (page_id > 0 && !(await lockPageIn(trx, place))) throw new Refusal('treeOutdated')
      const subject = { kind: place.kind, subject_id, item_id, page_id }
      await putWatch(trx, { uid }, subject, { level: wanted, source: 'own', addtime: ctx.now() })
      await mustHaveRoom(trx, uid)
    })
    return stateOf(ctx, place)
  },

  async setMany({ item_id, lines, level }, ctx) {
    const wanted = levelIn(level)
    const { rights } = await mustSeePlace(ctx, 'item', item_id)
    const subjects = await selectedSubjects(ctx, item_id, lines, rights.visits)
    const { uid } = ctx.user
    await ctx.store.write(async (trx) => {
      if (wanted === 'none') return removeWatches(trx, uid, subjects)
      await putWatches(trx, uid, subjects, { level: wanted, source: 'own', addtime: ctx.now() })
      await mustHaveRoom(trx, uid)
    })
    return { subjects: subjects.length }
  },

  async getList({ page, count, find }, ctx) {
    const wanted = find.trim().toLowerCase()
    const all = await watchedBy(ctx, ctx.user.uid, wanted === '' ? AUTOMATIC_MAX : undefined)
    const subjects = await subjectsOf(ctx, all)
    const rights = await rightsInEach(
      ctx,
      ctx.user,
      [...subjects.values()].map(({ item_id }) => item_id),
    )
    const seen = all.flatMap((row) => {
      const subject = subjects.get(`${row.kind}:${row.subject_id}`)
      const own = subject && rights.get(subject.item_id)
      if (!subject || !own) return []
      const sees = row.kind === 'item' ? own.visits !== 'none' : covers(own.visits, subject.cat_id)
      if (!sees || (row.kind === 'thread' && !mayRead({ rights: own, person: ctx.user }))) return []
      const { name, item_id, page_id, page_title } = subject
      if (![name, page_title, own.item.item_name].some((text) => text.toLowerCase().includes(wanted))) return []
      return [{ ...row, name, item_id, item_name: own.item.item_name, page_id, page_title }]
    })
    const size = count || PER_PAGE
    const from = (Math.max(1, page) - 1) * size
    return { list: seen.slice(from, from + size), total: seen.length, automatic: await countAutomatic(ctx, ctx.user.uid) }
  },

  async teams({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    return teamsOf(ctx, item_id)
  },

  async ofTeam({ item_id, cat_id, team_id, level }, ctx) {
    const wanted = teamLevelIn(level)
    await mustManageOpen(ctx, item_id)
    if (cat_id > 0 && (await itemOfCatalog(ctx, cat_id)) !== item_id) throw new Refusal('notFound')
    if (!(await isTeamOf(ctx, item_id, team_id))) throw new Refusal('notFound')
    const subject =
      cat_id > 0
        ? { kind: 'catalog' as const, subject_id: cat_id, item_id, page_id: 0 }
        : { kind: 'item' as const, subject_id: item_id, item_id, page_id: 0 }
    await ctx.store.write(async (trx) => {
      if (wanted === 'none') await removeWatch(trx, { uid: 0, team_id }, subject)
      else await putWatch(trx, { uid: 0, team_id }, subject, { level: wanted, source: 'team', addtime: ctx.now() })
    })
    return teamsOf(ctx, item_id)
  },

  async people({ kind, subject_id }, ctx) {
    const place = await mustSeePlace(ctx, kindIn(kind), subject_id)
    await mustManage(ctx, place.item_id)
    return peopleAt(ctx, place)
  },

  settings: (_input, ctx) => shownSettings(ctx),
  saveSettings: (given, ctx) => saveSettings(ctx, given),
  ...mailCalls,
}

const teamsOf = async (ctx: Ctx<'user'>, item_id: number) =>
  (await teamsWatching(ctx, item_id)).map(({ kind, subject_id, team_id, team_name, members, level, cat_name }) => ({
    cat_id: kind === 'catalog' ? subject_id : 0,
    cat_name: cat_name ?? '',
    team_id,
    team_name,
    members,
    level: level === 'changes' ? ('changes' as const) : ('all' as const),
  }))
