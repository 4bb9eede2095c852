type Value = string | number | null | Buffer
export type Row = Value[]

/** A row as one line that is the same for both databases: bytes as base64, everything else as JSON has it. */
export const lineOf = (row: Row) =>
  JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value)))

export const rowOf = (line: string): Row =>
  (JSON.parse(line) as (string | number | null | { bytes: string })[]).map((value) =>
    value !== null && typeof value === 'object' ? Buffer.from(value.bytes, 'base64') : value,
  )
