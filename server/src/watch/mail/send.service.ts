import { siteSettings } from '../../common/settings.store.ts'
import type { Services } from '../../context.ts'
import { repeatedly } from '../../runtime/loop.ts'
import { canMail, mailProblem } from '../../runtime/mail.ts'
import { MAILS_MAX } from '../setting/setting.rules.ts'
import { sentOn, settingOf } from '../setting/setting.store.ts'
import { tellRowsOfMail } from './news.store.ts'
import { planDigests, planSoon } from './plan.service.ts'
import { makeMail, type PostServices, postMail } from './post.service.ts'
import { digestsToCome } from './schedule.rules.ts'
import { bounce, claimMails, type MailRow, postpone, settleMail } from './send.store.ts'

export type SendServices = PostServices & Pick<Services, 'log'>
type Clock = () => number | Promise<number>

/** Mails that one server sends at the same time, and those among them whose last attempt failed: a mailbox that hangs delays few. */
const PARALLEL = 4
const PARALLEL_TROUBLED = 2
/** Mails of one round, after which the next ones are planned. */
const ROUND_MAX = 600

interface Run {
  clock: Clock
  signal?: AbortSignal
}

/** Sends all mails that are due. A failure concerns one mail. */
export async function sendDue(services: SendServices, { clock, signal }: Run): Promise<void> {
  const running = new Map<number, { isTroubled: boolean; done: Promise<void> }>()
  for (let sent = 0; sent < ROUND_MAX && !signal?.aborted; ) {
    const troubled = [...running.values()].filter(({ isTroubled }) => isTroubled).length
    const perMinute = Number((await siteSettings(services)).mail_per_minute)
    const free = PARALLEL - running.size
    const wanted = { now: await clock(), perMinute, free, freeTroubled: Math.max(0, Math.min(free, PARALLEL_TROUBLED - troubled)) }
    const rows = free > 0 ? await claimMails(services, wanted) : []
    for (const row of rows) {
      const done = sendOne(services, row, clock, signal).finally(() => running.delete(row.mail_id))
      running.set(row.mail_id, { isTroubled: row.tries > 1, done })
    }
    sent += rows.length
    if (running.size === 0) break
    await Promise.race([...running.values()].map(({ done }) => done))
  }
  await Promise.all([...running.values()].map(({ done }) => done))
}

async function sendOne(services: SendServices, row: MailRow, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  try {
    const isLast = row.kind === 'soon' && (await isLastOfDay(services, row, await clock()))
    const tellRows = await tellRowsOfMail(services, row.mail_id)
    const made = await makeMail(services, { kind: row.kind, uid: row.uid, tellRows, isLast, now: await clock() })
    if (!made || made.news.length === 0) return await settleMail(services, row, 'empty', [], await clock())
    const problem = await postMail(services, made, row.message_id).then(() => undefined, problemOf)
    const now = await clock()
    if (problem === undefined) {
      const mailed = made.news.map(({ tell }) => tell.tell_id)
      return await settleMail(services, row, 'sent', mailed, now)
    }
    if (problem.isNoMailbox) await bounce(services, row, problem.text)
    else await postpone(services, row, problem.text, now)
  } catch (error) {
    // The claim expires, and the mail is sent later with the same Message-ID.
    if (!signal?.aborted) services.log.error({ err: (error as Error).message, mail_id: row.mail_id }, 'a mail was not sent')
  }
}

const isLastOfDay = async (services: SendServices, { uid, day }: MailRow, now: number) =>
  (await sentOn(services, uid, day.split('#')[0] ?? '')) + digestsToCome(await settingOf(services.store.db, uid), now) >= MAILS_MAX

function problemOf(error: Error & { responseCode?: number; response?: string }) {
  const isNoMailbox = (error.responseCode ?? 0) >= 500 && /\b5\.1\.1\b/.test(error.response ?? '')
  return { text: mailProblem(error), isNoMailbox }
}

const POLL_MS = 15_000
/** After a start mail that waits is planned and sent soon. */
const FIRST_MS = 1000
const QUARTER = 900

/** Plans and sends mail about news from now on. The returned function ends it; claimed mails are sent by the next server. */
export function keepMailing(services: SendServices, clock: Clock): () => Promise<void> {
  let planned = 0
  const onError = (error: unknown) => services.log.error({ err: error }, 'mail about news is not sent')
  if (!canMail(services)) return async () => {}
  // Planning is apart from sending, so that a mail server that hangs delays no plan.
  const endPlanning = repeatedly(
    POLL_MS,
    async (signal) => {
      const now = await clock()
      // Digests are due at full quarters of an hour in every zone.
      const quarter = Math.floor(now / QUARTER)
      if (quarter !== planned) await planDigests(services, now, signal)
      planned = quarter
      await planSoon(services, now)
    },
    onError,
    FIRST_MS,
  )
  const endSending = repeatedly(POLL_MS, (signal) => sendDue(services, { clock, signal }), onError, 2 * FIRST_MS)
  return async () => {
    await Promise.all([endPlanning(), endSending()])
  }
}
