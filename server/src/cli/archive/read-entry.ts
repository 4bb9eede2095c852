import { type Row, rowOf } from '../rows/row-text.ts'
import type { Table } from '../rows/tables.ts'
import { Damaged, type Entry } from './tar-read.ts'

/** Nothing that is read whole is larger; parts of tables have some megabytes. */
const ENTRY_BYTES_MAX = 512_000_000

export async function wholeOf({ size, body }: Entry): Promise<Buffer> {
  if (size > ENTRY_BYTES_MAX) throw new Damaged('an entry is too large')
  const parts: Buffer[] = []
  for await (const part of body()) parts.push(part)
  return Buffer.concat(parts)
}

export const tableOf = (name: string) => /^rows\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1]

/** Names of stored files and no others: nothing is written anywhere else. */
export const fileOf = (name: string) => /^files\/([0-9a-f]{2}\/[0-9a-f]{30,64})$/.exec(name)?.[1]

/** The rows of one part of a table. */
export async function partOf(name: string, entry: Entry): Promise<{ table: Table; lines: string[] }> {
  const [head = '[]', ...lines] = (await wholeOf(entry)).toString('utf8').trimEnd().split('\n')
  return { table: { name, columns: JSON.parse(head) as string[] }, lines }
}

export const rowsIn = (lines: string[]): Row[] => lines.map(rowOf)
