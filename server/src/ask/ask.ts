import { ASKS_A_DAY, ASKS_OPEN_MAX, Refusal } from '@sheaf/contract'
import { type Granted, mustManage, mustManageOpen, mustOwnTeam, type Rights } from '../access/access.ts'
import { countTry } from '../auth/throttle.ts'
import { siteSettings } from '../common/settings.store.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { setListing } from '../content/item.store.ts'
import { plainText } from '../content/plain-text.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { mustBeAuthority, mustBeScope } from '../member/member.rules.ts'
import { addMembers, changeMember } from '../member/member.service.ts'
import { memberOfUser } from '../member/member.store.ts'
import { notify } from '../notice/notice.store.ts'
import { addToTeam } from '../team/team.service.ts'
import { bindingsOf } from '../team/team.store.ts'
import { wakeDelivery } from './ask.deliver.service.ts'
import { doneAmong } from './ask.done.service.ts'
import { mustBeWants, OPEN_SECONDS, PAUSE_SECONDS, subjectOf } from './ask.rules.ts'
import { askById, countOpen, currentAsk, endExpired, insertAsk, openAsksOf, settleAsks, withdrawAsk } from './ask.store.ts'

const DAY = 86_400
const isTaking = async (ctx: Pick<Ctx, 'store'>) => (await siteSettings(ctx)).ask_access === '1'

const settingsOf = async (ctx: Ctx<'user'>, { item: { ask_access } }: Pick<Rights, 'item'>) => ({
  ask_access,
  is_on: Number(await isTaking(ctx)),
})

/** The request of each person who is still there and does not have yet what they asked for. */
async function openOf(ctx: Ctx<'user'>, { item }: Rights) {
  const rows = await openAsksOf(ctx.db, item.item_id, ctx.now())
  const done = await doneAmong(ctx, item, rows)
  const waiting = rows.filter(({ ask_id }) => !done.has(ask_id))
  return [...Map.groupBy(waiting, ({ uid }) => uid).values()].flatMap((own) => own.slice(0, 1))
}

/** An open request of an item that the caller manages; a missing one is refused like a foreign one. */
async function mustDecide(ctx: Ctx<'user'>, ask_id: number) {
  const row = await askById(ctx.db, ask_id)
  const place = await mustManageOpen(ctx, row?.item_id ?? 0)
  if (row?.state !== 'open' || row.until <= ctx.now() || row.is_disabled === 1) throw new Refusal('askClosed')
  return { row, place }
}

type Decided = Awaited<ReturnType<typeof mustDecide>>
interface Gift {
  member_group_id: number
  cat_id: number
  team_id: number
}

/** Checks what is given before the transaction, and returns what gives it. */
async function giving(ctx: Ctx<'user'>, { row, place }: Decided, { member_group_id, cat_id, team_id }: Gift) {
  const { item_id } = place.item
  if (team_id > 0) {
    const team = await mustOwnTeam(ctx, team_id)
    if (!(await bindingsOf(ctx.db, team_id)).some((bound) => bound.item_id === item_id)) throw new Refusal('noPermission')
    return (trx: typeof ctx.db) => addToTeam(trx, ctx, { ...team, team_id }, [row])
  }
  const given = { authority: mustBeAuthority(member_group_id), cat_id: mustBeScope(await catalogsOf(ctx, item_id), cat_id) }
  return async (trx: typeof ctx.db) => {
    const member = await memberOfUser(trx, item_id, row.uid)
    return member ? changeMember(trx, ctx, place, member, given) : addMembers(trx, ctx, place, [row], given)
  }
}

export const ask: AllHandlers['ask'] = {
  async own({ item_id, page_id }, ctx) {
    const found = await currentAsk(ctx.db, ctx.user.uid, subjectOf(item_id, page_id), ctx.now())
    const is_on = Number(await isTaking(ctx))
    if (!found) return { is_on, state: 'none', ask_id: 0, wants: 'read', addtime: 0, until: 0 }
    return { ...found, is_on, state: found.state === 'declined' ? 'paused' : 'open' }
  },

  async send({ item_id, page_id, wants: given, note }, ctx) {
    const subject = subjectOf(item_id, page_id)
    const wants = mustBeWants(given)
    if (!(await isTaking(ctx))) throw new Refusal('askOff')
    const { uid } = ctx.user
    const now = ctx.now()
    const full = () => new Refusal('asksFull', { day: String(ASKS_A_DAY), open: String(ASKS_OPEN_MAX) })
    await ctx.store.write(async (trx) => {
      if ((await countTry(trx, `asks of ${uid}`, now, DAY)) > ASKS_A_DAY) throw full()
      await endExpired(trx, uid, now)
      if (await currentAsk(trx, uid, subject, now)) return
      if ((await countOpen(trx, uid, now)) >= ASKS_OPEN_MAX) throw full()
      await insertAsk(trx, { uid, subject, page_id, wants, note: plainText(note), until: now + OPEN_SECONDS, addtime: now })
    })
    wakeDelivery()
    return []
  },

  async withdraw({ ask_id }, ctx) {
    if (!(await withdrawAsk(ctx.db, ctx.user.uid, ask_id, ctx.now()))) throw new Refusal('askClosed')
    return []
  },

  async getList({ item_id }, ctx) {
    const rows = await openOf(ctx, await mustManage(ctx, item_id))
    return rows.map(({ page_cat_id: _p, page_id, page_title, member_group_id, cat_id, ...row }) => ({
      ...row,
      page_id: page_id ?? 0,
      page_title: page_title ?? '',
      member_group_id: member_group_id === null ? '' : String(member_group_id),
      cat_id: cat_id ?? 0,
    }))
  },

  async decide({ ask_id, yes, answer: reply, ...gift }, ctx) {
    const decided = await mustDecide(ctx, ask_id)
    const { row } = decided
    const give = yes ? await giving(ctx, decided, gift) : undefined
    const now = ctx.now()
    const answer = yes ? '' : plainText(reply)
    const settled = { state: yes ? 'given' : 'declined', decided_uid: ctx.user.uid, decided_time: now, answer } as const
    await ctx.store.write(async (trx) => {
      const until = yes ? {} : { until: now + PAUSE_SECONDS }
      if ((await settleAsks(trx, row, { ...settled, ...until })) === 0) throw new Refusal('askClosed')
      await give?.(trx)
      // It names nothing: who was declined learns no more about the item than before.
      const about = { since: row.addtime, note: answer }
      if (!yes) await notify(trx, ctx.user, { uids: [row.uid], kind: 'askDeclined', about }, now)
    })
    return []
  },

  async settings({ item_id }, ctx) {
    return settingsOf(ctx, await mustManage(ctx, item_id))
  },

  async saveSettings({ item_id, ask_access }, ctx) {
    const { permission }: Granted<'edit' | 'manage'> = await mustManageOpen(ctx, item_id)
    if (ask_access !== undefined) await ctx.store.write((trx) => setListing(trx, permission, { ask_access }))
    return settingsOf(ctx, await mustManage(ctx, item_id))
  },
}
