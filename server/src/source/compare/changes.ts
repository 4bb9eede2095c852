import { type Change, changesBetween, type Renaming } from '@sheaf/description/changes'
import type { descriptionOf } from '@sheaf/description/openapi'
import type { PartKind } from '@sheaf/description/part-kinds'
import type { snapshotIn } from '@sheaf/description/snapshot'
import { type TableChange, tableChanges } from '@sheaf/description/table-changes'

/** What a version changes for those who use the API. */
export interface ReadChanges {
  counts: Record<Change['class'], number>
  /** How many of them a manager has accepted. */
  accepted: { breaking: number; risky: number }
  /** Calls, named schemas and tables that are gone with the new ones that they may be. */
  renamings: (Omit<Renaming, 'kind'> & { kind: PartKind })[]
  /** The first changes, the worst ones first. */
  list: (Listed<Change> | Listed<TableChange>)[]
}

type Listed<Any extends Change | TableChange> = Pick<
  Any,
  'kind' | 'key' | 'label' | 'rule' | 'class' | 'path' | 'before' | 'after' | 'seal'
>

/** A version as it was read. */
type Given =
  | { kind: 'database'; snapshot: NonNullable<ReturnType<typeof snapshotIn>> }
  | { kind: 'openapi'; document: ReturnType<typeof descriptionOf> }

/** Confirmed renames of tables and columns: the former name by the current one. */
type Renames = ReadonlyMap<string, string>

const CHANGES_LISTED_MAX = 500
const RENAMINGS_MAX = 200
const order: Change['class'][] = ['breaking', 'risky', 'safe', 'words']

/** Both are of one kind. */
const between = (before: Given, given: Given, renames: Renames) =>
  before.kind === 'database' && given.kind === 'database'
    ? tableChanges(before.snapshot, given.snapshot, renames)
    : before.kind === 'openapi' && given.kind === 'openapi'
      ? changesBetween(before.document, given.document)
      : { changes: [], renamings: [] }

interface Known {
  /** Seals of changes that a manager has accepted. */
  accepted: ReadonlySet<string>
  renames: Renames
}

/** What `given` changes since `before`; nothing for a first version. */
export function changesSince({ accepted, renames }: Known, before: Given | undefined, given: Given): ReadChanges {
  const counts = { breaking: 0, risky: 0, safe: 0, words: 0 }
  const found: ReadChanges = { counts, accepted: { breaking: 0, risky: 0 }, renamings: [], list: [] }
  if (!before) return found
  const { renamings, ...all } = between(before, given, renames)
  const changes: ReadChanges['list'] = all.changes
  found.renamings = renamings.slice(0, RENAMINGS_MAX)
  for (const { class: one, seal } of changes) if ((one === 'breaking' || one === 'risky') && accepted.has(seal)) found.accepted[one]++
  const byClass = Map.groupBy(changes, (change) => change.class)
  for (const one of order) {
    const some = byClass.get(one) ?? []
    found.counts[one] = some.length
    for (const change of some.slice(0, CHANGES_LISTED_MAX - found.list.length)) found.list.push(listed(change))
  }
  return found
}

/** A change as it is stored. */
const listed = <Any extends ReadChanges['list'][number]>({ kind, key, label, rule, class: of, path, before, after, seal }: Any) =>
  ({ kind, key, label, rule, class: of, path, before: before.slice(0, 200), after: after.slice(0, 200), seal }) as Any
