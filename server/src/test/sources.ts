import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { Db } from '../db/schema.ts'
import { description, orders } from '../source/test/orders.ts'

interface Wanted {
  item_id: number
  cat_id: number
  /** A page that shows a part and has its own text until now. */
  page_id: number
  title: string
  at: number
}

/** A named schema that the first operation uses. */
function withSchema(bytes: Buffer): Buffer {
  const document = JSON.parse(bytes.toString())
  document.components = { schemas: { Order: { properties: { quantity: { type: 'integer' } } } } }
  document.paths['/orders'].get.responses['200'].content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } }
  return Buffer.from(JSON.stringify(document))
}

/**
 * Writes a source into the tables: a version that pages show, one that is held, a part with this page, and one that is left out. Returns
 * ids as the wire has them.
 */
export async function addSourceRows(db: Db, { item_id, cat_id, page_id, title, at }: Wanted) {
  const settings = { kind: 'openapi', name: 'orders', title, language: 'en', on_gone: 'bin', views: 'operations' } as const
  const { source_id } = await db
    .insertInto('source')
    .values({ ...settings, item_id, cat_id, uid: null, addtime: at, check_time: at })
    .returning('source_id')
    .executeTakeFirstOrThrow()
  const version = async (seq: number, bytes: Buffer, state: 'applied' | 'held') => {
    const origin = {
      file_name: 'orders.json',
      label: '',
      commit_id: '',
      branch: '',
      commit_time: 0,
      uid: null,
      username: 'API',
      addtime: at,
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const row = { ...origin, source_id, seq, sha256, bytes: zstdCompressSync(bytes), size: bytes.length, state, report: '{}' }
    return (await db.insertInto('source_version').values(row).returning('version_id').executeTakeFirstOrThrow()).version_id
  }
  // A change that can be accepted, and one that is.
  const seals = ['a', 'b'].map((one) => one.repeat(64))
  const changes = seals.map((seal) => ({ kind: 'operation', key: 'refund', label: 'POST /refunds', rule: 'operation.gone', seal }))
  const version_id = await version(1, withSchema(description()), 'applied')
  const held_id = await version(2, description(orders.slice(0, 1)), 'held')
  const stored = changes.map((change) => ({ ...change, class: 'breaking', path: '', before: 'POST /refunds', after: '' }))
  await db
    .updateTable('source_version')
    .set({ changes: JSON.stringify(stored) })
    .where('version_id', '=', version_id)
    .execute()
  await db
    .insertInto('source_accepted')
    .values({ source_id, seal: 'b'.repeat(64), reason: 'Agreed', uid: null, username: 'alice', addtime: at })
    .execute()
  await db.updateTable('source').set({ version_id }).where('source_id', '=', source_id).execute()
  const call = { method: 'GET', url: '/orders' }
  const part = { kind: 'operation', name: '', method: 'GET', path: '/orders', seal: '', title_base: 'List orders', since_seq: 1, source_id }
  const body = zstdCompressSync(JSON.stringify({ call }))
  const { part_id } = await db
    .insertInto('source_part')
    .values({ ...part, part_key: 'listOrders', title: 'List orders', body, page_id })
    .returning('part_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('source_part')
    .values({ ...part, part_key: 'leftOut', title: 'Left out', body, is_detached: 1 })
    .execute()
  const { part_id: from_part } = await db
    .insertInto('source_part')
    .values({ ...part, part_key: 'oldList', title: 'List', body, gone_seq: 1 })
    .returning('part_id')
    .executeTakeFirstOrThrow()
  const { match_id } = await db
    .insertInto('source_match')
    .values({ source_id, version_id, from_part, to_part: part_id, score: 900, state: 'open', uid: null })
    .returning('match_id')
    .executeTakeFirstOrThrow()
  const { page_content: page_text } = await db
    .updateTable('page')
    .set({ is_composed: 1 })
    .where('page_id', '=', page_id)
    .returning('page_content')
    .executeTakeFirstOrThrow()
  const block = '```operation orders listOrders\ndescription: Ours\n```\n'
  await db
    .insertInto('page_text')
    .values({ page_id, item_id, page_text: `${page_text}\n\n${block}` })
    .execute()
  await db.insertInto('page_part').values({ page_id, part_id }).execute()
  const intro = { page_title: 'Introduction', page_content: 'All about orders.', page_comments: '', author_username: 'alice' }
  const { page_id: intro_id } = await db
    .insertInto('page')
    .values({ ...intro, item_id, cat_id, s_number: 0, author_uid: null, creator_uid: null, addtime: at, created: at, is_composed: 1 })
    .returning('page_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('page_text').values({ page_id: intro_id, item_id, page_text: '```introduction orders\n```\n' }).execute()
  const { part_id: intro_part } = await db
    .insertInto('source_part')
    .values({
      ...{ ...part, kind: 'introduction', method: '', path: '', part_key: '', title: 'Introduction', page_id: intro_id },
      body: zstdCompressSync(JSON.stringify({ markdown: 'All about orders.', schemas: ['Order'] })),
    })
    .returning('part_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('page_part').values({ page_id: intro_id, part_id: intro_part }).execute()
  const url = 'https://sources.test/orders.json'
  await db
    .insertInto('source_fetch')
    .values({ source_id, url, every_hours: 24, header_name: '', header_sealed: '', next_time: at + 86_400 })
    .execute()
  const ids = { source_id, held_id, page_id, match_id, intro_id }
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)])) as Record<keyof typeof ids, string>
}
