import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Row } from '../report.ts'
import { type BenchServer, cpuMs } from '../servers.ts'

interface Site {
  call: <T>(path: string, body: FormData, token?: string) => Promise<T>
  user_token: string
  source_id: string
}

/** Pushes this number of further versions, each with another change, and measures what all of them take in the database. */
export async function measureVersions(
  { folder, pid }: BenchServer,
  { call, user_token, source_id }: Site,
  text: string,
  count: number,
): Promise<Row[]> {
  const durations: number[] = []
  const cpuBefore = cpuMs(pid)
  for (let n = 1; n <= count; n++) {
    const document = JSON.parse(text) as { paths: Record<string, { get: { description: string } }> }
    const changed = Object.values(document.paths)[n * 3]
    if (changed) changed.get.description += ` Since version ${n}.`
    const form = new FormData()
    form.set('source_id', source_id)
    form.set('file', new Blob([JSON.stringify(document)]), 'bench.json')
    const start = performance.now()
    const { state } = await call<{ state: string }>('source/push', form, user_token)
    if (state !== 'applied') throw new Error(`Version ${n} is ${state}`)
    durations.push(performance.now() - start)
  }
  const cpu = (cpuMs(pid) - cpuBefore) / count / 1000
  const db = new DatabaseSync(join(folder, 'sheaf.db'), { readOnly: true })
  try {
    const columns = db.prepare('select name from pragma_table_info(?)').all('source_version') as { name: string }[]
    const length = columns.map(({ name }) => `coalesce(length(cast("${name}" as blob)), 0)`).join(' + ')
    const { versions, bytes } = db.prepare(`select count(*) as versions, sum(${length}) as bytes from source_version`).get() as Record<
      string,
      number
    >
    const mb = Number(bytes) / 1e6
    const median = durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0
    return [
      { label: 'Push of a version with one changed operation, median', unit: 's', measured: median / 1000, limit: 3 },
      { label: 'CPU of the server for one of them, mean', unit: 's', measured: cpu },
      { label: `${versions} versions of the description in the database`, unit: 'MB', measured: mb, limit: 20 },
      { label: 'The whole database with them and the pages', unit: 'MB', measured: statSync(join(folder, 'sheaf.db')).size / 1e6 },
    ]
  } finally {
    db.close()
  }
}
