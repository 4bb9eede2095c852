import { sql } from 'kysely'
import type { StoredReason } from '../content/proof/proof.rules.ts'
import { inParts } from '../db/batches.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'

/** The proofs of a page with the names of those who accepted them. */
export const proofsWithNames = (db: Db, page_id: number) =>
  db
    .selectFrom('proof')
    .selectAll()
    .select(nameColumn(personName('proof.accepted_uid', 'proof.accepted_username')).as('accepted_name'))
    .where('page_id', '=', page_id)
    .orderBy('position')
    .execute()

export const patternsOf = async (db: Db, item_id: number) =>
  new Map(
    (await db.selectFrom('proof_repo').select(['repo', 'pattern']).where('item_id', '=', item_id).execute()).map(({ repo, pattern }) => [
      repo,
      pattern,
    ]),
  )

export async function storedOf(db: Db, page_id: number) {
  const row = await db.selectFrom('page_state').selectAll().where('page_id', '=', page_id).executeTakeFirst()
  return { state: row?.state ?? '', fresh_until: row?.fresh_until ?? 0, since: row?.since ?? 0, reasons: readReasons(row?.reasons) }
}

const readReasons = (stored = '[]') => JSON.parse(stored) as StoredReason[]

/** The reasons of pages as they are stored. */
export async function reasonsOf(db: Db, page_ids: number[]) {
  const reasons = new Map<number, StoredReason[]>()
  for (const some of inParts(page_ids))
    for (const row of await db.selectFrom('page_state').select(['page_id', 'reasons']).where('page_id', 'in', some).execute())
      reasons.set(row.page_id, readReasons(row.reasons))
  return reasons
}

/** The repositories that proofs name, with the catalogs of their pages. */
export const reposNamed = (db: Db, item_id: number) =>
  db
    .selectFrom('proof')
    .innerJoin('page', 'page.page_id', 'proof.page_id')
    .select(['proof.repo', 'page.cat_id'])
    .distinct()
    .where('proof.item_id', '=', item_id)
    .where('proof.kind', '=', 'file')
    .where('page.is_del', '=', 0)
    .execute()

/** The people behind these numbers. */
export async function peopleOf(db: Db, uids: number[]) {
  const people = new Map<number, { username: string; name: string }>()
  for (const some of inParts([...new Set(uids)]))
    for (const { uid, username, name } of await db
      .selectFrom('user')
      .select(['uid', 'username', 'name'])
      .where('uid', 'in', some)
      .execute())
      people.set(uid, { username, name: name || username })
  return people
}

export const reposOf = (db: Db, item_id: number) =>
  db.selectFrom('proof_repo').select(['repo', 'pattern', 'seen_ref', 'seen_time']).where('item_id', '=', item_id).orderBy('repo').execute()

/** A build has reported, or a manager has set the pattern. */
export const putRepo = (db: Db, item_id: number, repo: string, row: { pattern: string } | { seen_ref: string; seen_time: number }) =>
  db
    .insertInto('proof_repo')
    .values({ item_id, repo, ...row })
    .onConflict((conflict) => conflict.columns(['item_id', 'repo']).doUpdateSet(row))
    .execute()

/** The proofs that a build checks: of one repository, or addresses. */
const toCheck = (db: Db, item_id: number, repo: string) =>
  db
    .selectFrom('proof')
    .innerJoin('page', 'page.page_id', 'proof.page_id')
    .where('proof.item_id', '=', item_id)
    .where('proof.kind', '=', repo === '' ? 'address' : 'file')
    .where('proof.repo', '=', repo)
    .where('page.is_del', '=', 0)

export async function proofsToCheck(db: Db, item_id: number, repo: string, { offset, count }: { offset: number; count: number }) {
  const list = await toCheck(db, item_id, repo)
    .select(['proof.proof_id', 'proof.page_id', 'page.page_title', 'proof.heading', 'proof.target', 'proof.accepted'])
    .orderBy('proof.proof_id')
    .offset(offset)
    .limit(count)
    .execute()
  const { total } = await toCheck(db, item_id, repo)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}

export async function reportedProofs(db: Db, item_id: number, repo: string, proof_ids: number[]) {
  const rows = await toCheck(db, item_id, repo).selectAll('proof').where('proof.proof_id', 'in', proof_ids).execute()
  return new Map(rows.map((row) => [row.proof_id, row]))
}

/** The operations that these pages of the item show; `is_own` is 1 on the page of the operation itself. */
export async function operationsOn(db: Db, item_id: number, page_ids: number[]) {
  const rows = []
  for (const some of inParts(page_ids))
    rows.push(
      ...(await db
        .selectFrom('page_part as shown')
        .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
        .innerJoin('source', 'source.source_id', 'part.source_id')
        .select(['shown.page_id', 'part.part_id', 'part.method', 'part.path'])
        .select(sql<number>`case when part.page_id = shown.page_id then 1 else 0 end`.as('is_own'))
        .where('shown.page_id', 'in', some)
        .where('source.item_id', '=', item_id)
        .where('part.kind', '=', 'operation')
        .orderBy('shown.page_id')
        .orderBy('part.part_id')
        .execute()),
    )
  return rows
}

export async function bodiesOf(db: Db, part_ids: number[]) {
  const rows = []
  for (const some of inParts(part_ids))
    rows.push(...(await db.selectFrom('source_part').select(['part_id', 'body']).where('part_id', 'in', some).execute()))
  return rows
}
