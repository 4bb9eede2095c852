import { type Call, type Contract, Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { reservedSpace, type Space, spaceAt } from '../../storage/disk.ts'

type Name = { [G in keyof Contract]: `${G & string}/${keyof Contract[G] & string}` }[keyof Contract]

/** In addition to uploads: calls that make the database grow permanently. Deleting and signing in are always possible. */
const growing: readonly Name[] = [
  'page/save',
  'page/move',
  'tree/move',
  'tree/copy',
  'suggestion/save',
  'suggestion/accept',
  'item/add',
  'catalog/save',
  'catalog/copy',
  'template/save',
  'mock/add',
  'user/register',
  'user/registerByVerify',
  'user/joinNewcomer',
  'adminUser/addUser',
  'open/updatePage',
  'open/updateItem',
  'item/updateByApi',
  'item/editPage',
  'open/createCatalog',
  'item/insertCatalog',
  'open/updateDbItem',
  'open/fromComments',
  'fromComments/generate',
  'runapi/addEnv',
  'runapi/updateEnv',
  'itemVariable/save',
  'console/saveEnvironment',
  'flow/save',
  'flow/addFlowPage',
  'adminNotice/send',
  'ask/send',
  'comment/add',
  'review/flag',
  'pageComment/add',
]

/** Milliseconds for which the free space of the disk is cached. */
const DISK_CHECK_INTERVAL_MS = 1000

/**
 * Refuses calls that need disk space while enough is left for everything else (R05): SQLite's log, sign-ins, deleting. Rows in
 * PostgreSQL are on a disk that this process cannot check; PostgreSQL reports itself when it is full.
 */
export function spaceGuard({ config, log }: Pick<Services, 'config' | 'log'>, readSpace: (folder: string) => Promise<Space> = spaceAt) {
  const names = new Set<string>(growing)
  let known: Space & { at: number } = { free: Number.POSITIVE_INFINITY, size: 0, at: Number.NEGATIVE_INFINITY }
  let wasShort = false
  let held = 0

  async function checkDisk() {
    // If the disk cannot be read, it does not count as full.
    const found = await readSpace(config.DATA_DIR).catch(() => ({ free: Number.POSITIVE_INFINITY, size: 0 }))
    known = { ...found, at: performance.now() }
    const isShort = found.free < reservedSpace(found)
    if (isShort && !wasShort) log.error({ free: found.free, size: found.size }, 'the disk is nearly full: saving and uploading are refused')
    if (!isShort && wasShort) log.info({ free: found.free }, 'there is room on the disk again')
    wasShort = isShort
  }

  const needsSpace = (path: string, { files }: Pick<Call, 'files'>) => files !== undefined || (!config.DATABASE_URL && names.has(path))

  return {
    /** Whether `mustFit` checks this call at all. */
    needsSpace,
    /** Checks, before a body is read, whether `bytes` fit on the disk. The announced size does not reserve space yet. */
    async mustFit(path: string, call: Pick<Call, 'files'>, bytes: number) {
      if (!needsSpace(path, call)) return
      if (performance.now() - known.at > DISK_CHECK_INTERVAL_MS) await checkDisk()
      if (known.free - held - bytes < reservedSpace(known)) throw new Refusal('noSpace')
    },
    /** Reserves space while an authorized sender uploads a file; the returned function releases it. */
    hold(bytes: number): () => void {
      held += bytes
      return () => {
        held -= bytes
      }
    },
  }
}
