import { fullName, type Snapshot, type Table } from './snapshot.ts'

/** A key from one table to another one. */
export interface Link {
  from: Table
  to: Table
  /** Pairs of columns: of the first table, and of the second one, '' if it is not known. */
  columns: string[]
  references: string[]
  /** Not a foreign key: concluded from the name of the column. */
  isGuess: boolean
}

export interface Links {
  /** The keys that leave a table, and those that lead to it. */
  out: Map<Table, Link[]>
  into: Map<Table, Link[]>
  tables: Map<string, Table>
}

/** More keys of one table are not followed. */
const GUESSES_MAX = 1000

export const primaryOf = ({ indexes }: Table): string[] => indexes.find(({ primary }) => primary)?.columns ?? []

/** The table that a column such as `order_id` may lead to: one of that name with a primary key of a single column. */
function guessed(column: string, from: Table, tables: Map<string, Table>): Table | undefined {
  const name = /^(.+)_id$/.exec(column)?.[1]
  if (!name) return undefined
  for (const one of [name, `${name}s`, `${name}es`]) {
    const found = tables.get(fullName({ schema: from.schema, name: one }))
    if (found && found !== from && primaryOf(found).length === 1) return found
  }
  return undefined
}

/** The keys between the tables of a database. Keys that lead nowhere are left out. */
export function linksOf(snapshot: Snapshot): Links {
  const tables = new Map(snapshot.tables.map((table) => [fullName(table), table]))
  const [out, into] = [new Map<Table, Link[]>(), new Map<Table, Link[]>()]
  const add = (map: Map<Table, Link[]>, table: Table, link: Link) => {
    const known = map.get(table)
    if (known) known.push(link)
    else map.set(table, [link])
  }
  const link = (one: Link) => {
    add(out, one.from, one)
    add(into, one.to, one)
  }
  let guesses = 0
  for (const from of snapshot.tables) {
    const inKeys = new Set(from.foreignKeys.flatMap(({ columns }) => columns))
    for (const { schema, table: name, columns, references } of from.foreignKeys) {
      const to = tables.get(fullName({ schema, name }))
      if (to) link({ from, to, columns, references, isGuess: false })
    }
    const own = new Set(primaryOf(from))
    for (const { name } of from.columns) {
      if (inKeys.has(name) || (own.has(name) && own.size === 1) || guesses >= GUESSES_MAX * 10) continue
      const to = guessed(name, from, tables)
      if (!to) continue
      guesses++
      link({ from, to, columns: [name], references: primaryOf(to), isGuess: true })
    }
  }
  return { out, into, tables }
}
