export interface Column {
  name: string
  default: string
  nullable: string
  type: string
  comment: string
}

export interface Index {
  name: string
  unique: boolean
  columns: string[]
  type: string
  comment: string
}

export interface Table {
  name: string
  comment: string
  engine: string
  collation: string
  columns: Column[]
  indexes: Index[]
}

/** What a database client writes for a line end, a tab or a backslash inside of a value. */
const escaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\', 0: '' }
const plain = (cell: string) => cell.replace(/\\([nt0\\])/g, (_, sign: string) => escaped[sign] ?? '')

/** Lines of tab-separated values below a line of heads. */
const rowsOf = (text: string): string[][] =>
  text
    .replaceAll('_this_and_change_', '&')
    .split(/\r\n?|\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => plain(cell).trim()))

/** Databases say NULL where nobody said anything. */
const said = (text = '') => (/^null$/i.test(text) ? '' : text)

/** The tables of a database, in the order they come in; one without a line of its own has at least its columns. */
export function tablesIn(info: string, detail: string, index: string): Table[] {
  const tables = new Map<string, Table>()
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? { name, comment: '', engine: '', collation: '', columns: [], indexes: [] }
    tables.set(name, table)
    return table
  }
  for (const [name, comment, engine, collation] of rowsOf(info))
    if (name) Object.assign(tableOf(name), { comment: said(comment), engine: said(engine), collation: said(collation) })
  for (const [table, name = '', value = '', nullable = '', type = '', comment] of rowsOf(detail)) {
    // Without a default a column that may not be NULL has none at all.
    const isNone = /^null$/i.test(value) && /^no$/i.test(nullable)
    if (table) tableOf(table).columns.push({ name, default: isNone ? '' : value, nullable, type, comment: said(comment) })
  }
  for (const [table, name = '', nonUnique, column = '', , type, comment] of inOrder(rowsOf(index))) {
    if (!table || !tables.has(table)) continue
    const { indexes } = tableOf(table)
    const known = indexes.find((one) => one.name === name)
    if (known) known.columns.push(column)
    else indexes.push({ name, unique: nonUnique === '0', columns: [column], type: said(type), comment: said(comment) })
  }
  for (const { indexes } of tables.values()) indexes.sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
  return [...tables.values()]
}

const isPrimary = ({ name }: Index) => name.toUpperCase() === 'PRIMARY'

/** The columns of an index by their place in it. */
const inOrder = (rows: string[][]) => rows.toSorted((a, b) => (Number(a[4]) || 0) - (Number(b[4]) || 0))
