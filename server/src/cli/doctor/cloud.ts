import type { Services } from '../../context.ts'
import type { Files } from '../../storage/storage.ts'
import { bad, type Finding, good } from './finding.ts'
import { storeTrouble } from './outside.ts'

type Where = Pick<Services, 'store' | 'files'>

const CLOUD_FILES_LISTED_MAX = 10
const CLOUD_BATCH_ROWS = 1000

/** Files whose bytes lie in a cloud store that does not have them: each store is asked once for all its names. */
export async function checkCloud(where: Where): Promise<Finding[]> {
  const rows = await where.store.db.selectFrom('attachment').select('store').distinct().where('store', '<>', 'local').execute()
  return Promise.all(rows.map(({ store }) => checkOne(where, store).catch(storeTrouble)))
}

async function checkOne(where: Where, kind: string): Promise<Finding> {
  const there = await sizesIn(await where.files.of(kind))
  const wrong: string[] = []
  let files = 0
  for await (const { path, file_id, display_name, file_size } of rowsIn(where, kind)) {
    files++
    if (there.get(path) !== file_size) wrong.push(`${path} (${file_id}, ${display_name})`)
  }
  if (wrong.length === 0) return good(`The store ${kind} has all its ${files} files.`, `存储 ${kind} 中的 ${files} 个文件齐全。`)
  const list = `${wrong.slice(0, CLOUD_FILES_LISTED_MAX).join(', ')}${wrong.length > CLOUD_FILES_LISTED_MAX ? ' …' : ''}`
  return bad(
    {
      en: `${wrong.length} of ${files} files are missing or cut off in the store ${kind}: ${list}`,
      zh: `存储 ${kind} 的 ${files} 个文件中有 ${wrong.length} 个缺失或不完整：${list}`,
    },
    { en: 'Get them back from an older version of the bucket, or from a copy of it.', zh: '请从存储桶的历史版本或备份中恢复。' },
  )
}

async function sizesIn(files: Files) {
  const sizes = new Map<string, number>()
  for await (const { name, size } of files.list()) sizes.set(name, size)
  return sizes
}

async function* rowsIn({ store }: Where, kind: string) {
  for (let last = 0; ; ) {
    const rows = await store.db
      .selectFrom('attachment')
      .select(['file_id', 'path', 'display_name', 'file_size'])
      .where('store', '=', kind)
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(CLOUD_BATCH_ROWS)
      .execute()
    yield* rows
    if (rows.length < CLOUD_BATCH_ROWS) return
    last = rows.at(-1)?.file_id ?? last
  }
}
