import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import type { Ctx, Rooms, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import type { Upload } from '../http/body/body.ts'
import { Sent } from '../http/encode.ts'
import { mustBeTarget, mustHaveRoom } from './attachment.rights.service.ts'
import {
  clearOrphan,
  fileAddress,
  forgetOrphan,
  holdUser,
  insertFile,
  linkFiles,
  noteOrphan,
  type Stored,
  takeBack,
} from './attachment.store.ts'
import { type Accepted, mustBeAllowed, mustBePicture } from './content/file-content.service.ts'

type Removed = Pick<Stored, 'file_id' | 'path' | 'store'>

/** Takes the row and its links away; `removeBytes` follows once that is committed. */
export async function removeRow(db: Db, { file_id, path, store }: Removed, at: number) {
  await noteOrphan(db, path, store, at)
  await db.deleteFrom('attachment_page').where('file_id', '=', file_id).execute()
  await db.deleteFrom('attachment').where('file_id', '=', file_id).execute()
}

/** A store that is out of reach is asked again by the retention. */
export const removeBytes = (house: Services, path: string) =>
  clearOrphan(house, path).catch((error: Error) => house.log.error({ err: error }, 'stored file not removed yet'))

/** At somebody's wish: the log says whose. */
export async function removeFile(ctx: Ctx, file: Removed & Pick<Stored, 'display_name'>) {
  await ctx.store.write(async (trx) => {
    await removeRow(trx, file, ctx.now())
    await writeAudit(trx, ctx, 'fileDeleted', { subject: file.display_name })
  })
  await removeBytes(ctx, file.path)
}

type Input = Parameters<Rooms['page']['upload']>[0]
type Check = (file: Upload) => Promise<Accepted>

interface Kept {
  url: string
  file_id: number
  sign: string
}

/** Stores the file that came along, on the page it is for, if it is one that `check` lets pass. */
export async function keepUpload({ item_id, page_id }: Input, ctx: Ctx<'user'>, check: Check = mustBeAllowed): Promise<Kept> {
  const item = await mustBeTarget({ item_id, page_id }, ctx)
  const [file] = Object.values(ctx.uploads)
  if (!file) throw new Refusal('fileMissing')
  const accepted = await check(file)
  await mustHaveRoom(ctx, file.bytes)
  const [sign, path, addtime] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`, ctx.now()]
  const home = await ctx.files.home()
  const row = { ...accepted, sign, path, uid: ctx.user.uid, item_id: item, file_size: file.bytes, store: home.kind, addtime }
  await noteOrphan(ctx.db, path, home.kind, addtime)
  try {
    await home.put(path, file)
    const file_id = await ctx.store.write(async (trx) => {
      await holdUser(trx, ctx.user.uid)
      await mustHaveRoom({ ...ctx, db: trx }, file.bytes)
      const { file_id } = await insertFile(trx, row)
      if (page_id) await linkFiles(trx, [{ file_id, page_id, addtime }])
      await forgetOrphan(trx, path)
      return file_id
    })
    return { url: fileAddress(ctx, sign), file_id, sign }
  } catch (error) {
    await takeBack(ctx, path, error)
    throw error
  }
}

/** Without the envelope, as existing editors read it (W4); the id is ours. */
const stored = ({ url, file_id }: Kept) =>
  new Sent(Buffer.from(JSON.stringify({ url, success: 1, message: '', file_id: String(file_id) })), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })

export const upload = async (input: Input, ctx: Ctx<'user'>) => stored(await keepUpload(input, ctx))
export const uploadImg = async (input: Input, ctx: Ctx<'user'>) => stored(await keepUpload(input, ctx, mustBePicture))
