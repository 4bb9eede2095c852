import { sql } from 'kysely'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

const OFFERS_MAX = 500

/** The open offer of a page with the person who was asked. */
export const offerOfPage = (db: Db, page_id: number) =>
  db
    .selectFrom('steward_offer as offer')
    .innerJoin('user', 'user.uid', 'offer.uid')
    .select(['offer.offer_id', 'offer.from_uid', 'offer.uid', 'user.username', 'offer.addtime'])
    .select(sql<string>`coalesce(nullif("user".name, ''), "user".username)`.as('name'))
    .where('offer.page_id', '=', page_id)
    .executeTakeFirst()

const whole = (db: Db) =>
  db
    .selectFrom('steward_offer as offer')
    .innerJoin('page', 'page.page_id', 'offer.page_id')
    .innerJoin('item', 'item.item_id', 'offer.item_id')
    .innerJoin('user as giver', 'giver.uid', 'offer.from_uid')
    .innerJoin('user as taker', 'taker.uid', 'offer.uid')
    .select(['offer.offer_id', 'offer.page_id', 'page.page_title', 'page.cat_id', 'offer.item_id', 'item.item_name', 'offer.addtime'])
    .select(['offer.from_uid', 'giver.username as from_username', 'offer.uid', 'taker.username'])
    .select(sql<string>`coalesce(nullif(giver.name, ''), giver.username)`.as('from_name'))
    .select(sql<string>`coalesce(nullif(taker.name, ''), taker.username)`.as('name'))
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0)

export const offerById = (db: Db, offer_id: number) => whole(db).where('offer.offer_id', '=', offer_id).executeTakeFirst()

export const offersOf = (db: Db, side: 'from_uid' | 'uid', uid: number) =>
  whole(db).where(`offer.${side}`, '=', uid).orderBy('offer.offer_id', 'desc').limit(OFFERS_MAX).execute()

/** Makes the offers; one that is open for the same page goes. */
export async function putOffers(db: Db, offer: { item_id: number; from_uid: number; uid: number; addtime: number }, page_ids: number[]) {
  for (const part of inParts(page_ids, 100)) {
    await db.deleteFrom('steward_offer').where('page_id', 'in', part).execute()
    await db
      .insertInto('steward_offer')
      .values(part.map((page_id) => ({ ...offer, page_id })))
      .execute()
  }
}

/** Takes an offer away; false if another request has done so. */
export const takeOffer = async (db: Db, offer_id: number) =>
  Number((await db.deleteFrom('steward_offer').where('offer_id', '=', offer_id).executeTakeFirst()).numDeletedRows) > 0

/** Someone else was made responsible for these pages, so offers of the former steward are void. */
export async function voidOffers(db: Db, item_id: number) {
  await sql`delete from steward_offer where item_id = ${item_id}
    and from_uid <> (select r.uid from page_review r where r.page_id = steward_offer.page_id)`.execute(db)
}
