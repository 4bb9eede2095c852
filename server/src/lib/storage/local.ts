import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './storage.ts'

const NAME = /^[0-9a-f]{2}\/[0-9a-f]{30,64}$/

/** Files in a folder of this machine, spread over 256 subfolders by their random names. */
export function localFiles(folder: string): Files {
  const place = (name: string) => {
    if (!NAME.test(name)) throw new Error('not a name of a stored file')
    return join(folder, name)
  }
  return {
    kind: 'local',
    async put(name, bytes) {
      const target = place(name)
      await mkdir(dirname(target), { recursive: true })
      const file = await open(`${target}.part`, 'w', 0o640)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${target}.part`, target)
    },
    async read(name, range) {
      const stream = createReadStream(place(name), range)
      await once(stream, 'open')
      return stream
    },
    size: async (name) => (await stat(place(name))).size,
    remove: (name) => rm(place(name), { force: true }),
  }
}
