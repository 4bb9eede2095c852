import type { Language } from '@sheaf/contract/languages'
import type { DescriptionTree } from '../openapi/planner.ts'
import { gapsOf } from './coverage.ts'
import { contextOf, type DictionaryView, describable, inOrder, overviewView, type TableView, tableView } from './dictionary.ts'
import { dictionaryMarkdown } from './markdown.ts'
import { keyOf, type Snapshot, type Table } from './snapshot.ts'
import { tableTexts } from './texts.ts'
import { seesNone, visibleTo } from './visible.ts'

/** A table or the overview as a part of a source. */
export interface TablePart {
  kind: 'table' | 'overview'
  key: string
  /** The database and the number of the table in it, which stay when it is renamed; '' if it has none. */
  name: string
  title: string
  view: DictionaryView
  /** Without the names of other tables, because not every reader of its page can read theirs. */
  markdown: string
  /** What counts for coverage, what comments describe of it, and the places of the rest (`gapsOf`). */
  describable: number
  described: number
  gaps: string[][]
}

interface TablesTask {
  snapshot: Snapshot
  language: Language
  /** The address of a part, from its entry. */
  linkTo: (entry: string) => string
  /** Former names of columns by the key of their table. */
  was: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/** The parts of a database: its overview and its tables. `take` receives each part; the tree has a catalog for each further schema. */
export function readTables(
  { snapshot, language, linkTo, was }: TablesTask,
  take: (entry: string, part: TablePart) => void,
): DescriptionTree {
  const t = tableTexts(language)
  const context = contextOf(snapshot, linkTo)
  const root: DescriptionTree = { name: '', order: 0, pages: [], catalogs: [] }
  const places: Parameters<typeof overviewView>[1] = []
  const catalogs = new Map<string, DescriptionTree>()
  const keys = new Set<string>()
  const ordered = inOrder(snapshot.tables.filter(({ schema }) => schema === snapshot.mainSchema))
  const others = inOrder(snapshot.tables.filter(({ schema }) => schema !== snapshot.mainSchema))
  root.pages.push({ title: t.overview, content: '', order: 1, entry: 'overview' })
  const tables: [string, TablePart][] = []
  for (const table of [...ordered, ...others]) {
    const key = keyOf(table)
    // Two names that differ only after the limit, or in blanks.
    if (keys.has(key)) continue
    keys.add(key)
    const view = withFormer(tableView(context, table), was.get(key))
    places.push({ table, places: describable(view) })
    const catalog = table.schema === snapshot.mainSchema ? root : catalogFor(catalogs, root, table.schema)
    catalog.pages.push({ title: table.name, content: '', order: catalog.pages.length + 1, entry: `table ${key}` })
    tables.push([`table ${key}`, partOf(snapshot, table, key, view, language)])
  }
  const former = [...was].flatMap(([table, columns]) =>
    [...columns].map(([column, names]): [string, string, string[]] => [table, column, [...names]]),
  )
  const overview = { ...overviewView(context, places), ...(former.length > 0 ? { former } : {}) }
  const part = {
    view: overview,
    markdown: dictionaryMarkdown(visibleTo(overview, seesNone), language),
    describable: 0,
    described: 0,
    gaps: [],
  }
  take('overview', { kind: 'overview', key: '', name: '', title: t.overview, ...part })
  for (const [entry, one] of tables) take(entry, one)
  return root
}

function catalogFor(catalogs: Map<string, DescriptionTree>, root: DescriptionTree, schema: string): DescriptionTree {
  const known = catalogs.get(schema)
  if (known) return known
  const made: DescriptionTree = { name: schema || '-', order: catalogs.size + 1, pages: [], catalogs: [] }
  catalogs.set(schema, made)
  root.catalogs.push(made)
  return made
}

function withFormer(view: TableView, was: ReadonlyMap<string, readonly string[]> | undefined): TableView {
  if (!was) return view
  const columns = view.columns.map((column) => {
    const former = was.get(column.name)
    return former ? { ...column, was: [...former] } : column
  })
  return { ...view, columns }
}

function partOf(snapshot: Snapshot, table: Table, key: string, view: TableView, language: Language): TablePart {
  const places = describable(view)
  return {
    kind: 'table',
    key,
    name: snapshot.id !== '' && table.id !== '' ? `${snapshot.id} ${table.id}`.slice(0, 300) : '',
    title: table.name,
    view,
    markdown: dictionaryMarkdown(visibleTo(view, seesNone), language),
    describable: places.length,
    described: places.filter(({ isDescribed }) => isDescribed).length,
    gaps: gapsOf(view),
  }
}
