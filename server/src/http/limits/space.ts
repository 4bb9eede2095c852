import { type Call, type Contract, Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { keptFree, type Space, spaceAt } from '../../storage/disk.ts'

type Name = { [G in keyof Contract]: `${G & string}/${keyof Contract[G] & string}` }[keyof Contract]

/** Besides all that brings files: what makes the database grow for good. Whatever makes room, and signing in, always goes on. */
const growing: readonly Name[] = [
  ...([
    'page/save',
    'page/move',
    'item/add',
    'catalog/save',
    'catalog/copy',
    'template/save',
    'mock/add',
    'user/register',
    'adminUser/addUser',
  ] as const),
  ...(['open/updatePage', 'open/createCatalog', 'open/updateDbItem', 'open/fromComments', 'fromComments/generate'] as const),
  ...(['runapi/addEnv', 'itemVariable/save', 'flow/save', 'flow/addFlowPage', 'adminNotice/send'] as const),
]

/** Milliseconds for which the disk is not asked again. */
const DISK_CHECK_INTERVAL_MS = 1000

/**
 * Refuses early what needs room, while there is still enough for everything else (R05): SQLite's log, sign-ins, deleting. Rows in
 * PostgreSQL lie on a disk that is not ours to look at; it says itself when it is full.
 */
export function spaceGuard({ config, log }: Pick<Services, 'config' | 'log'>, look: (folder: string) => Promise<Space> = spaceAt) {
  const names = new Set<string>(growing)
  let known: Space & { at: number } = { free: Number.POSITIVE_INFINITY, size: 0, at: Number.NEGATIVE_INFINITY }
  let wasShort = false
  let held = 0

  async function ask() {
    // A folder that cannot be looked at is not called full.
    const found = await look(config.DATA_DIR).catch(() => ({ free: Number.POSITIVE_INFINITY, size: 0 }))
    known = { ...found, at: performance.now() }
    const isShort = found.free < keptFree(found)
    if (isShort && !wasShort) log.error({ free: found.free, size: found.size }, 'the disk is nearly full: saving and uploading are refused')
    if (!isShort && wasShort) log.info({ free: found.free }, 'there is room on the disk again')
    wasShort = isShort
  }

  return {
    /** Asked before a body is read, of so many bytes at most: what a request says of itself changes nothing yet. */
    async mustFit(path: string, { files }: Pick<Call, 'files'>, bytes: number) {
      if (!files && (config.DATABASE_URL || !names.has(path))) return
      if (performance.now() - known.at > DISK_CHECK_INTERVAL_MS) await ask()
      if (known.free - held - bytes < keptFree(known)) throw new Refusal('noSpace')
    },
    /** Others have the less while a file comes of a sender who may; what comes back gives it up. */
    hold(bytes: number): () => void {
      held += bytes
      return () => {
        held -= bytes
      }
    },
  }
}
