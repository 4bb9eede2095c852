import { Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { putSetting, settingOf } from '../setting/setting.store.ts'
import { type Ends, namedIn, scopeOf } from './unsubscribe.rules.ts'

type LinkServices = Pick<Services, 'store' | 'config'>

/** Subjects that a person can have ended by links; the oldest are forgotten first. */
const ENDED_MAX = 500

async function personOf(services: LinkServices, db: Db, token: string) {
  const named = namedIn(services, token)
  const user = await db.selectFrom('user').select(['uid', 'email']).where('uid', '=', named.uid).executeTakeFirst()
  const setting = await settingOf(db, named.uid)
  if (!user || setting.counter !== named.counter) throw new Refusal('linkInvalid')
  return { ...named, email: user.email, setting }
}

export async function scopeOfLink(services: LinkServices, token: string) {
  const { ends, email } = await personOf(services, services.store.db, token)
  return scopeOf(ends, email)
}

/** Ends the mail that a link names, also mail that waits; `undo` takes it back. Doing either twice changes nothing more. */
export const endByLink = (services: LinkServices, token: string, undo: boolean) =>
  services.store.write(async (trx) => {
    const { uid, ends, email, setting } = await personOf(services, trx, token)
    const others = setting.ended.filter((one) => one !== ends)
    const ended: string[] = undo ? others : [...others, ends].slice(-ENDED_MAX)
    await putSetting(trx, uid, { ended: ended.length > 0 ? JSON.stringify(ended) : '' })
    return scopeOf(ends, email)
  })

/** Whether a link has ended mail about news of a group at these places. */
export const isEnded = (ended: readonly string[], group: string, places: readonly Ends[]) =>
  ended.some((one) => one === 'all' || one === group || places.includes(one as Ends))
