import type { Check, Column, ForeignKey, Index, TableKind } from './schema.ts'

/* What the queries of postgres.queries.ts answer. */
export interface TableRow {
  id: string
  schema: string
  name: string
  kind: string
  comment: string
  definition: string | null
  partitioned: string | null
}

export interface ColumnRow {
  id: string
  name: string
  required: boolean
  identity: string
  generated: string
  type: string
  value: string | null
  comment: string
}

export interface IndexRow extends Omit<Index, 'method' | 'where'> {
  id: string
  method: string
  where: string | null
}

export interface KeyRow extends Omit<ForeignKey, 'onDelete' | 'onUpdate'> {
  id: string
  deleted: string
  updated: string
}

export type CheckRow = Check & { id: string }

export const kinds: Record<string, TableKind> = { r: 'table', p: 'partitioned', v: 'view', m: 'materialized', f: 'foreign' }
const actions: Record<string, string> = { c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT', r: 'RESTRICT' }
/** The default of a serial column names its sequence, which says no more than that it counts. */
const sequence = /^nextval\('.+'::regclass\)$/

export function columnOf({ name, type, required, identity, generated, value, comment }: ColumnRow): Column {
  const counted = identity !== '' || sequence.test(value ?? '')
  const filled = generated !== '' ? { computed: value ?? '' } : { default: counted ? undefined : (value ?? undefined) }
  return { name, type, comment, counted, nullable: !required, ...filled }
}

export const indexOf = ({ id: _, method, where, ...index }: IndexRow): Index => ({
  ...index,
  method: method === 'btree' ? undefined : method,
  where: where ?? undefined,
})

export const keyOf = ({ id: _, deleted, updated, ...key }: KeyRow): ForeignKey => ({
  ...key,
  onDelete: actions[deleted],
  onUpdate: actions[updated],
})

export const checkOf = ({ name, expression }: CheckRow): Check => ({ name, expression })
