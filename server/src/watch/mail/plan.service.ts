import { randomHex } from '../../auth/secrets.ts'
import type { Services } from '../../context.ts'
import { mailHost } from '../../runtime/mail.ts'
import { BOUNCED_FROM, MAILS_MAX } from '../setting/setting.rules.ts'
import { sentOn, settingsOf } from '../setting/setting.store.ts'
import { localTime } from '../setting/zone.rules.ts'
import {
  type DigestKind,
  deferSoon,
  digestsWaiting,
  dropWaiting,
  lastDigests,
  planMail,
  plannedOn,
  reachable,
  soonWaiting,
  type WaitingNews,
} from './plan.store.ts'
import { digestsToCome, isDigestDue, isSoonDue } from './schedule.rules.ts'

type PlanServices = Pick<Services, 'store' | 'config'>

/** Unique on this site; every attempt to send the mail has the same one. */
const newMessageId = (services: PlanServices) => `<${randomHex(16)}@${mailHost(services)}>`

/** The settings of people who get mail; what waits for the others is dropped. */
async function settingsOfReachable(services: PlanServices, waiting: readonly WaitingNews[]) {
  const uids = [...new Set(waiting.map(({ uid }) => uid))]
  const there = await reachable(services, uids)
  const settings = await settingsOf(services.store.db, uids)
  const isMailed = (uid: number) => there.has(uid) && (settings.get(uid)?.bounced ?? 0) < BOUNCED_FROM
  await dropWaiting(
    services,
    uids.filter((uid) => !isMailed(uid)),
  )
  for (const uid of uids) if (!isMailed(uid)) settings.delete(uid)
  return settings
}

/**
 * Plans the soon-mails that are due. After twelve mails of a day, with the digests of that day, the rest comes in the next digest.
 * Digests that are due are planned before.
 */
export async function planSoon(services: PlanServices, now: number): Promise<void> {
  const waiting = await soonWaiting(services)
  if (waiting.length === 0) return
  const settings = await settingsOfReachable(services, waiting)
  for (const news of waiting) {
    const setting = settings.get(news.uid)
    if (!setting || !isSoonDue(setting, news, now)) continue
    const { day } = localTime(setting.zone, now)
    if ((await sentOn(services, news.uid, day)) + digestsToCome(setting, now) >= MAILS_MAX) {
      await deferSoon(services, news.uid)
      continue
    }
    const number = (await plannedOn(services.store.db, news.uid, day)) + 1
    await planMail(services, { uid: news.uid, kind: 'soon', day: `${day}#${number}`, message_id: newMessageId(services), now })
  }
}

/** Plans the digests that are due, for a part of the people at a time. */
export async function planDigests(services: PlanServices, now: number, signal?: AbortSignal): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const waiting = await digestsWaiting(services, after)
    const last = waiting.at(-1)
    if (!last) return
    after = last.uid
    const settings = await settingsOfReachable(services, waiting)
    const sent = await lastDigests(services, [...settings.keys()])
    for (const news of waiting) {
      const setting = settings.get(news.uid)
      const kind = news.mail as DigestKind
      const due = setting && isDigestDue(kind, setting, news, sent.get(`${news.uid} ${kind}`) ?? 0, now)
      if (!setting || due === undefined) continue
      // The key is the time at which it was due, so that two servers plan one, and a person who moves has none left out.
      const day = `${localTime(setting.zone, due).day}@${due}`
      await planMail(services, { uid: news.uid, kind, day, message_id: newMessageId(services), now })
    }
  }
}
