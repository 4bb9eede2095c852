import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Stop } from '../command.ts'
import { Damaged, type Entry, entriesOf } from './tar-read.ts'

export const damaged = (path: string, reason: string) =>
  new Stop(
    `${path} is damaged or no backup of Sheaf (${reason}). Nothing was changed.`,
    `${path} 已损坏，或不是 Sheaf 的备份（${reason}）。未作任何改动。`,
  )

/** The entries of an archive, from its beginning. */
export async function* entriesIn(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  file.pipe(unpacked)
  try {
    yield* entriesOf(unpacked)
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

/** What is wrong with an archive that is being read is said in one line. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof Damaged || code?.startsWith('Z_')) throw damaged(path, message)
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
      throw new Stop(`${path} cannot be read (${code}).`, `无法读取 ${path}（${code}）。`)
    throw error
  }
}
