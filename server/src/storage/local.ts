import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Files, isStoredName, mustBeName } from './storage.ts'
import { isAbandoned, processMark } from './temp.ts'

/** Syncs a file, or the entries of a folder, to disk. */
async function sync(path: string, mode?: number) {
  const file = await open(path, 'r')
  try {
    if (mode) await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Files in a folder of this machine, spread over 256 subfolders by their random names. */
export function localFiles(folder: string): Files {
  const place = (name: string) => join(folder, mustBeName(name))

  return {
    kind: 'local',
    async put(name, from) {
      const target = place(name)
      if (await mkdir(dirname(target), { recursive: true })) await sync(folder)
      const part = `${target}.${processMark}.part`
      try {
        if (Buffer.isBuffer(from)) await writeFile(part, from)
        else await copyFile(from.path, part, constants.COPYFILE_FICLONE)
        await sync(part, 0o640)
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await sync(dirname(target))
    },
    async read(name, range, whole) {
      const file = await open(place(name), 'r')
      const { size } = await file.stat()
      if ((range && size <= range.end) || (whole !== undefined && size !== whole)) {
        await file.close()
        throw new Error('the stored file has another size')
      }
      return file.createReadStream(range)
    },
    size: async (name) => (await stat(place(name))).size,
    remove: (name) => rm(place(name), { force: true }),
    async *list() {
      for (const below of await readdir(folder).catch(() => []))
        for (const name of (await readdir(join(folder, below)).catch(() => [])).map((file) => `${below}/${file}`).filter(isStoredName)) {
          const found = await stat(join(folder, name)).catch(() => undefined)
          if (found) yield { name, size: found.size }
        }
    },
    async sweep() {
      for (const below of await readdir(folder).catch(() => []))
        for (const name of (await readdir(join(folder, below)).catch(() => [])).filter((name) => name.endsWith('.part'))) {
          const touched = await stat(join(folder, below, name)).catch(() => undefined)
          if (touched && isAbandoned(name, touched.mtimeMs)) await rm(join(folder, below, name), { force: true })
        }
    },
  }
}
