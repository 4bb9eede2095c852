import { join } from 'node:path'
import type { OssSetting } from '@sheaf/contract'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { clockOf } from '../runtime/days.ts'
import { localFiles } from '../storage/local.ts'
import { placeName, placeOf } from '../storage/s3-place.ts'
import { type Files, StoreProblem, type Stores } from '../storage/storage.ts'
import { openedForm, sealedForm, storageSettings } from './settings.store.ts'

type StorageServices = Pick<Services, 'store'> &
  Partial<Pick<Services, 'log'>> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY' | 'APP_NOW'> }

/**
 * Stores the settings of a file store, so that its files stay readable after an administrator selects another one. A bucket remains the
 * same store when its keys change.
 */
export const rememberStore = (services: StorageServices, db: Db, form: OssSetting, addtime: number) => {
  const kept = sealedForm(services, 'oss_setting', form)
  return db
    .insertInto('file_store')
    .values({ place: placeName(form), form: kept, addtime })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ form: kept }))
    .execute()
}

const kindOf = (store_id: number) => `s3-${store_id}`

const idAt = async ({ store }: StorageServices, place: string) =>
  (await store.hot<{ store_id: number }>('select store_id from file_store where place = ?', [place]))[0]?.store_id

/** The kind of the store that the settings name, even when new files go elsewhere. */
export async function namedStore(services: StorageServices, form: OssSetting | undefined): Promise<string> {
  if (!form) throw new StoreProblem('storeMissing', { field: 'bucket' })
  const place = placeName(form)
  const known = await idAt(services, place)
  if (known !== undefined) return kindOf(known)
  // Earlier versions did not remember stores.
  await rememberStore(services, services.store.db, form, clockOf(services.config)())
  return kindOf((await idAt(services, place)) as number)
}

/** The stores that hold the bytes of attachments. A changed setting applies to the next file. */
export function fileStores(services: StorageServices): Stores {
  const local = localFiles(join(services.config.DATA_DIR, 'files'))
  const made = new Map<string, { form: string; files: Files }>()
  const warn = (kind: string) => (problem: StoreProblem) =>
    services.log?.warn({ store: kind, reason: problem.reason, problem: problem.message }, 'file store')

  async function cloud(kind: string): Promise<Files> {
    const [, id] = /^s3-(\d{1,9})$/.exec(kind) ?? []
    const rows = id ? await services.store.hot<{ form: string }>('select form from file_store where store_id = ?', [Number(id)]) : []
    const form = rows[0]?.form
    if (form === undefined) throw new StoreProblem('storeUnknown', { store: kind })
    const known = made.get(kind)
    if (known?.form === form) return known.files
    const { s3Files } = await import('../storage/s3.ts')
    const files = s3Files(kind, placeOf(openedForm(services, 'oss_setting', form)), warn(kind))
    made.set(kind, { form, files })
    return files
  }

  const of = async (kind: string) => (kind === local.kind ? local : cloud(kind))
  async function home() {
    const { open, form } = await storageSettings(services)
    return open ? of(await namedStore(services, form)) : local
  }
  return { local, of, home }
}
