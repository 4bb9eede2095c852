import type { ColumnView, DictionaryView, KeyView, OverviewView, TableView } from './dictionary.ts'
import { isTable } from './dictionary.ts'
import type { Index } from './snapshot.ts'

/** Words of people for one path, as the block of a part has them. */
interface PathWords {
  path: string
  mode: 'replace' | 'add'
  words: string
}

type TablePlace = { of: 'table' } | { of: 'column' | 'index' | 'key'; name: string }

/** A name between backquotes is always that of a column, an index or a key. */
const PATH = /^(?:(index|key):)?(?:`([^`\r\n]+)`|([^\s`.[\]<>():+]+))$/

/** The place of a table that a path names: `table`, `state`, `index:orders_state`, `key:orders_customer`. */
export function tablePlace(path: string): TablePlace | undefined {
  const [, of, quoted, plain = ''] = PATH.exec(path) ?? []
  if (quoted === undefined && plain === '') return undefined
  if (of === 'index' || of === 'key') return { of, name: quoted ?? plain }
  if (quoted === undefined && (plain === 'table' || plain === 'summary' || plain === 'description')) return { of: 'table' }
  return { of: 'column', name: quoted ?? plain }
}

/** A column by its name, or else by one of its former names. */
const columnIn = ({ columns }: TableView, name: string): ColumnView | undefined =>
  columns.find((column) => column.name === name) ?? columns.find(({ was }) => was?.includes(name))

type Target =
  | { kind: 'table'; at: TableView }
  | { kind: 'column'; at: ColumnView }
  | { kind: 'index'; at: Index }
  | { kind: 'key'; at: KeyView }

function targetIn(view: TableView, path: string): Target | undefined {
  const place = tablePlace(path)
  if (!place) return undefined
  if (place.of === 'table') return { kind: 'table', at: view }
  if (place.of === 'column') {
    const at = columnIn(view, place.name)
    return at && { kind: 'column', at }
  }
  if (place.of === 'index') {
    const at = view.indexes.find(({ name }) => name !== '' && name === place.name)
    return at && { kind: 'index', at }
  }
  const at = view.foreignKeys.find(({ name }) => name !== '' && name === place.name)
  return at && { kind: 'key', at }
}

const isOverviewPlace = (path: string) => path === 'overview' || path === 'summary' || path === 'description'

/** What the database says at a place; '' for nothing, undefined if it has no such place. */
export function tableSays(view: DictionaryView, path: string): string | undefined {
  if (!isTable(view)) return isOverviewPlace(path) ? '' : undefined
  const target = targetIn(view, path)
  if (!target) return undefined
  return target.kind === 'key' ? '' : target.at.comment
}

/** Words of people, in Markdown. */
export interface Ours {
  words: string
  /** They are shown instead of the comment of the database. */
  replaces: boolean
}

/** How another instance of the database differs at a place; `since` is a day. */
export interface DriftNote {
  instance: string
  /** The name of the table, '' for the database itself. */
  label: string
  /** A rule of changes of tables. */
  rule: string
  path: string
  before: string
  after: string
  since: string
}

export interface InstanceDrift {
  name: string
  /** The day on which it was compared last. */
  checked: string
  total: number
  /** The first differences. */
  notes: DriftNote[]
}

/** On the page of a table, or on an overview. */
export type Drift = { notes: DriftNote[] } | { instances: InstanceDrift[] }

/** A view with the words of people at their places. */
export interface WordedTable extends Omit<TableView, 'columns' | 'indexes' | 'foreignKeys'> {
  ours?: Ours
  /** For the screen. */
  drift?: Drift
  columns: (ColumnView & { ours?: Ours })[]
  indexes: (Index & { ours?: Ours })[]
  foreignKeys: (KeyView & { ours?: Ours })[]
}

export interface WordedOverview extends OverviewView {
  ours?: Ours
  /** For the screen. */
  drift?: Drift
  /** What people have written on the pages of tables, by their keys; undefined where it is not known. */
  live?: OverviewTableLive[]
  /** The catalogs that have the pages of tables, in the order of the tree; for the screen. */
  catalogs?: TableCatalog[]
}

/** A catalog with the keys of the tables whose pages are in it. */
export interface TableCatalog {
  /** '' for the top level of the item. */
  name: string
  tables: string[]
}

/** Words of people about one table of an overview. */
export interface OverviewTableLive {
  key: string
  /** What they describe and the database does not. */
  here: number
  /** Their words about the table itself; undefined for none. */
  ours?: Ours
}

export type WordedDictionary = WordedTable | WordedOverview

export const isDictionary = (one: object): one is WordedDictionary => 'table' in one || 'overview' in one

export const isWordedTable = (view: WordedDictionary): view is WordedTable => 'table' in view

/** Words about one place together: those that replace come first, words below them after that. */
export function oursOf(words: readonly Pick<PathWords, 'mode' | 'words'>[]): { ours?: Ours } {
  const given = words.filter((word) => word.words.trim() !== '')
  if (given.length === 0) return {}
  const inOrder = [...given.filter(({ mode }) => mode === 'replace'), ...given.filter(({ mode }) => mode === 'add')]
  const replaces = inOrder[0]?.mode === 'replace'
  return { ours: { words: inOrder.map((word) => word.words.trim()).join('\n\n'), replaces } }
}

/** The object of a view that keeps the words about a place. */
function placeIn(view: WordedDictionary, path: string): { ours?: Ours } | undefined {
  if (isWordedTable(view)) return targetIn(view, path)?.at as { ours?: Ours } | undefined
  return isOverviewPlace(path) ? view : undefined
}

/** Puts words into a copy of the view. Words without a place in it are not shown. */
export function withTableWords(view: DictionaryView, words: PathWords[]): WordedDictionary {
  if (words.length === 0) return view
  const copy: WordedDictionary = structuredClone(view)
  for (const mode of ['replace', 'add'] as const)
    for (const word of words.filter((one) => one.mode === mode && one.words.trim() !== '')) {
      const at = placeIn(copy, word.path)
      if (!at) continue
      // A place can have several paths, such as the former name of a column: no words hide others.
      const before = at.ours
      at.ours = {
        words: [before?.words, word.words.trim()].filter(Boolean).join('\n\n'),
        replaces: mode === 'replace' || before?.replaces === true,
      }
    }
  return copy
}
