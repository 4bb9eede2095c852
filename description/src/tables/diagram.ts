import type { Link, Links } from './links.ts'
import { primaryOf } from './links.ts'
import { shownName, type Table } from './snapshot.ts'

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

interface Node {
  table: Table
  id: string
  columns: Set<string>
}

function write(mainSchema: string, tables: Table[], links: Link[]): string {
  const nodes = new Map(tables.map((table, at): [Table, Node] => [table, { table, id: `t${at}`, columns: new Set(primaryOf(table)) }]))
  const lines: string[] = []
  for (const link of links.slice(0, LINES_MAX)) {
    const [from, to] = [nodes.get(link.from), nodes.get(link.to)]
    if (!from || !to) continue
    for (const column of link.columns) from.columns.add(column)
    for (const column of link.references) to.columns.add(column)
    lines.push(`  ${to.id} ||${link.isGuess ? '..' : '--'}o{ ${from.id} : "${link.columns.map(plain).join(', ')}"`)
  }
  const entities = [...nodes.values()].flatMap(({ table, id, columns }) => {
    const keys = new Set(primaryOf(table))
    const shown = table.columns.filter(({ name }) => columns.has(name)).slice(0, COLUMNS_MAX)
    const rows = shown.map(({ name, type }) => `    ${word(type)} ${word(name)}${keys.has(name) ? ' PK' : ''}`)
    const name = plain(shownName({ mainSchema }, table))
    return rows.length > 0 ? [`  ${id}["${name}"] {`, ...rows, '  }'] : [`  ${id}["${name}"]`]
  })
  return ['erDiagram', ...entities, ...lines].join('\n')
}

export interface Diagram {
  /** Mermaid; '' if no key leads from a table or to one. */
  text: string
  /** Tables that are not shown, because there are too many. */
  left: number
}

/** A table with the tables that its keys lead to or come from. */
export function around(table: Table, { out, into }: Links, mainSchema: string): Diagram {
  const links = [...(out.get(table) ?? []), ...(into.get(table) ?? []).filter(({ from }) => from !== table)]
  // Foreign keys first: guesses are the first to be left out.
  links.sort((a, b) => Number(a.isGuess) - Number(b.isGuess))
  const others = new Set(links.flatMap(({ from, to }) => [from, to]))
  others.delete(table)
  const shown = new Set([table, ...[...others].slice(0, AROUND_MAX - 1)])
  const between = links.filter(({ from, to }) => shown.has(from) && shown.has(to))
  return { text: links.length === 0 ? '' : write(mainSchema, [...shown], between), left: others.size + 1 - shown.size }
}

/** The tables of a database that have keys; the ones with most keys if there are too many. */
export function whole(tables: Table[], { out, into }: Links, mainSchema: string): Diagram {
  const degree = (table: Table) => (out.get(table)?.length ?? 0) + (into.get(table)?.length ?? 0)
  const linked = tables.filter((table) => degree(table) > 0)
  const most = linked.length > WHOLE_MAX ? [...linked].sort((a, b) => degree(b) - degree(a)).slice(0, WHOLE_MAX) : linked
  const shown = new Set(most)
  const links = tables.flatMap((table) => (shown.has(table) ? (out.get(table) ?? []).filter(({ to }) => shown.has(to)) : []))
  links.sort((a, b) => Number(a.isGuess) - Number(b.isGuess))
  return { text: links.length === 0 ? '' : write(mainSchema, most, links), left: linked.length - most.length }
}
