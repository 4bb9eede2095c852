import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { cleanName, isDangerous } from '../../attachment/content/file-name.rules.ts'
import { forgetOrphan } from '../../attachment/orphan.store.ts'
import { saveProgress } from '../showdoc.store.ts'
import { keep, pathIn, quarantine } from './files.ts'
import type { MigrationRun } from './way.ts'

/** Files that no row knows: older versions wrote none, and pages show them by their path. */
export function unreferencedUploads(uploads: string | undefined, way: MigrationRun): string[] {
  if (!uploads || !existsSync(uploads)) return []
  const known = new Set(way.staging.all<{ real_url: string }>('select real_url from upload_file').map((row) => pathIn(row.real_url)))
  return readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(uploads, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !known.has(path) && path !== 'index.html')
    .sort()
}

export const UPLOADS_TABLE = 'Public/Uploads'

/** Counted as a table of its own; the mark is the last path. */
export async function moveUnreferencedUploads(uploads: string | undefined, way: MigrationRun) {
  const { move, options } = way
  const done = move.progress.marks[UPLOADS_TABLE]
  if (done?.isDone) return
  const all = unreferencedUploads(uploads, way)
  const mark = done ?? { last: [], read: 0, written: 0, here: 0, columns: 0, left: {} }
  for (const path of all.filter((one) => mark.last[0] === undefined || one > String(mark.last[0]))) {
    options.signal?.throwIfAborted()
    const place = join(uploads as string, path)
    const isWithheld = isDangerous(basename(path))
    if (isWithheld) await quarantine(place, path, way)
    const sign = createHash('sha256').update(`${move.fingerprint} ${path}`).digest('hex').slice(0, 32)
    const display_name = cleanName(basename(path)) || 'file'
    const addtime = Math.floor(statSync(place).mtimeMs / 1000)
    const file = isWithheld ? undefined : await keep({ place, display_name, sign, uid: way.owner, item_id: 0, addtime }, way)
    const isTaken = !isWithheld && !(await way.claim('showdoc_file', { path }))
    await options.house.store.db.transaction().execute(async (trx) => {
      if (file && !isTaken) {
        const { file_id } = await trx.insertInto('attachment').values(file).returning('file_id').executeTakeFirstOrThrow()
        await trx.insertInto('showdoc_file').values({ path, file_id }).execute()
        await forgetOrphan(trx, file.path)
        mark.written++
      } else {
        const reason = isWithheld ? 'quarantined' : 'taken'
        mark.left[reason] = (mark.left[reason] ?? 0) + 1
        await trx
          .insertInto('showdoc_left')
          .values({ move_id: move.move_id, table_name: UPLOADS_TABLE, old_id: path, reason, body: JSON.stringify({ path }) })
          .execute()
      }
      mark.read++
      mark.last = [path]
      move.progress = { ...move.progress, marks: { ...move.progress.marks, [UPLOADS_TABLE]: structuredClone(mark) } }
      await saveProgress(trx, move, move.progress)
    })
    options.onProgress?.({ stage: 'files', table: UPLOADS_TABLE, done: mark.read, total: all.length })
  }
  move.progress = { ...move.progress, marks: { ...move.progress.marks, [UPLOADS_TABLE]: { ...mark, isDone: true } } }
  await saveProgress(way.db, move, move.progress)
}
