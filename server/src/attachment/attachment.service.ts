import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import type { AllHandlers, Ctx, Services } from '../context.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Db } from '../db/schema.ts'
import type { Upload } from '../http/body/body.ts'
import { RawResponse } from '../http/encode.ts'
import { mustBeTarget, mustFitQuota } from './attachment.rights.service.ts'
import {
  cleanUpFailedWrite,
  clearOrphan,
  deleteOrphanRecord,
  fileAddress,
  insertFile,
  linkFiles,
  recordOrphan,
  type Stored,
} from './attachment.store.ts'
import { type Accepted, mustBeAllowed, mustBePicture } from './content/file-content.service.ts'

type Removed = Pick<Stored, 'file_id' | 'path' | 'store'>

/** Deletes the row and its links; call `removeBytes` after the commit. */
export async function removeRow(db: Db, { file_id, path, store }: Removed, at: number) {
  await recordOrphan(db, path, store, at)
  await db.deleteFrom('attachment_page').where('file_id', '=', file_id).execute()
  await db.deleteFrom('attachment').where('file_id', '=', file_id).execute()
}

/** Deletes the bytes of a file. If the store is unreachable, the retention job retries. */
export const removeBytes = (services: Services, path: string) =>
  clearOrphan(services, path).catch((error: Error) => services.log.error({ err: error }, 'stored file not removed yet'))

/** Deletes a file at the request of a user and adds an entry to the audit log. */
export async function removeFile(ctx: Ctx, file: Removed & Pick<Stored, 'display_name'>) {
  await ctx.store.write(async (trx) => {
    await removeRow(trx, file, ctx.now())
    await writeAudit(trx, ctx, 'fileDeleted', { subject: file.display_name })
  })
  await removeBytes(ctx, file.path)
}

type Input = Pick<Parameters<AllHandlers['page']['upload']>[0], 'item_id' | 'page_id'>
type Check = (file: Upload) => Promise<Accepted>

interface StoredUpload {
  url: string
  file_id: number
  sign: string
}

/** Stores the uploaded file and links it to its page, if `check` accepts it. */
export async function storeUpload({ item_id, page_id }: Input, ctx: Ctx<'user'>, check: Check = mustBeAllowed): Promise<StoredUpload> {
  const { item, page } = await mustBeTarget({ item_id, page_id }, ctx)
  const [file] = Object.values(ctx.uploads)
  if (!file) throw new Refusal('fileMissing')
  const accepted = await check(file)
  await mustFitQuota(ctx, file.bytes)
  const [sign, path, addtime] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`, ctx.now()]
  const backend = await ctx.files.home()
  const row = { ...accepted, sign, path, uid: ctx.user.uid, file_size: file.bytes, store: backend.kind, addtime }
  await recordOrphan(ctx.db, path, backend.kind, addtime)
  try {
    await backend.put(path, file)
    const file_id = await ctx.store.write(async (trx) => {
      await lockUser(trx, ctx.user.uid)
      await mustFitQuota({ ...ctx, db: trx }, file.bytes)
      const { file_id } = await insertFile(trx, item, row)
      if (page) await linkFiles(trx, page, [{ file_id, page_id: page.page_id, addtime }])
      await deleteOrphanRecord(trx, path)
      return file_id
    })
    return { url: fileAddress(ctx, sign), file_id, sign }
  } catch (error) {
    await cleanUpFailedWrite(ctx, path, error)
    throw error
  }
}

/** The response of an upload without the envelope, as existing editors expect it (W4); `file_id` is our addition. */
const stored = ({ url, file_id }: StoredUpload) =>
  new RawResponse(Buffer.from(JSON.stringify({ url, success: 1, message: '', file_id: String(file_id) })), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })

export const upload = async (input: Input, ctx: Ctx<'user'>) => stored(await storeUpload(input, ctx))
export const uploadImg = async (input: Input, ctx: Ctx<'user'>) => stored(await storeUpload(input, ctx, mustBePicture))
