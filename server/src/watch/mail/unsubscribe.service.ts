import { Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { lockUser } from '../../db/lock-user.ts'
import type { Db } from '../../db/schema.ts'
import { putSetting, settingOf } from '../setting/setting.store.ts'
import { type Ending, nameOf, openToken, shownScope } from './unsubscribe.rules.ts'

type EndServices = Pick<Services, 'store' | 'config'>

/** Places and groups that one person can end by links; the oldest ones are forgotten. */
const ENDED_MAX = 2000

/** The account of a token. Changed, truncated, foreign and old ones get the same refusal. */
async function holderOf(services: EndServices, db: Db, token: string) {
  const opened = openToken(services, token)
  const user = opened && (await db.selectFrom('user').select(['uid', 'email']).where('uid', '=', opened.uid).executeTakeFirst())
  const setting = user && (await settingOf(db, user.uid))
  if (!opened || !user || !setting || setting.counter !== opened.counter) throw new Refusal('linkInvalid')
  return { user, setting, ending: opened.ending }
}

export async function endingIn(services: EndServices, token: string) {
  const { user, ending } = await holderOf(services, services.store.db, token)
  return shownScope(ending, user.email)
}

/**
 * Ends what the token names, or takes that back. News that wait, also in mails that are planned, are left out when their mail is made, so
 * that taking it back loses nothing.
 */
export const endMail = (services: EndServices, token: string, isUndone: boolean) =>
  services.store.write(async (trx) => {
    const opened = openToken(services, token)
    if (opened) await lockUser(trx, opened.uid)
    const { user, setting, ending } = await holderOf(services, trx, token)
    const ended = endedWith(setting.ended, ending, isUndone)
    await putSetting(trx, user.uid, { ended: ended.length > 0 ? JSON.stringify(ended) : '' })
    return shownScope(ending, user.email)
  })

function endedWith(ended: readonly string[], ending: Ending, isUndone: boolean): string[] {
  const name = nameOf(ending)
  const others = ended.filter((one) => one !== name)
  return isUndone ? others : [...others, name].slice(-ENDED_MAX)
}
