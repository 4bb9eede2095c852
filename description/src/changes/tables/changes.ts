import { createHash } from 'node:crypto'
import { columnPath } from '../../tables/dictionary.ts'
import { ColumnRenames, type ConfirmedRenames, suggestedTables, type TableRenaming, tablePairs } from '../../tables/renames.ts'
import { type Column, type ForeignKey, type Index, keyOf, type Named, type Snapshot, shownName, type Table } from '../../tables/snapshot.ts'
import type { ChangeClass } from '../rules.ts'
import { classOfRule, type TableRule } from './rules.ts'
import { typeChange } from './types.ts'

/** A change of a database, as `Change` of a description. */
export interface TableChange {
  kind: 'table' | 'overview'
  key: string
  /** The name of the table; '' for a change of the database itself. */
  label: string
  rule: TableRule
  class: ChangeClass
  /** The column, index, key, check or trigger; '' for the table itself. */
  path: string
  /** Cut at 1,000 characters; '' where there is none. */
  before: string
  after: string
  seal: string
}

/** More changes of two versions are not listed. */
const CHANGES_MAX = 10_000
const VALUE_MAX = 1000

class Comparison {
  readonly changes: TableChange[] = []
  private kind: TableChange['kind'] = 'overview'
  private key = ''
  private label = ''

  at(kind: TableChange['kind'], key: string, label: string) {
    this.kind = kind
    this.key = key
    this.label = label
  }

  add(rule: TableRule, path: string, before: string, after: string) {
    if (this.changes.length >= CHANGES_MAX) return
    const { kind, key, label } = this
    const seal = createHash('sha256')
      .update(JSON.stringify([rule, kind, key, path, before, after]))
      .digest('hex')
    const values = { before: before.slice(0, VALUE_MAX), after: after.slice(0, VALUE_MAX) }
    this.changes.push({ ...{ kind, key, label, rule, class: classOfRule(rule), path }, ...values, seal })
  }

  /** Things with names that were added, removed or changed. */
  named<Row>(
    before: readonly Row[],
    after: readonly Row[],
    nameOf: (row: Row) => string,
    compare: (path: string, old: Row | undefined, now: Row | undefined) => void,
  ) {
    const old = new Map(before.map((row) => [nameOf(row), row]))
    const names = new Set(after.map(nameOf))
    for (const row of after) compare(nameOf(row), old.get(nameOf(row)), row)
    for (const row of before) if (!names.has(nameOf(row))) compare(nameOf(row), row, undefined)
  }
}

const hasValue = ({ default: preset, counted, computed }: Column) => preset !== undefined || counted || computed !== undefined
const nameIn = (name: string) => columnPath(name) || name.slice(0, 100)

function compareColumn(all: Comparison, path: string, old: Column, now: Column) {
  const type = typeChange(old.type, now.type)
  if (type !== 'same') all.add(`column.type-${type}`, path, old.type, now.type)
  if (old.nullable && !now.nullable) all.add(hasValue(now) ? 'column.required-default' : 'column.required', path, '', '')
  if (!old.nullable && now.nullable) all.add('column.nullable', path, '', '')
  if (old.computed !== now.computed || old.counted !== now.counted) all.add('column.computed', path, old.computed ?? '', now.computed ?? '')
  else if (old.default !== now.default) {
    const [before, after] = [old.default, now.default]
    if (before === undefined) all.add('column.default-new', path, '', after ?? '')
    else if (after !== undefined) all.add('column.default', path, before, after)
    else all.add(now.nullable ? 'column.default-gone' : 'column.default-gone-required', path, before, '')
  }
  if (old.comment.trim() !== now.comment.trim()) all.add('comment.column', path, old.comment.trim(), now.comment.trim())
}

function compareColumns(all: Comparison, before: Table, after: Table, renames: ColumnRenames) {
  const renamed = renames.of(before, after)
  const gone = new Set(renamed.values())
  const old = new Map(before.columns.map((column) => [column.name, column]))
  for (const column of after.columns) {
    const path = nameIn(column.name)
    const former = renamed.get(column.name)
    const known = old.get(former ?? column.name)
    if (former !== undefined) all.add('column.renamed', path, former, column.name)
    if (known) compareColumn(all, path, known, column)
    else all.add(column.nullable || hasValue(column) ? 'column.new' : 'column.new-required', path, '', column.type)
  }
  const names = new Set(after.columns.map(({ name }) => name))
  for (const { name, type } of before.columns) if (!names.has(name) && !gone.has(name)) all.add('column.gone', nameIn(name), type, '')
}

const keyText = ({ columns, schema, table, references, onDelete, onUpdate }: ForeignKey, mainSchema: string) =>
  [
    `${columns.join(', ')} → ${shownName({ mainSchema }, { schema, name: table })} (${references.join(', ')})`,
    onDelete && `on delete ${onDelete}`,
    onUpdate && `on update ${onUpdate}`,
  ]
    .filter(Boolean)
    .join(', ')

