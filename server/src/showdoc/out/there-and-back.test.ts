import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type MoveReport, proofsOf } from '@sheaf/contract'
import { describe, expect, it } from 'vitest'
import { anEmptyPlace, command, folder } from '../../test/process/terminal.ts'
import { realShowdoc } from '../../test/samples/showdoc-real.ts'
import { smallShowdoc } from '../../test/samples/showdoc-small.ts'

async function moved(dir: string, place: Record<string, string>) {
  const { code, out, err } = await command(['import-showdoc', dir, '--json'], place)
  expect(code, err).toBe(0)
  return JSON.parse(out) as MoveReport
}

/** The parts that must match: the row counts of every migrated table, and the hashes of every text, file, comment, voice and subscription. */
const essence = (report: MoveReport) => ({
  rows: Object.fromEntries(
    report.tables.filter(({ table, written }) => written && table !== 'options').map(({ table, written }) => [table, written]),
  ),
  proofs: proofsOf(report).map(([name, { compared, same, before, after }]) => ({ name, compared, same, before, after })),
})

describe.each(['sqlite', 'postgres'])('a ShowDoc that was imported and exported, on %s', (kind) => {
  it.each(['2.9', '3.9'])(
    'is imported again with the same counts and hashes: %s',
    async (version) => {
      const dir = folder()
      execFileSync('tar', ['xzf', realShowdoc(version), '-C', dir])
      const place = await anEmptyPlace(kind)
      const first = await moved(dir, place)
      const out = join(folder(), 'out')
      expect((await command(['export-showdoc', out], place)).code).toBe(0)
      const second = await moved(out, await anEmptyPlace(kind))
      expect(essence(second)).toEqual(essence(first))
      expect([second.ids.count, second.renamed.count, second.pages.different.count]).toEqual([0, 0, 0])
    },
    60_000,
  )

  it('keeps 2,000 comments, 500 voices and 300 subscriptions of ShowDoc 3.9, with the same hashes', async () => {
    const dir = folder()
    const made = smallShowdoc(dir, '3.9')
    made.run('update item set allow_comment = 1 where item_id = 1')
    for (let n = 0; n < 200; n++) {
      const about = { item_id: 1, addtime: 1_700_000_000 + n }
      made.add('page', { page_id: 1000 + n, ...about, cat_id: 0, author_uid: 2, page_title: `Page ${n}`, page_content: `Text ${n}` })
      for (let m = 0; m < 10; m++) {
        const parent_id = m % 3 === 0 ? 0 : 100 + n * 10 + m - (m % 3)
        const comment = { comment_id: 100 + n * 10 + m, parent_id, uid: 2 + (m % 2), username: 'wangwu', content: `${n} &lt; ${m} 评论` }
        made.add('page_comment', { ...about, page_id: 1000 + n, ...comment })
      }
      for (const uid of n < 150 ? [2, 3, 0] : [0]) {
        const client_id = uid === 0 ? `browser${n}` : null
        made.add('page_feedback', { ...about, page_id: 1000 + n, uid, client_id, feedback_type: 1 + (n % 2) })
      }
      for (const uid of n < 100 ? [2, 3] : [2]) {
        const about = { object_id: 1000 + n, object_type: 'page', action_type: 'update', sub_time: '2026-11-20 16:46:56' }
        made.add('subscription', { uid, ...about })
      }
    }
    made.close()
    const place = await anEmptyPlace(kind)
    const first = await moved(dir, place)
    const out = join(folder(), 'out')
    expect((await command(['export-showdoc', out], place)).code).toBe(0)
    const second = await moved(out, await anEmptyPlace(kind))
    const proofs = essence(first).proofs.slice(-3)
    expect(proofs).toMatchObject([
      { name: 'comments', compared: 2003, same: 2003 },
      { name: 'voices', compared: 502, same: 502 },
      { name: 'subscriptions', compared: 303, same: 303 },
    ])
    expect(essence(second).proofs.slice(-3)).toMatchObject([
      { name: 'comments', compared: 2003, same: 2003 },
      { name: 'voices', compared: 502, same: 502 },
      { name: 'subscriptions', compared: 302, same: 302 },
    ])
    expect(second.comments?.before).toBe(first.comments?.before)
  })
})
