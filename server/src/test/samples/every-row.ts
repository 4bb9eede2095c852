import { takeSnapshot } from '../../cli/rows/snapshot.ts'
import { lineOf, rowsOf } from '../../cli/rows/tables.ts'

/** Every row of every table as sorted text, so that two databases can be compared. Webhooks remember when they were restored (R30). */
export async function everyRow(env: Record<string, string>): Promise<Record<string, string[]>> {
  const snapshot = await takeSnapshot(env['DATABASE_URL'] ?? `${env['DATA_DIR']}/sheaf.db`)
  const all: Record<string, string[]> = {}
  for (const table of snapshot.tables.filter(({ name }) => name !== 'webhook_cursor')) {
    const lines: string[] = []
    for await (const row of rowsOf(snapshot.db, snapshot.kind, table)) lines.push(`${table.columns} ${lineOf(row)}`)
    all[table.name] = lines.sort()
  }
  await snapshot.close()
  return all
}
