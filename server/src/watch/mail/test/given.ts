import type { Updateable } from 'kysely'
import { findMeanings } from '../../../change/finding/finding.service.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Product, TestUser } from '../../../test/product.ts'
import { putSetting } from '../../setting/setting.store.ts'
import { planDigests, planSoon } from '../plan.service.ts'
import { sendDue } from '../send.service.ts'

type Fields = Partial<Omit<Updateable<Schema['tell']>, 'about'>> & { about?: object }

/** What the tests of mail do: news of a person, a clock, and the work of the server at a time. */
export function mailing(product: Product) {
  const { server } = product
  const { services } = server
  const { db } = services.store
  const plan = async (now: number) => {
    await planDigests(services, now)
    await planSoon(services, now)
  }
  return {
    db,
    services,
    /** A confirmed address and settings; the name that mails show. */
    async reached({ uid }: TestUser, name: string, setting: Parameters<typeof putSetting>[2] = {}) {
      const email = `${name.toLowerCase().replace(/\W/g, '')}${uid}@example.test`
      await db.updateTable('user').set({ email, email_verify: 1, name, email_key: email }).where('uid', '=', Number(uid)).execute()
      await putSetting(db, Number(uid), { language: 'en', ...setting })
      return email
    },
    async tell({ uid }: TestUser, at: number, { about = {}, ...more }: Fields) {
      const row = { uid: Number(uid), news_group: 'watched', kind: 'page.changed', news_key: `k${at}${JSON.stringify(about)}`, item_id: 0 }
      const times = { mail: 'daily' as const, addtime: at, last_time: at }
      await db
        .insertInto('tell')
        .values({ ...row, ...times, ...more, about: JSON.stringify(about) } as never)
        .execute()
    },
    /** The numbers of the changes of a page, when their meanings are known. */
    async changesOf(page_id: string) {
      await findMeanings(services)
      const rows = await db.selectFrom('change').select('change_id').where('page_id', '=', Number(page_id)).orderBy('change_id').execute()
      return rows.map(({ change_id }) => change_id)
    },
    async mails({ uid }: TestUser) {
      return db.selectFrom('mail').selectAll().where('uid', '=', Number(uid)).orderBy('mail_id').execute()
    },
    async states({ uid }: TestUser) {
      const rows = await db
        .selectFrom('tell')
        .select(['state', 'mail', 'mail_id'])
        .where('uid', '=', Number(uid))
        .orderBy('tell_id')
        .execute()
      return rows.map(({ state, mail, mail_id }) => `${state} ${mail}${mail_id ? '' : ' free'}`)
    },
    plan,
    /** Plans and sends what is due at a time. */
    async work(now: number) {
      await plan(now)
      await sendDue(services, { clock: () => now })
    },
  }
}
