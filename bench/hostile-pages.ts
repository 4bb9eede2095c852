import { pageRunner } from '@sheaf/markdown/hostile'
import { hostilePages, longPages } from '@sheaf/markdown/hostile-pages'
import { type Row, report } from './report.ts'

/** Characters of a hostile page, and of a page of the maximum length. */
const HOSTILE = 20_000
const LONG = 5 * 1024 * 1024
/** Characters of a long table, about 20,000 to 40,000 rows. */
const TABLE = 800_000

/**
 * Renders every hostile page in a thread limited to 64 MB, which is 50 MB more than an idle thread needs. Reports the slowest page, the
 * largest HTML and the aborted pages.
 */
export async function hostilePagesRows(): Promise<Row[]> {
  const { run, stop } = pageRunner({ megabytes: 64, milliseconds: 60_000 })
  const slowest = { name: '', milliseconds: 0 }
  const largest = { name: '', characters: 0 }
  const ended: string[] = []
  for (const name of Object.keys(hostilePages)) {
    // The first run compiles the code and is not measured.
    await run({ name, length: HOSTILE })
    const result = await run({ name, length: HOSTILE })
    if (result === 'ended') ended.push(name)
    else {
      if (result.milliseconds > slowest.milliseconds) Object.assign(slowest, { ...result, name })
      if (result.characters > largest.characters) Object.assign(largest, { ...result, name })
    }
  }
  await stop()
  return [
    {
      label: `Slowest of ${Object.keys(hostilePages).length} hostile pages of 20 KB: ${slowest.name}`,
      unit: 'ms',
      measured: slowest.milliseconds,
      limit: 300,
    },
    { label: `Largest of them as HTML: ${largest.name}`, unit: 'MB', measured: largest.characters / 1e6, limit: 4.4 },
    {
      label: `Hostile pages that take more than 50 MB${ended.map((name) => `, ${name}`).join('')}`,
      unit: '',
      measured: ended.length,
      limit: 0,
    },
  ]
}

/** Renders pages of 5 MB. A page that is aborted or shown as plain text misses its limit. */
async function longPagesRows(): Promise<Row[]> {
  const { run, stop } = pageRunner({ megabytes: 1024, milliseconds: 120_000 })
  const rows: Row[] = []
  for (const name of Object.keys(longPages)) {
    const length = name.includes('table') ? TABLE : LONG
    const result = await run({ name, length })
    const isUnformatted = result === 'ended' || result.plain
    rows.push({
      label: `${(length / 1e6).toFixed(1)} MB of ${name}${isUnformatted ? ', not formatted' : ''}`,
      unit: 's',
      measured: result === 'ended' ? 120 : result.milliseconds / 1000,
      limit: isUnformatted ? 0 : 30,
    })
  }
  await stop()
  return rows
}

if (process.argv[1] === import.meta.filename) console.log(report([...(await hostilePagesRows()), ...(await longPagesRows())]))
