import { sql } from 'kysely'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'
import type { Source } from './source.store.ts'

const LISTED_MAX = 500

/** The pages of parts that the source no longer has, with the version that left them out, and who saved them last. */
export const goneParts = (db: Db, { source_id, item_id }: Source) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .leftJoin('source_version as version', (join) =>
      join.onRef('version.source_id', '=', 'part.source_id').onRef('version.seq', '=', 'part.gone_seq'),
    )
    .select(['part.kind', 'part.title', 'part.method', 'part.path', 'part.page_id', 'part.gone_seq as seq'])
    .select(['page.page_title', 'page.cat_id', 'page.version'])
    .select(sql<string>`coalesce(version.label, '')`.as('label'))
    .select(nameColumn(personName('page.author_uid', 'page.author_username')).as('writer'))
    .where('part.source_id', '=', source_id)
    .where('part.gone_seq', '>', 0)
    .where('part.is_detached', '=', 0)
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .orderBy('part.gone_seq', 'desc')
    .orderBy('part.part_id')
    .limit(LISTED_MAX)
    .execute()
