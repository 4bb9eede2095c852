import { keyOf, type Snapshot, type Table } from './snapshot.ts'

/** A table or a column that is gone and a new one that may be the same. `score` is between 0.7 and 1. */
export interface TableRenaming {
  kind: 'table'
  before: string
  after: string
  score: number
}

/** Whether the numbers of tables and columns of both mean the same. */
const isSameDatabase = (before: Snapshot, after: Snapshot) => before.id !== '' && before.id === after.id

/** The pairs of tables of two snapshots: by name, and in the same database by number where the old name is gone. */
export function tablePairs(before: Snapshot, after: Snapshot): Map<Table, Table> {
  const pairs = new Map<Table, Table>()
  const old = new Map(before.tables.map((table) => [keyOf(table), table]))
  for (const table of after.tables) {
    const found = old.get(keyOf(table))
    if (found) pairs.set(table, found)
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

/** Columns that certainly have another name now: the name before, by the name now. */
export function renamedColumns(before: Table, after: Table, isSame: boolean): Map<string, string> {
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
export function formerNames(before: Snapshot, after: Snapshot, known: readonly [string, string, string[]][]): Former {
  const earlier = new Map<string, Map<string, string[]>>()
  for (const [table, column, names] of known) earlier.set(table, (earlier.get(table) ?? new Map()).set(column, names))
  const all: Former = new Map()
  const isSame = isSameDatabase(before, after)
  for (const [now, old] of tablePairs(before, after)) {
    const was = earlier.get(keyOf(old))
    const renamed = renamedColumns(old, now, isSame)
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
export function suggestedTables(before: Snapshot, after: Snapshot): TableRenaming[] {
  const pairs = tablePairs(before, after)
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
