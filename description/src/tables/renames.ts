import { fullName, keyOf, type Snapshot, type Table } from './snapshot.ts'

/** A table or a column that is gone and a new one that may be the same. `score` is between 0.7 and 1. */
export interface TableRenaming {
  kind: 'table'
  before: string
  after: string
  score: number
}

/** Whether the numbers of tables and columns of both mean the same. */
const isSameDatabase = (before: Snapshot, after: Snapshot) => before.id !== '' && before.id === after.id

/** Renames that people confirmed: the former name (`orders` or `orders.qty`) by the current one. */
export type ConfirmedRenames = ReadonlyMap<string, string>

const NONE_CONFIRMED: ConfirmedRenames = new Map()

/** A table by its full name, or by its name in the default schema. */
const tableNamed = ({ tables, mainSchema }: Snapshot, name: string): Table | undefined =>
  tables.find((table) => fullName(table) === name) ?? tables.find((table) => table.schema === mainSchema && table.name === name)

/** The name of a table and of one of its columns. */
function columnNamed(snapshot: Snapshot, name: string) {
  const at = name.lastIndexOf('.')
  return at < 0 ? undefined : { table: tableNamed(snapshot, name.slice(0, at)), column: name.slice(at + 1) }
}

/**
 * The pairs of tables of two snapshots: by name, by confirmed renames, and in the same database by number if the old name is gone. A
 * confirmed rename counts only if the old name is gone and the new one is new.
 */
export function tablePairs(before: Snapshot, after: Snapshot, confirmed = NONE_CONFIRMED): Map<Table, Table> {
  const pairs = new Map<Table, Table>()
  const old = new Map(before.tables.map((table) => [keyOf(table), table]))
  for (const table of after.tables) {
    const found = old.get(keyOf(table))
    if (found) pairs.set(table, found)
  }
  const kept = new Set(pairs.values())
  for (const [now, former] of confirmed) {
    const [table, found] = [tableNamed(after, now), tableNamed(before, former)]
    if (!table || !found || pairs.has(table) || kept.has(found)) continue
    pairs.set(table, found)
    kept.add(found)
  }
  if (!isSameDatabase(before, after)) return pairs
  const matched = new Set(pairs.values())
  const byNumber = new Map(before.tables.flatMap((table) => (table.id !== '' && !matched.has(table) ? [[table.id, table]] : [])))
  for (const table of after.tables) {
    const found = pairs.has(table) ? undefined : byNumber.get(table.id)
    if (!found) continue
    pairs.set(table, found)
    byNumber.delete(table.id)
  }
  return pairs
}

/** Confirmed renames of columns in pairs of tables: the former name by the current one. */
function confirmedColumns(before: Snapshot, after: Snapshot, pairs: Map<Table, Table>, confirmed: ConfirmedRenames) {
  const found = new Map<Table, Map<string, string>>()
  for (const [now, former] of confirmed) {
    const [to, from] = [columnNamed(after, now), columnNamed(before, former)]
    if (!to?.table || !from?.table) continue
    // A table that was renamed is called by either name.
    const old = pairs.get(to.table)
    if (old !== from.table) continue
    found.set(to.table, (found.get(to.table) ?? new Map<string, string>()).set(to.column, from.column))
  }
  return found
}

/** Finds renamed columns, by their numbers in the same database or because people confirmed it. */
export class ColumnRenames {
  private readonly isSame: boolean
  private readonly confirmed: Map<Table, Map<string, string>>

  constructor(before: Snapshot, after: Snapshot, pairs: Map<Table, Table>, confirmed = NONE_CONFIRMED) {
    this.isSame = isSameDatabase(before, after)
    this.confirmed = confirmedColumns(before, after, pairs, confirmed)
  }

  /** The names before, by the names now, of columns that certainly have another name. */
  of(before: Table, after: Table): Map<string, string> {
    const found = renamedColumns(before, after, this.isSame)
    const [old, now] = [new Set(before.columns.map(({ name }) => name)), new Set(after.columns.map(({ name }) => name))]
    const taken = new Set(found.values())
    for (const [name, former] of this.confirmed.get(after) ?? []) {
      if (found.has(name) || taken.has(former) || !now.has(name) || now.has(former) || !old.has(former) || old.has(name)) continue
      found.set(name, former)
      taken.add(former)
    }
    return found
  }
}

