import { Refusal, WATCHES_MAX } from '@sheaf/contract'
import { mustEditPage } from '../access/access.ts'
import { readersOf } from '../access/people.ts'
import type { AllHandlers, Ctx } from '../context.ts'

/** People of one request. */
const PEOPLE_MAX = 200

/** Numbers of people as ShowDoc reads them: what is no number is left out. */
function peopleIn(uids: string): number[] {
  const found = [...new Set(uids.split(',').map((text) => Number(/^\s*\d{1,9}\s*$/.test(text) ? text : 0)))].filter((uid) => uid > 0)
  if (found.length > PEOPLE_MAX) throw new Refusal('badInput', { field: 'uids' })
  return found
}

/** What people watch by a setting for a page, in the form of ShowDoc 3.9 (W40). */
export const subscription: AllHandlers['subscription'] = {
  async getPageList({ page_id }, ctx) {
    await mustEditPage(ctx, page_id)
    const rows = await ctx.db
      .selectFrom('watch')
      .innerJoin('user', 'user.uid', 'watch.uid')
      .select([
        'watch.watch_id as id',
        'watch.uid',
        'watch.subject_id as object_id',
        'watch.addtime as sub_time',
        'user.username',
        'user.name',
      ])
      .where('watch.kind', '=', 'page')
      .where('watch.subject_id', '=', page_id)
      .where('watch.level', '<>', 'muted')
      .orderBy('watch.watch_id')
      .limit(PEOPLE_MAX)
      .execute()
    return rows.map((row) => ({ ...row, object_type: 'page' as const, action_type: 'update' as const }))
  },

  async savePage({ page_id, uids }, ctx) {
    const { page, item } = await mustEditPage(ctx, page_id)
    const readers = await readersOf(ctx, item, page.cat_id, peopleIn(uids))
    const room = await withRoom(ctx, readers)
    if (room.length > 0)
      await ctx.store.write((trx) =>
        trx
          .insertInto('watch')
          .values(
            room.map((uid) => ({
              uid,
              kind: 'page' as const,
              subject_id: page_id,
              item_id: page.item_id,
              page_id,
              level: 'changes' as const,
              source: 'own' as const,
              addtime: ctx.now(),
            })),
          )
          // The own choice of a person stays, muted ones too.
          .onConflict((conflict) => conflict.columns(['uid', 'team_id', 'kind', 'subject_id']).doNothing())
          .execute(),
      )
    return []
  },

  async deletePage({ page_id, uids }, ctx) {
    await mustEditPage(ctx, page_id)
    const people = peopleIn(uids)
    if (people.length > 0)
      await ctx.db
        .deleteFrom('watch')
        .where('kind', '=', 'page')
        .where('subject_id', '=', page_id)
        .where('team_id', '=', 0)
        .where('level', '<>', 'muted')
        .where('uid', 'in', people)
        .execute()
    return []
  },
}

/** Those who can watch one place more. */
async function withRoom(ctx: Ctx<'user'>, uids: number[]): Promise<number[]> {
  if (uids.length === 0) return []
  const full = await ctx.db
    .selectFrom('watch')
    .select('uid')
    .where('uid', 'in', uids)
    .groupBy('uid')
    .having((row) => row.fn.countAll(), '>=', WATCHES_MAX)
    .execute()
  return uids.filter((uid) => !full.some((row) => row.uid === uid))
}
