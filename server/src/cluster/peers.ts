import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, randomHex } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Announcement } from '../db/postgres/advisory-locks.ts'

/*
 * Any number of servers can share a PostgreSQL. Each announces hash values of its encryption key and its file folder there. This reveals
 * a server with a different configuration before data is lost.
 */
const KEY = 7340022
const FOLDER = 7340023

const numberOf = (text: string | Buffer) => createHash('sha256').update('shown').update(text).digest().readUInt32BE() >>> 1

const nameIn = (dataDir: string) => join(dataDir, 'files', '.name')
const folderName = async (dataDir: string) => (await readFile(nameIn(dataDir), 'utf8')).trim()

/** Creates a unique name in the file folder; servers that share the folder read the same one. */
async function nameFolder(dataDir: string) {
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await writeFile(nameIn(dataDir), `${randomHex(16)}\n`, { flag: 'wx', mode: 0o640 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

type Place = Pick<Services, 'config'>

const ownNumbers = async (place: Place) =>
  [
    [KEY, numberOf(keyOf(place))],
    [FOLDER, numberOf(await folderName(place.config.DATA_DIR))],
  ] as const

/** The number of other servers, and whether any has another key or folder than this installation. */
export async function compared(place: Place, shown: readonly Announcement[]) {
  const others = shown.filter(({ isOurs }) => !isOurs)
  const differs = (about: number, own: number) => others.some((other) => other.about === about && other.value !== own)
  const [[, key], [, folder]] = await ownNumbers(place)
  return { count: countOf(others), otherKey: differs(KEY, key), otherFolder: differs(FOLDER, folder) }
}

/** Each server announces its key once, so the number of keys is that of the servers. */
export const countOf = (shown: readonly Announcement[]) => shown.filter(({ about }) => about === KEY).length

/** Announces this server on its database; throws when its key differs from that of the others. */
export async function joinPeers({ config, store, log }: Pick<Services, 'config' | 'store' | 'log'>): Promise<void> {
  const { locks } = store
  if (!locks) return
  await nameFolder(config.DATA_DIR)
  for (const [about, value] of await ownNumbers({ config })) await locks.show(about, value)
  const { count, otherKey, otherFolder } = await compared({ config }, await locks.shown())
  if (otherKey)
    throw new Error(
      'Another server runs on this database with another SECRET_KEY. Give all of them the same one, or the same file secret-key in DATA_DIR.',
    )
  if (otherFolder)
    log.warn({ others: count }, 'other servers on this database keep files in other folders: share DATA_DIR/files, or use an S3 store')
}

/** The number of other servers that run on this database. */
export async function othersRunning({ store }: Pick<Services, 'store'>): Promise<number> {
  return countOf(((await store.locks?.shown()) ?? []).filter(({ isOurs }) => !isOurs))
}
