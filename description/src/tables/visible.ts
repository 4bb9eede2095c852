import type { Diagram, TableName } from './diagram.ts'
import { type DictionaryView, isTable, type OverviewView, type TableView } from './dictionary.ts'

/*
 * A reader sees the names of those tables whose pages they can read (S217). A table that the snapshot does not have has no page, so that
 * its name is no secret of another one.
 */

/** Whether a reader sees a part, by its entry as the placeholder of its address has it: `NAME~table public.orders`. */
export type Sees = (entry: string) => boolean

export const seesNone: Sees = () => false

const PLACEHOLDER = 'sheaf-page:'

/** The entry of the part that an address leads to; undefined for an address without a part. */
function entryAt(address: string): string | undefined {
  if (!address.startsWith(PLACEHOLDER)) return undefined
  return decodeURIComponent(address.slice(PLACEHOLDER.length))
}

/** The entries of all parts that a view names, also its own. */
export function entriesIn(view: DictionaryView): string[] {
  const { tables } = view.diagram
  const names = isTable(view)
    ? [
        ...view.columns.flatMap(({ to = [] }) => to.map(({ table }) => table)),
        ...[...view.foreignKeys, ...view.referencedBy].map(({ table }) => table),
        ...view.uses,
      ]
    : [...view.tables, ...view.keys.flatMap(({ from, to }) => [from, to])]
  const entries = [...names, ...tables.map(({ table }) => table)].flatMap(({ address }) => entryAt(address) ?? [])
  return [...new Set(entries)]
}

/** A view without the tables that its reader does not see, and without the texts that may name them. */
export function visibleTo(view: DictionaryView, sees: Sees): DictionaryView {
  const isSeen = ({ address }: TableName) => {
    const entry = entryAt(address)
    return entry === undefined || sees(entry)
  }
  return isTable(view) ? visibleTable(view, isSeen) : visibleOverview(view, isSeen)
}

type IsSeen = (table: TableName) => boolean

function visibleTable(view: TableView, isSeen: IsSeen): TableView {
  const columns = view.columns.map(({ to, ...column }) => {
    const seen = to?.filter(({ table }) => isSeen(table)) ?? []
    return seen.length > 0 ? { ...column, to: seen } : column
  })
  const seesAll = view.uses.every(isSeen)
  const readable = (all: TableView['checks']) => (seesAll ? all : all.map(({ name }) => ({ name, text: '' })))
  return {
    ...view,
    columns,
    foreignKeys: view.foreignKeys.filter(({ table }) => isSeen(table)),
    referencedBy: view.referencedBy.filter(({ table }) => isSeen(table)),
    uses: view.uses.filter(isSeen),
    checks: readable(view.checks),
    triggers: readable(view.triggers),
    definition: seesAll ? view.definition : '',
    // Its first table is the one of the page.
    diagram: visibleDiagram(view.diagram, (table, at) => at === 0 || isSeen(table)),
  }
}

function visibleOverview(view: OverviewView, isSeen: IsSeen): OverviewView {
  const tables = view.tables.filter(isSeen)
  return {
    ...view,
    tables,
    // An enumeration can be that of a table that is not seen.
    enums: tables.length === view.tables.length ? view.enums : [],
    keys: view.keys.filter(({ from, to }) => isSeen(from) && isSeen(to)),
    diagram: visibleDiagram(view.diagram, isSeen),
  }
}

/** The number of tables that are not drawn is of all tables, so it is shown only with all of them. */
function visibleDiagram({ tables, links, left }: Diagram, isSeen: (table: TableName, at: number) => boolean): Diagram {
  const places = new Map<number, number>()
  for (const [at, { table }] of tables.entries()) if (isSeen(table, at)) places.set(at, places.size)
  if (places.size === tables.length) return { tables, links, left }
  return {
    tables: tables.filter((_, at) => places.has(at)),
    links: links.flatMap((link) => {
      const [from, to] = [places.get(link.from), places.get(link.to)]
      return from === undefined || to === undefined ? [] : [{ ...link, from, to }]
    }),
    left: 0,
  }
}
