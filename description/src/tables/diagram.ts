import type { Link, Links } from './links.ts'
import { primaryOf } from './links.ts'
import type { Table } from './snapshot.ts'

/** Tables of the diagram of one table, and of a whole database. */
const AROUND_MAX = 15
const WHOLE_MAX = 60
/** Lines of one diagram, and columns of one of its tables. */
const LINES_MAX = 200
const COLUMNS_MAX = 12
const NAME_MAX = 40

/**
 * A name in a diagram. Only letters, digits and some signs remain, so that no name is an instruction, a link or HTML to Mermaid. The list
 * of keys below each diagram has the names as they are.
 */
const plain = (name: string): string => {
  const text = name.toWellFormed().replace(/[^\p{L}\p{N}_. -]/gu, '_')
  return [...text].slice(0, NAME_MAX).join('').trim() || '_'
}

/** A type or a column, which is one word of letters, digits and few signs. */
const word = (name: string): string => {
  const text = name
    .toWellFormed()
    .replace(/[^\p{Script=Latin}\p{Script=Han}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const cut = [...text].slice(0, NAME_MAX).join('')
  return /^[A-Za-z\u00c0-\uffff]/.test(cut) ? cut : `_${cut}`
}

/** The name of another table with the address of its page, '' for a table that the snapshot does not have. */
export interface TableName {
  name: string
  address: string
}

export interface Diagram {
  tables: {
    table: TableName
    /** Columns that keys lead from and to. */
    columns: { name: string; type: string; isKey: boolean }[]
  }[]
  /** Keys between these tables, by their places in the list. None if no key leads from a table or to one. */
  links: { from: number; to: number; columns: string[]; isGuess: boolean }[]
  /** Tables that are not shown, because there are too many. */
  left: number
}

type Named = (table: Table) => TableName

function draw(tables: Table[], links: Link[], named: Named): Omit<Diagram, 'left'> {
  const places = new Map(tables.map((table, at) => [table, at]))
  const linked = tables.map((table) => new Set(primaryOf(table)))
  const drawn = links.slice(0, LINES_MAX).flatMap(({ from: first, to: second, columns, references, isGuess }) => {
    const [from, to] = [places.get(first), places.get(second)]
    if (from === undefined || to === undefined) return []
    for (const column of columns) linked[from]?.add(column)
    for (const column of references) linked[to]?.add(column)
    return [{ from, to, columns, isGuess }]
  })
  const nodes = tables.map((table, at) => {
    const keys = new Set(primaryOf(table))
    const shown = table.columns.filter(({ name }) => linked[at]?.has(name)).slice(0, COLUMNS_MAX)
    return { table: named(table), columns: shown.map(({ name, type }) => ({ name, type, isKey: keys.has(name) })) }
  })
  return { tables: nodes, links: drawn }
}

/** The diagram in Mermaid; '' if there is nothing to draw. */
export function mermaidOf({ tables, links }: Diagram): string {
  if (links.length === 0) return ''
  const entities = tables.flatMap(({ table, columns }, at) => {
    const rows = columns.map(({ name, type, isKey }) => `    ${word(type)} ${word(name)}${isKey ? ' PK' : ''}`)
    const start = `  t${at}["${plain(table.name)}"]`
    return rows.length > 0 ? [`${start} {`, ...rows, '  }'] : [start]
  })
  const lines = links.map(
    ({ from, to, columns, isGuess }) => `  t${to} ||${isGuess ? '..' : '--'}o{ t${from} : "${columns.map(plain).join(', ')}"`,
  )
  return ['erDiagram', ...entities, ...lines].join('\n')
}

const NONE = { tables: [], links: [] }

/** A table with the tables that its keys lead to or come from. */
export function around(table: Table, { out, into }: Links, named: Named): Diagram {
  const links = [...(out.get(table) ?? []), ...(into.get(table) ?? []).filter(({ from }) => from !== table)]
  // Foreign keys first: guesses are the first to be left out.
  links.sort((a, b) => Number(a.isGuess) - Number(b.isGuess))
  const others = new Set(links.flatMap(({ from, to }) => [from, to]))
  others.delete(table)
  const shown = new Set([table, ...[...others].slice(0, AROUND_MAX - 1)])
  const between = links.filter(({ from, to }) => shown.has(from) && shown.has(to))
  return { ...(links.length === 0 ? NONE : draw([...shown], between, named)), left: others.size + 1 - shown.size }
}

/** The tables of a database that have keys; the ones with most keys if there are too many. */
export function whole(tables: Table[], { out, into }: Links, named: Named): Diagram {
  const degree = (table: Table) => (out.get(table)?.length ?? 0) + (into.get(table)?.length ?? 0)
  const linked = tables.filter((table) => degree(table) > 0)
  const most = linked.length > WHOLE_MAX ? [...linked].sort((a, b) => degree(b) - degree(a)).slice(0, WHOLE_MAX) : linked
  const shown = new Set(most)
  const links = tables.flatMap((table) => (shown.has(table) ? (out.get(table) ?? []).filter(({ to }) => shown.has(to)) : []))
  links.sort((a, b) => Number(a.isGuess) - Number(b.isGuess))
  return { ...(links.length === 0 ? NONE : draw(most, links, named)), left: linked.length - most.length }
}

/** A key between two tables, as an overview lists it. */
interface NamedKey {
  from: TableName
  columns: string[]
  to: TableName
  isGuess: boolean
}

const idOf = ({ name, address }: TableName) => `${address} ${name}`

/** How many tables these keys lead from or to. */
export const linkedBy = (keys: readonly NamedKey[]): number => new Set(keys.flatMap(({ from, to }) => [idOf(from), idOf(to)])).size

/** Some of the tables of an overview with the keys between them, without columns; the ones with most keys if there are too many. */
export function within(tables: readonly TableName[], keys: readonly NamedKey[]): Diagram {
  const known = new Set(tables.map(idOf))
  const inside = keys.filter(({ from, to }) => known.has(idOf(from)) && known.has(idOf(to)))
  const degrees = new Map<string, number>()
  for (const key of inside) for (const one of [key.from, key.to]) degrees.set(idOf(one), (degrees.get(idOf(one)) ?? 0) + 1)
  const linked = tables.filter((table) => degrees.has(idOf(table)))
  const most = [...linked].sort((a, b) => (degrees.get(idOf(b)) ?? 0) - (degrees.get(idOf(a)) ?? 0)).slice(0, WHOLE_MAX)
  const places = new Map(most.map((table, at) => [idOf(table), at]))
  const links = inside.flatMap(({ from: first, to: second, columns, isGuess }) => {
    const [from, to] = [places.get(idOf(first)), places.get(idOf(second))]
    return from === undefined || to === undefined ? [] : [{ from, to, columns, isGuess }]
  })
  links.sort((a, b) => Number(a.isGuess) - Number(b.isGuess))
  const nodes = most.map(({ name, address }) => ({ table: { name, address }, columns: [] }))
  return { tables: nodes, links: links.slice(0, LINES_MAX), left: linked.length - most.length }
}
