import type { WatchSettings } from '@sheaf/contract'
import type { Ctx } from '../../context.ts'
import { lockUser } from '../../db/lock-user.ts'
import { canMail } from '../../runtime/mail.ts'
import {
  BOUNCED_FROM,
  MAILS_MAX,
  mustBeLanguage,
  mustBeWithin,
  mustBeZone,
  type Quiet,
  type Rows,
  rowsAfter,
  type Setting,
} from './setting.rules.ts'
import { putSetting, sentOn, settingOf } from './setting.store.ts'
import { localTime } from './zone.rules.ts'

const mailState = (
  ctx: Parameters<typeof canMail>[0],
  { email, email_verify }: { email: string; email_verify: number },
  { bounced }: Pick<Setting, 'bounced'>,
) => (!canMail(ctx) ? 'off' : email === '' ? 'no_address' : bounced >= BOUNCED_FROM ? 'bounced' : email_verify === 0 ? 'unverified' : 'ok')

export async function shownSettings(ctx: Ctx<'user'>): Promise<WatchSettings> {
  const { uid, email } = ctx.user
  const setting = await settingOf(ctx.db, uid)
  const stored = await ctx.db.selectFrom('tell_setting').select('language').where('uid', '=', uid).executeTakeFirst()
  return {
    rows: setting.rows,
    quiet: setting.quiet,
    digest_hour: setting.digest_hour,
    digest_day: setting.digest_day,
    zone: setting.zone,
    language: stored?.language ?? '',
    mail: mailState(ctx, ctx.user, setting),
    email,
    sent_today: await sentOn(ctx, uid, localTime(setting.zone, ctx.now()).day),
    day_max: MAILS_MAX,
  }
}

interface Given {
  rows?: { [G in keyof Rows]?: Rows[G] | undefined } | undefined
  quiet?: Quiet | undefined
  digest_hour: number | undefined
  digest_day: number | undefined
  zone: string | undefined
  language: string | undefined
}

/** Stores the given fields. */
export async function saveSettings(ctx: Ctx<'user'>, { rows, quiet, digest_hour, digest_day, zone, language }: Given) {
  const { uid } = ctx.user
  const change = {
    ...(quiet && { quiet: JSON.stringify(quiet) }),
    ...(digest_hour !== undefined && { digest_hour: mustBeWithin('digest_hour', digest_hour, 0, 23) }),
    ...(digest_day !== undefined && { digest_day: mustBeWithin('digest_day', digest_day, 1, 7) }),
    ...(zone !== undefined && { zone: mustBeZone(zone) }),
    ...(language !== undefined && { language: mustBeLanguage(language) }),
  }
  await ctx.store.write(async (trx) => {
    await lockUser(trx, uid)
    const next = rows && rowsAfter(await settingOf(trx, uid), rows)
    const chosen = next && { news_rows: JSON.stringify(next.rows), ended: next.ended.length > 0 ? JSON.stringify(next.ended) : '' }
    const stored = { ...change, ...chosen }
    if (Object.keys(stored).length > 0) await putSetting(trx, uid, stored)
    if (next) await followRows(trx, uid, next.rows)
  })
  return shownSettings(ctx)
}

/** What `notify` writes into a notice that goes to all members of a large team. */
const OF_MANY = '%"is_many":true%'

/** News that wait follow the new settings; those of a group without mail are not mailed, and those of a large team never soon. */
async function followRows(trx: Ctx['db'], uid: number, rows: Rows) {
  for (const [group, { mail }] of Object.entries(rows)) {
    const waiting = trx.updateTable('tell').where('uid', '=', uid).where('state', '=', 'waiting').where('mail_id', '=', 0)
    const own = waiting.where('news_group', '=', group)
    if (mail === 'none') await own.set({ state: 'dropped' }).execute()
    else await own.set({ mail }).execute()
    if (mail !== 'soon') continue
    const ofMany = trx.selectFrom('notice').select('notice_id').where('uid', '=', uid).where('notice_content', 'like', OF_MANY)
    await own.where('notice_id', '>', 0).where('notice_id', 'in', ofMany).set({ mail: 'daily' }).execute()
  }
}
