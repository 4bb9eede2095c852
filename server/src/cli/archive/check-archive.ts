import { createHash, hash } from 'node:crypto'
import { Digest, isSame } from '../rows/digest.ts'
import { FIRST, First, KEY, LAST, Manifest } from './manifest.ts'
import { damaged, entriesIn } from './open-archive.ts'
import { fileOf, partOf, tableOf, wholeOf } from './read-entry.ts'

/** Reads the whole archive and compares it with what it says of itself, before anything is touched. */
export async function checkArchive(path: string, show: (text: string) => void): Promise<Manifest> {
  let hasBegun = false
  let manifest: Manifest | undefined
  const tables: Record<string, Digest> = {}
  const files = { count: 0, bytes: 0, list: createHash('sha256') }
  let key: string | null = null
  for await (const entry of entriesIn(path)) {
    const [table, file] = [tableOf(entry.name), fileOf(entry.name)]
    if (!hasBegun) {
      if (entry.name !== FIRST || !First.safeParse(json(await wholeOf(entry))).success) throw damaged(path, 'another form')
      hasBegun = true
    } else if (table) {
      const digest = tables[table] ?? new Digest()
      tables[table] = digest
      for (const line of (await partOf(table, entry)).lines) digest.add(line)
    } else if (file) {
      const sum = createHash('sha256')
      for await (const part of entry.body()) sum.update(part)
      files.count++
      files.bytes += entry.size
      files.list.update(`${entry.name} ${entry.size} ${sum.digest('hex')}\n`)
    } else if (entry.name === KEY) key = hash('sha256', await wholeOf(entry))
    else if (entry.name === LAST) manifest = Manifest.safeParse(json(await wholeOf(entry))).data
    else throw damaged(path, `unknown entry ${entry.name}`)
    show(`checked ${entry.name}`)
  }
  if (!manifest) throw damaged(path, 'it ends too early')
  const wrong = Object.keys({ ...tables, ...manifest.tables }).find(
    (name) => !isSame((tables[name] ?? new Digest()).told, manifest.tables[name]),
  )
  if (wrong) throw damaged(path, `table ${wrong}`)
  if (manifest.files.count !== files.count || manifest.files.bytes !== files.bytes || manifest.files.hash !== files.list.digest('hex'))
    throw damaged(path, 'files')
  if (manifest.key !== key) throw damaged(path, KEY)
  return manifest
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
