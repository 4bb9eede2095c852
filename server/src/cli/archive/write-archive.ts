import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../runtime/version.ts'
import { Digest } from '../rows/digest.ts'
import { rowsOf } from '../rows/read-rows.ts'
import { lineOf } from '../rows/row-text.ts'
import { FIRST, first, KEY, LAST, type Manifest } from './manifest.ts'
import { end, headOf, paddingOf } from './tar-write.ts'
import { FileTotals, type Source, writeFiles } from './write-files.ts'

/** Lines of a table are put together to entries of about this size; it bounds the memory. */
const PART = 1_000_000

/** The whole archive, piece by piece; `finished` is given the manifest that it ends with. */
export async function* writeArchive(source: Source, finished: (manifest: Manifest) => void): AsyncGenerator<Buffer> {
  const { snapshot, dataDir, made } = source
  const mtime = Math.floor(made.getTime() / 1000)
  const entry = (name: string, bytes: Buffer) => Buffer.concat([headOf(name, bytes.length, mtime), bytes, paddingOf(bytes.length)])
  const json = (name: string, value: object) => entry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
  const head = first({ version, made: made.toISOString(), database: snapshot.kind, migrations: snapshot.migrations })
  yield json(FIRST, head)
  const key = await readFile(join(dataDir, KEY)).catch(() => undefined)
  if (key) yield entry(KEY, key)
  const files = new FileTotals()
  yield* writeFiles(source, files, mtime)
  const tables: Manifest['tables'] = {}
  for (const table of snapshot.tables) {
    const digest = new Digest()
    let [part, size, lines] = [0, 0, [] as string[]]
    const take = () => {
      const bytes = Buffer.from(`${[JSON.stringify(table.columns), ...lines].join('\n')}\n`)
      ;[size, lines] = [0, []]
      return entry(`rows/${table.name}/${String(++part).padStart(6, '0')}.jsonl`, bytes)
    }
    for await (const row of rowsOf(snapshot.db, snapshot.kind, table)) {
      if (files.isGone(table.name, table.columns, row)) continue
      const line = lineOf(row)
      digest.add(line)
      lines.push(line)
      size += line.length
      if (size >= PART) yield take()
      source.show(`${table.name} ${digest.rows}`)
    }
    if (lines.length > 0) yield take()
    tables[table.name] = digest.told
  }
  const { count, bytes, missing, elsewhere } = files
  const manifest: Manifest = {
    ...head,
    tables,
    counters: snapshot.counters,
    files: { count, bytes, hash: files.hash() },
    missing,
    elsewhere,
    key: key ? hash('sha256', key) : null,
  }
  yield json(LAST, manifest)
  yield end
  finished(manifest)
}
