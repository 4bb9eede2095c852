import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What is written is on the disk when this resolves: a file, or the names in a folder. */
export async function syncFile(path: string) {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/** Moves what is there to a folder of its own, and the new into its place. Nothing is deleted. */
export async function exchange(folder: string, fresh: string, present: string[], stamp: string) {
  await giveTo(fresh, folder)
  const old = present.length > 0 ? await makeNew(join(folder, `before-restore-${stamp}`)) : ''
  // Logs of the database may have gone with its last connection.
  for (const name of present.filter((one) => existsSync(join(folder, one)))) await rename(join(folder, name), join(old, name))
  for (const name of await readdir(fresh)) await rename(join(fresh, name), join(folder, name))
  await syncFile(folder)
}

/** Creates a folder of this name, with a number appended when it exists: two restores may start in the same second. */
async function makeNew(path: string, number = 1): Promise<string> {
  const name = number === 1 ? path : `${path}-${number}`
  if (existsSync(name)) return makeNew(path, number + 1)
  await mkdir(name, { mode: 0o700 })
  return name
}

/** What the administrator of the machine restores belongs to whoever owns the data folder. */
async function giveTo(path: string, like: string) {
  const { uid, gid } = await stat(like)
  if (process.getuid?.() !== 0 || uid === 0) return
  await chown(path, uid, gid)
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}
