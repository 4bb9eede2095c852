import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { rowsOf } from '../rows/read-rows.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

/** So many are named. */
const NAMED = 10
const HOUR_MS = 3_600_000

/** Rows without their bytes, and bytes that no row needs, in the folder of this server. */
export async function checkFiles({ config, db, kind }: CheckTarget): Promise<Finding[]> {
  const folder = join(config.DATA_DIR, 'files')
  const wrong: string[] = []
  const known = new Set<string>()
  let elsewhere = 0
  for await (const [file_id, name, path, size, store] of rowsOf(db, kind, {
    name: 'attachment',
    columns: ['file_id', 'display_name', 'path', 'file_size', 'store'],
  })) {
    if (store !== 'local') {
      elsewhere++
      continue
    }
    known.add(String(path))
    const found = await stat(join(folder, String(path))).catch(() => undefined)
    if (found?.size !== Number(size)) wrong.push(`${path} (${file_id}, ${name}${found ? `, ${found.size}/${size}` : ''})`)
  }
  for (const { path } of await db.selectFrom('file_orphan').select('path').execute()) known.add(path)
  const { count, bytes } = await unknownFiles(folder, known)
  const found: Finding[] = []
  if (wrong.length > 0) {
    const list = `${wrong.slice(0, NAMED).join(', ')}${wrong.length > NAMED ? ' …' : ''}`
    found.push(
      bad(
        { en: `${wrong.length} files are missing or cut off: ${list}`, zh: `${wrong.length} 个文件缺失或不完整：${list}` },
        { en: `Take them from a backup (tar xzf … files/…) into ${folder}.`, zh: `请从备份中取出（tar xzf … files/…），放回 ${folder}。` },
      ),
    )
  }
  if (count > 0)
    found.push(
      note(
        {
          en: `${count} files (${(bytes / 1e6).toFixed(1)} MB) belong to no row.`,
          zh: `${count} 个文件（${(bytes / 1e6).toFixed(1)} MB）没有对应的记录。`,
        },
        { en: 'They do no harm; a restored or moved database may have left them.', zh: '没有害处，可能是恢复或迁移数据库后遗留的。' },
      ),
    )
  if (elsewhere > 0)
    found.push(
      note(
        { en: `${elsewhere} files lie in the cloud store and were not looked at.`, zh: `${elsewhere} 个文件位于云存储，未检查。` },
        { en: 'sheaf doctor --store looks.', zh: 'sheaf doctor --store 可以检查。' },
      ),
    )
  if (wrong.length === 0) found.push(good('Every file is there.', '文件齐全。'))
  return found
}

async function unknownFiles(folder: string, known: Set<string>) {
  let [count, bytes] = [0, 0]
  for (const below of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, below)).catch(() => [])) {
      if (known.has(`${below}/${name}`)) continue
      const found = await stat(join(folder, below, name)).catch(() => undefined)
      // What is just being uploaded has its row in a moment.
      if (!found || found.mtimeMs > Date.now() - HOUR_MS) continue
      count++
      bytes += found.size
    }
  return { count, bytes }
}
