import { around, type Diagram, type TableName, whole } from './diagram.ts'
import { type Links, linksOf, primaryOf } from './links.ts'
import {
  type EnumType,
  type ForeignKey,
  fullName,
  type Index,
  keyOf,
  type Named,
  type Snapshot,
  shownName,
  type Table,
  type TableKind,
} from './snapshot.ts'

/*
 * What pages of a database show. Everything that the page of a table needs is in its part, so that a page is written without a query;
 * addresses of other tables are placeholders.
 */

export interface ColumnView {
  name: string
  /** Its former names, under which people have written words about it. */
  was?: string[]
  type: string
  nullable: boolean
  default?: string
  counted?: boolean
  computed?: string
  comment: string
  /** Its role in the indexes of the table; '' for none. */
  key: 'primary' | 'unique' | 'index' | ''
  /** Where its foreign keys lead to. */
  to?: { table: TableName; column: string }[]
  /** The values of its enumeration. */
  values?: string[]
  /** It counts for no coverage. */
  needsNoWords?: boolean
}

export interface KeyView extends Omit<ForeignKey, 'schema' | 'table'> {
  table: TableName
}

export interface TableView {
  /** Its key in the source. */
  table: string
  name: string
  kind: TableKind
  comment: string
  columns: ColumnView[]
  indexes: Index[]
  foreignKeys: KeyView[]
  /** Keys of other tables that lead to this one. */
  referencedBy: { table: TableName; columns: string[]; references: string[] }[]
  checks: Named[]
  triggers: Named[]
  enums: { name: string; values: string[]; comment: string }[]
  definition: string
  /** Other tables that its definition, its checks and its triggers name. */
  uses: TableName[]
  partitionedBy: string
  diagram: Diagram
}

export interface OverviewTable extends TableName {
  /** Its key in the source. */
  key: string
  schema: string
  isView: boolean
  columns: number
  comment: string
  /** What counts for coverage, and what of it the comments of the database describe. */
  describable: number
  described: number
}

export interface OverviewView {
  /** The name of the database. */
  overview: string
  kind: string
  tables: OverviewTable[]
  enums: { name: string; values: string[]; comment: string }[]
  /** Former names of columns, which later versions keep: the key of the table, the column, its former names. */
  former?: [table: string, column: string, names: string[]][]
  keys: { from: TableName; columns: string[]; to: TableName; references: string[]; isGuess: boolean }[]
  diagram: Diagram
}

export type DictionaryView = TableView | OverviewView

export const isTable = (view: DictionaryView): view is TableView => 'table' in view

/** Columns whose names explain them. */
const NO_WORDS = new Set(['id', 'created_at', 'updated_at'])
/** Keys in the list of the overview, from which the diagrams of its catalogs are drawn. */
const KEYS_MAX = 2000
/** Values of an enumeration on a page. */
const VALUES_MAX = 300

/** What of a table counts for coverage: its path in words, and whether a comment describes it. */
export function describable({ comment, columns }: Pick<TableView, 'comment' | 'columns'>): { path: string; isDescribed: boolean }[] {
  const own = columns.filter(({ needsNoWords }) => !needsNoWords)
  return [
    { path: 'table', isDescribed: comment.trim() !== '' },
    ...own.map((column) => ({ path: columnPath(column.name), isDescribed: column.comment.trim() !== '' })),
  ]
}

/** Names of columns that have another meaning in a path. */
const RESERVED = new Set(['table', 'summary', 'description'])

