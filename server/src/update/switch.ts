import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@sheaf/contract'
import type { Services } from '../context.ts'
import { version } from '../runtime/config.ts'
import { reservedSpace, spaceAt } from '../storage/disk.ts'
import { stateOf, storeState } from './releases.ts'

const sizeOf = (path: string) =>
  stat(path)
    .then(({ size }) => size)
    .catch(() => 0)

/** Checks the space for the copy of the database before the server stops. */
export async function mustHaveRoom({ store, config }: Pick<Services, 'store' | 'config'>) {
  if (!store.file) return
  const space = await spaceAt(config.DATA_DIR)
  const size = (await sizeOf(store.file)) + (await sizeOf(`${store.file}-wal`))
  if (space.free - size < reservedSpace(space)) throw new Refusal('noSpace')
}

/**
 * The last step of a process that hands over to another version. All writes have ended, so a rollback can use the copy of the database
 * if the new version does not start. If the copy fails, the old version is started again.
 */
export async function prepareSwitch({ store, config, log }: Services, root: string, next: string) {
  const { trial: _, failed: __, ...state } = stateOf(root)
  try {
    const copy = store.file ? { backup: await copyOf(store, config.DATA_DIR, next), database: store.file } : {}
    await storeState(root, { ...state, trial: { version: next, attempts: 0, ...copy } })
  } catch (error) {
    log.error({ err: error }, 'the update was not begun')
    const { code, message } = error as NodeJS.ErrnoException
    await storeState(root, { ...state, failed: { version: next, problem: (code ?? message).slice(0, 200) } })
  }
}

async function copyOf(store: Services['store'], dataDir: string, next: string) {
  const folder = join(dataDir, 'backup')
  await mkdir(folder, { recursive: true })
  const target = join(folder, `before-${next}-from-${version}-${new Date().toISOString().replace(/[:.]/g, '-')}.db`)
  store.copyTo(target)
  const file = await open(target, 'r+')
  await file.sync().finally(() => file.close())
  return target
}
