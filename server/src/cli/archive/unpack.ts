import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localFiles } from '../../storage/local.ts'
import type { Row } from '../rows/row-text.ts'
import type { Table } from '../rows/tables.ts'
import { KEY } from './manifest.ts'
import { entriesIn } from './open-archive.ts'
import { fileOf, partOf, rowsIn, tableOf, wholeOf } from './read-entry.ts'
import type { Entry } from './tar-read.ts'

/** Rows in one statement. */
const INSERT_BATCH_ROWS = 100
/** Files that wait for the disk at the same time, and what of a file is held in memory. */
const [AT_ONCE, SMALL] = [8, 8_000_000]

export async function* rowBatchesIn(path: string, show: (text: string) => void): AsyncGenerator<{ table: Table; rows: Row[] }> {
  let done = 0
  for await (const entry of entriesIn(path)) {
    const name = tableOf(entry.name)
    if (!name) continue
    const { table, lines } = await partOf(name, entry)
    for (let at = 0; at < lines.length; at += INSERT_BATCH_ROWS) {
      const rows = rowsIn(lines.slice(at, at + INSERT_BATCH_ROWS))
      yield { table, rows }
      done += rows.length
      show(`${name} ${done}`)
    }
  }
}

/** Puts the files into the folder, and the key of the secrets beside it unless there is another. */
export async function unpackFiles(path: string, folder: string, show: (text: string) => void) {
  const files = localFiles(join(folder, 'files'))
  const waiting = new Set<Promise<void>>()
  let count = 0
  for await (const entry of entriesIn(path)) {
    if (tableOf(entry.name)) break
    if (entry.name === KEY) await writeFile(join(folder, KEY), await wholeOf(entry), { mode: 0o600, flag: 'wx' })
    const name = fileOf(entry.name)
    if (!name) continue
    show(`files ${++count}`)
    if (entry.size > SMALL) {
      await putLarge(entry, join(folder, 'large.part'), (from) => files.put(name, { path: from }))
      continue
    }
    const one = files.put(name, await wholeOf(entry)).finally(() => waiting.delete(one))
    waiting.add(one)
    if (waiting.size >= AT_ONCE) await Promise.race(waiting)
  }
  await Promise.all(waiting)
}

async function putLarge(entry: Entry, path: string, put: (path: string) => Promise<void>) {
  try {
    await mkdir(join(path, '..'), { recursive: true })
    await pipeline(Readable.from(entry.body()), createWriteStream(path))
    await put(path)
  } finally {
    await rm(path, { force: true })
  }
}