/** The path of a column in words of people; '' for a name that no path can have. */
export function columnPath(name: string): string {
  if (/^[^\s`.[\]<>():+]+$/.test(name) && !RESERVED.has(name)) return name
  return name === '' || /[`\r\n]/.test(name) ? '' : `\`${name}\``
}

/** The name of a column in a part of an index: without its length and its direction. */
const columnIn = (part: string) => part.replace(/(?:\(\d+\))?(?: DESC)?$/, '')

interface Context {
  snapshot: Snapshot
  links: Links
  /** The address of a part, from its entry. */
  linkTo: (entry: string) => string
  enums: Map<string, EnumType>
  /** Tables by the first word of their names. */
  byWord: Map<string, Table[]>
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []

export function contextOf(snapshot: Snapshot, linkTo: (entry: string) => string): Context {
  const enums = new Map(snapshot.enums.map((one) => [shownName(snapshot, one), one]))
  const byWord = Map.groupBy(snapshot.tables, ({ name }) => wordsIn(name)[0] ?? '')
  return { snapshot, links: linksOf(snapshot), linkTo, enums, byWord }
}

const named = ({ snapshot, links, linkTo }: Context, table: { schema: string; name: string }): TableName => ({
  name: shownName(snapshot, table),
  address: links.tables.has(fullName(table)) ? linkTo(`table ${keyOf(table)}`) : '',
})

const enumOf = ({ enums }: Context, type: string) => enums.get(type.replace(/\[\]$/, '').replaceAll('"', ''))

function columnsOf(context: Context, table: Table): ColumnView[] {
  const primary = new Set(primaryOf(table))
  const parts = table.indexes.map(({ columns, unique }) => ({ names: columns.map(columnIn), unique }))
  const unique = new Set(parts.flatMap((part) => (part.unique && part.names.length === 1 ? part.names : [])))
  const inAny = new Set(parts.flatMap(({ names }) => names))
  return table.columns.map((column) => {
    const { name, type, nullable, comment, counted, computed } = column
    const to = table.foreignKeys.flatMap((key) =>
      key.columns.includes(name)
        ? [{ table: named(context, { schema: key.schema, name: key.table }), column: key.references[key.columns.indexOf(name)] ?? '' }]
        : [],
    )
    const values = enumOf(context, type)?.values.slice(0, VALUES_MAX)
    return {
      ...{ name, type, nullable, comment },
      ...(column.default === undefined ? {} : { default: column.default }),
      ...(counted ? { counted } : {}),
      ...(computed === undefined ? {} : { computed }),
      key: primary.has(name) ? 'primary' : unique.has(name) ? 'unique' : inAny.has(name) ? 'index' : '',
      ...(to.length > 0 ? { to } : {}),
      ...(values ? { values } : {}),
      ...(NO_WORDS.has(name.toLowerCase()) ? { needsNoWords: true } : {}),
    }
  })
}

/** A table counts as named if the first word of its name is in the texts: rather one too many than one too few. */
function usedIn(context: Context, table: Table): TableName[] {
  const texts = [table.definition, ...[...table.checks, ...table.triggers].map(({ text }) => text)]
  const words = new Set(texts.flatMap(wordsIn))
  const used = [...words].flatMap((word) => context.byWord.get(word) ?? [])
  return used.filter((one) => one !== table).map((one) => named(context, one))
}

const enumView = ({ snapshot }: Context, one: EnumType) => ({
  name: shownName(snapshot, one),
  values: one.values.slice(0, VALUES_MAX),
  comment: one.comment,
})

/** The page of a table. */
export function tableView(context: Context, table: Table): TableView {
  const { links, snapshot } = context
  const used = new Set(table.columns.flatMap(({ type }) => enumOf(context, type) ?? []))
  return {
    table: keyOf(table),
    name: shownName(snapshot, table),
    kind: table.kind,
    comment: table.comment,
    columns: columnsOf(context, table),
    indexes: table.indexes,
    foreignKeys: table.foreignKeys.map(({ schema, table: name, ...key }) => ({ ...key, table: named(context, { schema, name }) })),
    referencedBy: (links.into.get(table) ?? []).flatMap(({ from, columns, references, isGuess }) =>
      isGuess ? [] : [{ table: named(context, from), columns, references }],
    ),
    checks: table.checks,
    triggers: table.triggers,
    enums: [...used].map((one) => enumView(context, one)),
    definition: table.definition,
    partitionedBy: table.partitionedBy,
    uses: usedIn(context, table),
    diagram: around(table, links, (one) => named(context, one)),
  }
}

const firstLine = (comment: string) => comment.trim().split(/\r?\n/, 1)[0] ?? ''

const collator = new Intl.Collator('en', { numeric: true })

/** Tables by their names, as in the tree. */
export const inOrder = <Row extends { name: string }>(tables: readonly Row[]): Row[] =>
  [...tables].sort((a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))

/** The page of all tables. `views` are the pages of the tables in their order. */
export function overviewView(context: Context, views: { table: Table; places: { isDescribed: boolean }[] }[]): OverviewView {
  const { snapshot, links } = context
  const tables = views.map(({ table, places }) => ({
    ...named(context, table),
    key: keyOf(table),
    schema: table.schema === snapshot.mainSchema ? '' : table.schema,
    isView: table.kind === 'view' || table.kind === 'materialized',
    columns: table.columns.length,
    comment: firstLine(table.comment),
    describable: places.length,
    described: places.filter(({ isDescribed }) => isDescribed).length,
  }))
  const keys = snapshot.tables
    .flatMap((table) => links.out.get(table) ?? [])
    .slice(0, KEYS_MAX)
    .map(({ from, to, columns, references, isGuess }) => ({
      ...{ from: named(context, from), columns, to: named(context, to), references, isGuess },
    }))
  return {
    overview: snapshot.name,
    kind: snapshot.kind,
    tables,
    enums: snapshot.enums.map((one) => enumView(context, one)),
    keys,
    diagram: whole(snapshot.tables, links, (one) => named(context, one)),
  }
}
