import { Digest } from './digest.ts'
import { rowsOf } from './read-rows.ts'
import { lineOf, type Row } from './row-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { Given } from './target.ts'

/** Rows and characters in one statement. */
const [ROWS, SIZE] = [200, 2_000_000]

/** All rows of a snapshot; `told` is given what was read of each table, by its end. */
export async function* handfulsOf({ db, kind, tables }: Snapshot, told: Given['told'], show: (text: string) => void) {
  for (const table of tables) {
    const digest = new Digest()
    let [rows, size] = [[] as Row[], 0]
    for await (const row of rowsOf(db, kind, table)) {
      const line = lineOf(row)
      digest.add(line)
      rows.push(row)
      size += line.length
      if (rows.length < ROWS && size < SIZE) continue
      yield { table, rows }
      show(`${table.name} ${digest.rows}`)
      ;[rows, size] = [[], 0]
    }
    if (rows.length > 0) yield { table, rows }
    told[table.name] = digest.told
  }
}
