/** The structure of a small shop, as sheaf-push sends it. */
interface Column {
  name: string
  type?: string
  comment?: string
  nullable?: boolean
  default?: string
  id?: string
}

export interface ShopTable {
  name: string
  schema?: string
  id?: string
  comment?: string
  columns: Column[]
  primary?: string[]
  keys?: { column: string; table: string; schema?: string }[]
  /** The query of a view. */
  definition?: string
  triggers?: { name: string; definition: string }[]
}

export const shop: ShopTable[] = [
  {
    name: 'customers',
    id: '1',
    comment: 'Who buys',
    columns: [
      { name: 'id', type: 'bigint', id: '1' },
      { name: 'email', type: 'text', comment: 'Where letters go', id: '2' },
      { name: 'created_at', type: 'timestamptz', id: '3' },
    ],
  },
  {
    name: 'orders',
    id: '2',
    columns: [
      { name: 'id', type: 'bigint', id: '1' },
      { name: 'customer_id', type: 'bigint', id: '2' },
      { name: 'state', type: 'order_state', default: "'open'", id: '3' },
      { name: 'quantity', type: 'integer', comment: 'How many pieces', id: '4' },
    ],
    keys: [{ column: 'customer_id', table: 'customers' }],
  },
  {
    name: 'invoices',
    id: '3',
    schema: 'billing',
    columns: [
      { name: 'id', id: '1' },
      { name: 'order_id', type: 'bigint', id: '2' },
    ],
    keys: [{ column: 'order_id', table: 'orders' }],
  },
]

export function snapshot(tables: ShopTable[] = shop, more: object = {}): Buffer {
  const rows = tables.map(({ name, schema = 'public', id = '', comment = '', columns, primary = ['id'], keys = [], ...more }) => ({
    ...{ schema, name, id, kind: more.definition ? 'view' : 'table', comment, ...more },
    columns: columns.map((column) => ({ type: 'text', comment: '', nullable: false, ...column })),
    indexes: [{ name: `${name}_pkey`, columns: primary, unique: true, primary: true, comment: '' }],
    foreignKeys: keys.map((key) => ({
      ...{ name: `${name}_${key.column}`, columns: [key.column], schema: key.schema ?? 'public', table: key.table, references: ['id'] },
    })),
    checks: [],
  }))
  const enums = [{ schema: 'public', name: 'order_state', values: ['open', 'paid'], comment: '' }]
  const base = { sheaf: 'database', form: 2, kind: 'postgres', name: 'shop', mainSchema: 'public', id: 'db-1' }
  return Buffer.from(JSON.stringify({ ...base, tables: rows, enums, ...more }))
}
