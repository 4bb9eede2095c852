import { join } from 'node:path'
import type { OssSetting } from '@sheaf/contract'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { clockOf } from '../runtime/config.ts'
import { localFiles } from '../storage/local.ts'
import { placeName, placeOf } from '../storage/s3-place.ts'
import { type Files, StoreProblem, type Stores } from '../storage/storage.ts'
import { openedForm, sealedForm, storageSettings } from './settings.store.ts'

type Where = Pick<Services, 'store'> &
  Partial<Pick<Services, 'log'>> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY' | 'APP_NOW'> }

/**
 * Keeps the settings of a store for as long as there are files in it, whatever is chosen later. The same bucket stays the same store
 * when its keys change.
 */
export const rememberStore = (where: Where, db: Db, form: OssSetting, addtime: number) => {
  const kept = sealedForm(where, 'oss_setting', form)
  return db
    .insertInto('file_store')
    .values({ place: placeName(form), form: kept, addtime })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ form: kept }))
    .execute()
}

const kindOf = (store_id: number) => `s3-${store_id}`

const idAt = async ({ store }: Where, place: string) =>
  (await store.hot<{ store_id: number }>('select store_id from file_store where place = ?', [place]))[0]?.store_id

/** The store that the settings name, whether new files go there or not. */
export async function namedStore(where: Where, form: OssSetting | undefined): Promise<string> {
  if (!form) throw new StoreProblem('storeMissing', { field: 'bucket' })
  const place = placeName(form)
  const known = await idAt(where, place)
  if (known !== undefined) return kindOf(known)
  // Chosen before stores were remembered.
  await rememberStore(where, where.store.db, form, clockOf(where.config)())
  return kindOf((await idAt(where, place)) as number)
}

/** Where this server keeps the bytes of attachments. What an administrator changes counts from the next file on. */
export function fileStores(where: Where): Stores {
  const local = localFiles(join(where.config.DATA_DIR, 'files'))
  const made = new Map<string, { form: string; files: Files }>()
  const tell = (kind: string) => (problem: StoreProblem) =>
    where.log?.warn({ store: kind, reason: problem.reason, problem: problem.message }, 'file store')

  async function cloud(kind: string): Promise<Files> {
    const [, id] = /^s3-(\d{1,9})$/.exec(kind) ?? []
    const rows = id ? await where.store.hot<{ form: string }>('select form from file_store where store_id = ?', [Number(id)]) : []
    const form = rows[0]?.form
    if (form === undefined) throw new StoreProblem('storeUnknown', { store: kind })
    const known = made.get(kind)
    if (known?.form === form) return known.files
    const { s3Files } = await import('../storage/s3.ts')
    const files = s3Files(kind, placeOf(openedForm(where, 'oss_setting', form)), tell(kind))
    made.set(kind, { form, files })
    return files
  }

  const of = async (kind: string) => (kind === local.kind ? local : cloud(kind))
  async function home() {
    const { open, form } = await storageSettings(where)
    return open ? of(await namedStore(where, form)) : local
  }
  return { local, of, home }
}
