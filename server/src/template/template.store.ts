import type { Db } from '../db/schema.ts'

interface NewTemplate {
  uid: number
  template_title: string
  template_content: string
  addtime: number
}

export const templatesOf = (db: Db, uid: number) =>
  db
    .selectFrom('template')
    .select(['id', 'uid', 'template_title', 'template_content', 'addtime'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .execute()

export const insertTemplate = (db: Db, row: NewTemplate) => db.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()

/** Returns 1, or 0 when the user has no such template. */
export const deleteTemplate = async (db: Db, uid: number, id: number) =>
  Number((await db.deleteFrom('template').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()).numDeletedRows)

export const countTemplates = async (db: Db, uid: number) =>
  Number(
    (
      await db
        .selectFrom('template')
        .select((row) => row.fn.countAll().as('n'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    ).n,
  )
