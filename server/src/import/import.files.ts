import { buffer } from 'node:stream/consumers'
import { mustHaveRoom } from '../attachment/attachment.rights.service.ts'
import { insertFile } from '../attachment/attachment.store.ts'
import { extensionOf, pictureIn, pictures } from '../attachment/content/file-kinds.rules.ts'
import { forgetOrphan, noteOrphan, takeBack } from '../attachment/orphan.store.ts'
import { randomHex } from '../auth/secrets.ts'
import type { Ctx } from '../context.ts'
import type { PlanFile } from '../import-plan/types.ts'
import { filesByNameAndSize } from './import.store.ts'
import { openZipFiles, type Plan, type ZipFiles } from './plan/plan.ts'

export interface SavedFile {
  file_id: number
  sign: string
}

/** Where the files of an import go; those that the item `known` has already are not kept twice. */
interface FileTarget {
  item_id: number
  known: number
}

/** Keeps the files of a plan as attachments of an item; what cannot be kept is added to what the plan leaves out. */
export async function saveFiles(plan: Plan, path: string, home: FileTarget, ctx: Ctx<'user'>): Promise<Map<string, SavedFile>> {
  const saved = new Map<string, SavedFile>()
  if (plan.files.size === 0) return saved
  const all = [...plan.files.values()].reduce((sum, file) => sum + file.bytes, 0)
  if (!home.known) await mustHaveRoom(ctx, all)
  const zip = await openZipFiles(path, ctx.config.UPLOAD_MAX_MB * 1024 * 1024)
  try {
    for (const file of plan.files.values()) {
      ctx.gone?.throwIfAborted()
      const one = await saveFile(file, zip, home, ctx)
      if (one) saved.set(file.entry, one)
      else plan.skipped.push({ name: file.entry, reason: 'broken' })
    }
  } finally {
    await zip.close()
  }
  return saved
}

async function saveFile(file: PlanFile, zip: ZipFiles, { item_id, known }: FileTarget, ctx: Ctx<'user'>): Promise<SavedFile | undefined> {
  const bytes = await zip.read(file.entry)
  const display_name = file.name.slice(0, 255)
  const extension = extensionOf(file.name)
  const picture = extension in pictures ? pictureIn(bytes) : undefined
  if (extension in pictures && !picture) return undefined
  const same = known ? await sameFile(known, display_name, bytes, ctx) : undefined
  if (same) return same
  const [sign, path] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`]
  const files = await ctx.files.home()
  const row = {
    sign,
    uid: ctx.user.uid,
    item_id,
    display_name,
    file_type: picture ?? 'application/octet-stream',
    file_size: bytes.length,
    store: files.kind,
    path,
    addtime: ctx.now(),
  }
  await mustHaveRoom(ctx, bytes.length)
  await noteOrphan(ctx.db, path, files.kind, ctx.now())
  try {
    await files.put(path, bytes)
    const file_id = await ctx.store.write(async (trx) => {
      const { file_id } = await insertFile(trx, row)
      await forgetOrphan(trx, path)
      return file_id
    })
    return { sign, file_id }
  } catch (error) {
    await takeBack(ctx, path, error)
    throw error
  }
}

/** A file of the item with this name and these bytes: a text that shows it again has not changed. */
async function sameFile(item_id: number, display_name: string, bytes: Buffer, ctx: Ctx<'user'>): Promise<SavedFile | undefined> {
  for (const { path, store, ...file } of await filesByNameAndSize(ctx.db, item_id, display_name, bytes.length)) {
    const files = await ctx.files.of(store)
    const stored = await files
      .read(path)
      .then(buffer)
      .catch(() => undefined)
    if (stored?.equals(bytes)) return file
  }
  return undefined
}
