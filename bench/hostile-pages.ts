import { pageRunner } from '@sheaf/markdown/hostile'
import { hostilePages, longPages } from '@sheaf/markdown/hostile-pages'
import { type Row, report } from './report.ts'

/** Characters of a page that was made to take much, and of one as long as a page may be. */
const HOSTILE = 20_000
const LONG = 5 * 1024 * 1024
/** Characters of a table: about 20,000 to 40,000 rows. */
const TABLE = 800_000

/** What the hardest of all pages takes of a thread that may hold 50 MB more than an idle one. */
export async function hostilePagesRows(): Promise<Row[]> {
  const { run, stop } = pageRunner({ megabytes: 64, milliseconds: 60_000 })
  const slowest = { name: '', milliseconds: 0 }
  const largest = { name: '', characters: 0 }
  const ended: string[] = []
  for (const name of Object.keys(hostilePages)) {
    // The first run of a kind compiles it.
    await run({ name, length: HOSTILE })
    const took = await run({ name, length: HOSTILE })
    if (took === 'ended') ended.push(name)
    else {
      if (took.milliseconds > slowest.milliseconds) Object.assign(slowest, { ...took, name })
      if (took.characters > largest.characters) Object.assign(largest, { ...took, name })
    }
  }
  await stop()
  return [
    {
      what: `Slowest of ${Object.keys(hostilePages).length} hostile pages of 20 KB: ${slowest.name}`,
      unit: 'ms',
      measured: slowest.milliseconds,
      promise: 300,
    },
    { what: `Largest of them as HTML: ${largest.name}`, unit: 'MB', measured: largest.characters / 1e6, promise: 4.4 },
    {
      what: `Hostile pages that take more than 50 MB${ended.map((name) => `, ${name}`).join('')}`,
      unit: '',
      measured: ended.length,
      promise: 0,
    },
  ]
}

/** What a page of 5 MB takes, and whether any is held back. */
async function longPagesRows(): Promise<Row[]> {
  const { run, stop } = pageRunner({ megabytes: 1024, milliseconds: 120_000 })
  const rows: Row[] = []
  for (const name of Object.keys(longPages)) {
    const length = name.includes('table') ? TABLE : LONG
    const took = await run({ name, length })
    const held = took === 'ended' || took.plain
    rows.push({
      what: `${(length / 1e6).toFixed(1)} MB of ${name}${held ? ', not formatted' : ''}`,
      unit: 's',
      measured: took === 'ended' ? 120 : took.milliseconds / 1000,
      promise: held ? 0 : 30,
    })
  }
  await stop()
  return rows
}

if (process.argv[1] === import.meta.filename) console.log(report([...(await hostilePagesRows()), ...(await longPagesRows())]))
