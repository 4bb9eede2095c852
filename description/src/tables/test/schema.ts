import { snapshotIn } from '../read.ts'
import type { Snapshot } from '../snapshot.ts'

/** A column as `name type`, with `?` for one that may be empty, `=default`, and a comment after `--`. */
function column(text: string, id = '') {
  const [, name = '', type = '', nullable, preset, comment = ''] = /^(\S+) ([^?=-]+?)(\?)?(?:=(\S+))?(?: -- (.*))?$/.exec(text) ?? []
  return { name, type: type.trim(), id, nullable: nullable === '?', comment, ...(preset === undefined ? {} : { default: preset }) }
}

interface Given {
  name: string
  id?: string
  schema?: string
  kind?: string
  comment?: string
  columns: string[]
  more?: object
}

export const aTable = ({ name, id = '', schema = 'public', kind = 'table', comment = '', columns, more = {} }: Given) => ({
  ...{ schema, name, id, kind, comment },
  columns: columns.map((one, at) => column(one, String(at + 1))),
  ...{ indexes: [{ name: `${name}_pkey`, columns: ['id'], unique: true, primary: true }], foreignKeys: [], checks: [], triggers: [] },
  ...more,
})

/** A snapshot as the server reads it. */
export function aSnapshot(tables: object[], more: object = {}): Snapshot {
  const text = JSON.stringify({
    ...{ sheaf: 'database', form: 2, kind: 'postgres', name: 'shop', mainSchema: 'public', id: 'db', enums: [], tables },
    ...more,
  })
  const read = snapshotIn(text)
  if (!read) throw new Error('no snapshot')
  return read
}
