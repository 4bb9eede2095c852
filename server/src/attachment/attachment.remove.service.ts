import { writeAudit } from '../auth/audit.ts'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import type { Stored } from './attachment.store.ts'
import { clearOrphan, noteOrphan } from './orphan.store.ts'

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
