import type { Selectable } from 'kysely'
import type { Services } from '../../context.ts'
import { lockUser } from '../../db/lock-user.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { BOUNCED_FROM } from '../setting/setting.rules.ts'
import { putSetting, settingOf } from '../setting/setting.store.ts'
import { inTurn } from './plan.store.ts'

type StoreServices = Pick<Services, 'store'>
export type MailRow = Selectable<Schema['mail']>

/** Seconds of a claim: an attempt takes at most half a minute. */
const CLAIM_SECONDS = 120
const MINUTE = 60

/** Marks of an attempt whose end is not known, because the server ended: the next one is the last. */
const SENDING = 'sending'
const SENDING_AGAIN = 'sending again'

interface Wanted {
  now: number
  perMinute: number
  /** Mails that are claimed at most, and those among them whose last attempt failed. */
  free: number
  freeTroubled: number
}

/**
 * Claims mails that are due, one of a person at a time, as far as the limit of the site allows. Two servers claim in turns. A server that
 * ends during an attempt leaves a mark: the mail is sent once more with the same Message-ID, and after that its news go into a digest.
 */
export const claimMails = ({ store }: StoreServices, { now, perMinute, free, freeTroubled }: Wanted): Promise<MailRow[]> =>
  store.write(async (trx) => {
    await inTurn({ store }, trx)
    const room = Math.min(free, perMinute - (await usedSince(trx, now)))
    if (room <= 0) return []
    const due = trx
      .selectFrom('mail')
      .select((row) => row.fn.min('mail_id').as('mail_id'))
      .where('state', '=', 'waiting')
      .where('next_time', '<=', now)
      .where('claimed_until', '<=', now)
      .where('uid', 'not in', trx.selectFrom('mail').select('uid').where('state', '=', 'waiting').where('claimed_until', '>', now))
      .groupBy('uid')
      .orderBy('mail_id')
    const fresh = await due.where('tries', '=', 0).limit(room).execute()
    const left = Math.min(room - fresh.length, freeTroubled)
    const troubled = left > 0 ? await due.where('tries', '>', 0).limit(left).execute() : []
    const ids = [...new Set([...fresh, ...troubled].map(({ mail_id }) => Number(mail_id)))]
    if (ids.length === 0) return []
    const rows = await trx.selectFrom('mail').selectAll().where('mail_id', 'in', ids).execute()
    const claimed: MailRow[] = []
    for (const row of rows) {
      if (claimed.some(({ uid }) => uid === row.uid)) continue
      if (row.problem === SENDING_AGAIN) {
        await giveUp(trx, row, 'unknown')
        continue
      }
      const change = {
        claimed_until: now + CLAIM_SECONDS,
        tries: row.tries + 1,
        problem: row.problem === SENDING ? SENDING_AGAIN : SENDING,
      }
      await trx.updateTable('mail').set(change).where('mail_id', '=', row.mail_id).execute()
      claimed.push({ ...row, ...change })
    }
    return claimed
  })

/** Mails of the last minute, and those that are being sent; one statement, so that a mail that is accepted meanwhile is in one of them. */
async function usedSince(trx: Db, now: number) {
  const sent = counted(trx)
    .where('state', '=', 'sent')
    .where('next_time', '>', now - MINUTE)
  const running = counted(trx).where('state', '=', 'waiting').where('claimed_until', '>', now)
  const used = await trx.selectNoFrom([sent.as('sent'), running.as('running')]).executeTakeFirstOrThrow()
  return Number(used.sent) + Number(used.running)
}

const counted = (trx: Db) => trx.selectFrom('mail').select((row) => row.fn.countAll().as('n'))

/** The mail was accepted, or (`empty`) had no news. News that are not `mailed` were gone, read or no longer readable. */
export const settleMail = ({ store }: StoreServices, { mail_id, uid }: MailRow, state: 'sent' | 'empty', mailed: number[], now: number) =>
  store.write(async (trx) => {
    await trx
      .updateTable('mail')
      .set({ state, problem: '', claimed_until: 0, next_time: now, sent_time: state === 'sent' ? now : 0 })
      .where('mail_id', '=', mail_id)
      .execute()
    const own = trx.updateTable('tell').where('mail_id', '=', mail_id).where('state', '=', 'waiting')
    if (mailed.length > 0) await own.set({ state: 'mailed' }).where('tell_id', 'in', mailed).execute()
    await own.set({ state: 'dropped' }).execute()
    if (state === 'sent')
      await trx.updateTable('tell_setting').set({ bounced: 0 }).where('uid', '=', uid).where('bounced', '>', 0).execute()
  })

/** Seconds that a mail is tried, after which its news go into the next digest. */
const TRIED_SECONDS = 48 * 3600
const PAUSE_MAX = 3600

/** The mail server refused or was away: another attempt later. */
export const postpone = ({ store }: StoreServices, row: MailRow, problem: string, now: number) =>
  store.write(async (trx) => {
    if (now - row.addtime >= TRIED_SECONDS) return giveUp(trx, row, problem)
    const next_time = now + Math.min(PAUSE_MAX, MINUTE * 2 ** Math.min(row.tries - 1, 10))
    await trx.updateTable('mail').set({ next_time, claimed_until: 0, problem }).where('mail_id', '=', row.mail_id).execute()
  })

/** The mailbox does not exist (5.1.1). After three mails nothing more is sent until the address is confirmed again. */
export const bounce = ({ store }: StoreServices, row: MailRow, problem: string) =>
  store.write(async (trx) => {
    await lockUser(trx, row.uid)
    const bounced = (await settingOf(trx, row.uid)).bounced + 1
    await putSetting(trx, row.uid, { bounced })
    await giveUp(trx, row, problem)
    if (bounced >= BOUNCED_FROM)
      await trx.updateTable('tell').set({ state: 'dropped' }).where('uid', '=', row.uid).where('state', '=', 'waiting').execute()
  })

/** The news of a mail that could not be sent wait for the next digest. */
async function giveUp(trx: Db, { mail_id, kind }: MailRow, problem: string) {
  await trx.updateTable('mail').set({ state: 'failed', claimed_until: 0, problem }).where('mail_id', '=', mail_id).execute()
  await trx
    .updateTable('tell')
    .set({ mail_id: 0, mail: kind === 'weekly' ? 'weekly' : 'daily' })
    .where('mail_id', '=', mail_id)
    .where('state', '=', 'waiting')
    .execute()
}