const indexText = ({ columns, unique, method, where }: Index) =>
  [unique ? 'unique' : '', method, `(${columns.join(', ')})`, where && `where ${where}`].filter(Boolean).join(' ')

function compareIndex(all: Comparison, name: string, old: Index | undefined, now: Index | undefined) {
  const path = `index:${name}`
  const isUnique = (one: Index | undefined) => one?.unique === true && !one.primary
  const [before, after] = [old ? indexText(old) : '', now ? indexText(now) : '']
  if (before === after) return
  if (isUnique(now) && (!isUnique(old) || old?.columns.join('\n') !== now?.columns.join('\n'))) all.add('index.unique', path, before, after)
  else if (isUnique(old)) all.add('index.unique-gone', path, before, after)
  else all.add(!old ? 'index.new' : now ? 'index.changed' : 'index.gone', path, before, after)
}

const compareNamed =
  (all: Comparison, of: 'check' | 'trigger') =>
  (name: string, old: Named | undefined, now: Named | undefined): void => {
    if (old?.text === now?.text) return
    all.add(`${of}.${!old ? 'new' : now ? 'changed' : 'gone'}`, name.slice(0, 200), old?.text ?? '', now?.text ?? '')
  }

function compareTable(all: Comparison, before: Table, after: Table, renames: ColumnRenames, mainSchema: string) {
  if (before.kind !== after.kind) all.add('table.kind', '', before.kind, after.kind)
  compareColumns(all, before, after, renames)
  const primary = ({ indexes }: Table) => indexes.find((index) => index.primary)?.columns.join(', ') ?? ''
  if (primary(before) !== primary(after)) all.add('key.primary', '', primary(before), primary(after))
  const textOf = (key: ForeignKey) => keyText(key, mainSchema)
  // A name that the database generated means nothing, and some databases have none.
  const keyName = (key: ForeignKey) => key.name || key.columns.join(', ')
  all.named(before.foreignKeys, after.foreignKeys, keyName, (name, old, now) => {
    const [was, is] = [old ? textOf(old) : '', now ? textOf(now) : '']
    if (was !== is) all.add(`key.${!old ? 'new' : now ? 'changed' : 'gone'}`, `key:${name}`, was, is)
  })
  const plain = ({ indexes }: Table) => indexes.filter((index) => !index.primary)
  const indexName = (index: Index) => index.name || index.columns.join(', ')
  all.named(plain(before), plain(after), indexName, (name, old, now) => compareIndex(all, name, old, now))
  const checkName = ({ name, text }: Named) => name || text
  all.named(before.checks, after.checks, checkName, compareNamed(all, 'check'))
  all.named(before.triggers, after.triggers, checkName, compareNamed(all, 'trigger'))
  if (before.definition.trim() !== after.definition.trim()) all.add('table.definition', '', '', '')
  if (before.partitionedBy !== after.partitionedBy) all.add('table.partition', '', before.partitionedBy, after.partitionedBy)
  if (before.comment.trim() !== after.comment.trim()) all.add('comment.table', '', before.comment.trim(), after.comment.trim())
}

function compareEnums(all: Comparison, before: Snapshot, after: Snapshot) {
  all.at('overview', '', '')
  const nameOf = (one: Snapshot['enums'][number]) => shownName(after, one)
  all.named(before.enums, after.enums, nameOf, (name, old, now) => {
    if (!old) return all.add('enum.new', name, '', now?.values.join(', ') ?? '')
    if (!now) return all.add('enum.gone', name, old.values.join(', '), '')
    const [was, is] = [new Set(old.values), new Set(now.values)]
    const [gone, added] = [old.values.filter((value) => !is.has(value)), now.values.filter((value) => !was.has(value))]
    if (gone.length > 0) all.add('enum.value-gone', name, gone.join(', '), '')
    if (added.length > 0) all.add('enum.value-new', name, '', added.join(', '))
  })
}

/** The changes between two snapshots of a database, in the order of the new one, and tables that may have been renamed. */
export function tableChanges(
  before: Snapshot,
  after: Snapshot,
  said: ConfirmedRenames = new Map(),
): { changes: TableChange[]; renamings: TableRenaming[] } {
  const all = new Comparison()
  const pairs = tablePairs(before, after, said)
  const renames = new ColumnRenames(before, after, pairs, said)
  for (const table of after.tables) {
    const old = pairs.get(table)
    const label = shownName(after, table)
    all.at('table', keyOf(table), label)
    if (!old) {
      all.add('table.new', '', '', label)
      continue
    }
    if (keyOf(old) !== keyOf(table)) all.add('table.renamed', '', shownName(before, old), label)
    compareTable(all, old, table, renames, after.mainSchema)
  }
  const kept = new Set(pairs.values())
  for (const table of before.tables)
    if (!kept.has(table)) {
      all.at('table', keyOf(table), shownName(before, table))
      all.add('table.gone', '', shownName(before, table), '')
    }
  compareEnums(all, before, after)
  return { changes: all.changes, renamings: suggestedTables(before, after, pairs) }
}