function renamedColumns(before: Table, after: Table, isSame: boolean): Map<string, string> {
  const found = new Map<string, string>()
  if (!isSame) return found
  const [old, now] = [new Set(before.columns.map(({ name }) => name)), new Set(after.columns.map(({ name }) => name))]
  const byNumber = new Map(before.columns.flatMap(({ id, name }) => (id !== '' && !now.has(name) ? [[id, name]] : [])))
  for (const { id, name } of after.columns) {
    const former = old.has(name) ? undefined : byNumber.get(id)
    if (former !== undefined) found.set(name, former)
  }
  return found
}

export type Former = Map<string, Map<string, string[]>>

const FORMER_MAX = 20

/** The former names of all columns: those of earlier versions, and those that this version changes. */
export function formerNames(
  before: Snapshot,
  after: Snapshot,
  known: readonly [string, string, string[]][],
  confirmed = NONE_CONFIRMED,
): Former {
  const earlier = new Map<string, Map<string, string[]>>()
  for (const [table, column, names] of known) earlier.set(table, (earlier.get(table) ?? new Map()).set(column, names))
  const all: Former = new Map()
  const pairs = tablePairs(before, after, confirmed)
  const columnRenames = new ColumnRenames(before, after, pairs, confirmed)
  for (const [now, old] of pairs) {
    const was = earlier.get(keyOf(old))
    const renamed = columnRenames.of(old, now)
    const columns = new Map<string, string[]>()
    const taken = new Set(now.columns.map(({ name }) => name))
    for (const { name } of now.columns) {
      const former = renamed.get(name)
      const names = [...(former === undefined ? [] : [former]), ...(was?.get(former ?? name) ?? [])]
      const free = [...new Set(names)].filter((one) => !taken.has(one)).slice(0, FORMER_MAX)
      if (free.length > 0) columns.set(name, free)
    }
    if (columns.size > 0) all.set(keyOf(now), columns)
  }
  return all
}

const SCORE_MIN = 0.7
/** Pairs that are compared. */
const PAIRS_MAX = 20_000
const SUGGESTIONS_MAX = 200

const traits = ({ columns }: Table) => new Set(columns.map(({ name, type }) => `${name} ${type}`))

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const value of one) if (other.has(value)) common++
  return common / (one.size + other.size - common || 1)
}

/** Tables that are gone with new ones that have the same columns: a question to people. */
export function suggestedTables(before: Snapshot, after: Snapshot, pairs = tablePairs(before, after)): TableRenaming[] {
  const kept = new Set(pairs.values())
  const gone = before.tables.filter((table) => !kept.has(table)).map((table) => ({ table, traits: traits(table) }))
  const added = after.tables.filter((table) => !pairs.has(table)).map((table) => ({ table, traits: traits(table) }))
  if (gone.length * added.length > PAIRS_MAX) return []
  const scored = gone.flatMap((old) =>
    added.map((now) => ({
      kind: 'table' as const,
      ...{ before: keyOf(old.table), after: keyOf(now.table), score: Math.round(overlap(old.traits, now.traits) * 1000) / 1000 },
    })),
  )
  // Only the best pair of both sides is asked about, and no pair that another one equals.
  const isBest = (one: TableRenaming) =>
    scored.every((other) => other === one || (other.before !== one.before && other.after !== one.after) || other.score < one.score)
  return scored.filter((one) => one.score >= SCORE_MIN && isBest(one)).slice(0, SUGGESTIONS_MAX)
}

/** The former keys of renamed tables, by their current keys. */
export function formerKeys(before: Snapshot, after: Snapshot, confirmed: ConfirmedRenames): Map<string, string> {
  const pairs = tablePairs(before, after, confirmed)
  return new Map([...pairs].flatMap(([now, old]) => (keyOf(now) === keyOf(old) ? [] : [[keyOf(now), keyOf(old)] as const])))
}
