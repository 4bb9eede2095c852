import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import type { Source } from '../source.store.ts'
import type { WordedPage } from './out.worker.ts'

/** The parts of a source that people have written about, with the catalogs of their pages. */
export const wordedParts = (db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>) =>
  db
    .selectFrom('source_word as word')
    .innerJoin('source_part as part', (join) => join.onRef('part.part_id', '=', 'word.part_id').onRef('part.page_id', '=', 'word.page_id'))
    .innerJoin('page', 'page.page_id', 'word.page_id')
    .select(['part.part_id', 'part.kind', 'part.part_key', 'page.page_id', 'page.cat_id'])
    .distinct()
    .where('part.source_id', '=', source_id)
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .where('page.is_composed', '=', 1)
    .orderBy('part.part_id')
    .execute()

/** The stored texts of the pages of these parts, with all keys that their blocks can have. */
export async function wordedPages(db: Db, parts: Awaited<ReturnType<typeof wordedParts>>): Promise<WordedPage[]> {
  const pages: WordedPage[] = []
  for (const some of inParts(parts, 100)) {
    const [ids, page_ids] = [some.map((part) => part.part_id), some.map((part) => part.page_id)]
    const texts = await db.selectFrom('page_text').select(['page_id', 'page_text']).where('page_id', 'in', page_ids).execute()
    const aliases = await db.selectFrom('source_alias').select(['part_id', 'part_key']).where('part_id', 'in', ids).execute()
    for (const { part_id, page_id, kind, part_key: key } of some) {
      const text = texts.find((one) => one.page_id === page_id)
      const former = aliases.filter((one) => one.part_id === part_id).map((one) => one.part_key)
      if (text) pages.push({ kind, key, keys: [key, ...former], page_text: text.page_text })
    }
  }
  return pages
}

/** Characters of the texts of these pages. */
export async function lengthOfTexts(db: Db, page_ids: number[]): Promise<number> {
  let length = 0
  for (const some of inParts(page_ids)) {
    const row = await db
      .selectFrom('page_text')
      .select((of) => of.fn.sum<number>(of.fn<number>('length', ['page_text'])).as('length'))
      .where('page_id', 'in', some)
      .executeTakeFirst()
    length += Number(row?.length ?? 0)
  }
  return length
}
