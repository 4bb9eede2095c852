import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, randomHex } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Announcement } from '../db/advisory-locks.ts'

/*
 * Any number of servers may share a PostgreSQL. Each says on it which key it seals secrets with and which folder it keeps files in, as
 * numbers that tell nothing else, so that one that was set up differently is noticed before something is lost by it.
 */
const KEY = 7340022
const FOLDER = 7340023

const numberOf = (text: string | Buffer) => createHash('sha256').update('shown').update(text).digest().readUInt32BE() >>> 1

const nameIn = (dataDir: string) => join(dataDir, 'files', '.name')
const folderName = async (dataDir: string) => (await readFile(nameIn(dataDir), 'utf8')).trim()

/** Gives the folder of files a name of its own; whoever shares the folder reads the same. */
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

/** How many other servers there are, and whether some differ from this place. */
export async function compared(place: Place, shown: readonly Announcement[]) {
  const others = shown.filter(({ isOurs }) => !isOurs)
  const differs = (about: number, own: number) => others.some((one) => one.about === about && one.value !== own)
  const [[, key], [, folder]] = await ownNumbers(place)
  return { count: countOf(others), otherKey: differs(KEY, key), otherFolder: differs(FOLDER, folder) }
}

/** Each server says once which key it has. */
export const countOf = (shown: readonly Announcement[]) => shown.filter(({ about }) => about === KEY).length

/** Takes this server's place among those on its database; one that would read and write other secrets than they do ends here. */
export async function joinPeers({ config, store, log }: Pick<Services, 'config' | 'store' | 'log'>): Promise<void> {
  const { keeper } = store
  if (!keeper) return
  await nameFolder(config.DATA_DIR)
  for (const [about, value] of await ownNumbers({ config })) await keeper.show(about, value)
  const { count, otherKey, otherFolder } = await compared({ config }, await keeper.shown())
  if (otherKey)
    throw new Error(
      'Another server runs on this database with another SECRET_KEY. Give all of them the same one, or the same file secret-key in DATA_DIR.',
    )
  if (otherFolder)
    log.warn({ others: count }, 'other servers on this database keep files in other folders: share DATA_DIR/files, or use an S3 store')
}

/** Servers that run on this database beside this one. */
export async function othersRunning({ store }: Pick<Services, 'store'>): Promise<number> {
  return countOf(((await store.keeper?.shown()) ?? []).filter(({ isOurs }) => !isOurs))
}
