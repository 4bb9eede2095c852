import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A column header, optionally with a class for the column. */
type Column = string | readonly [text: string, look: string] | false

interface Props {
  /** Accessible name of the table. */
  name: string
  look: string
  columns: readonly Column[]
  /** Screen reader label of the last column, if it contains row actions. */
  actions?: string
  /** The rows. */
  children: ReactNode
}

const roles = {
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  td: 'cell',
  'th[scope="col"]': 'columnheader',
  'th[scope="row"]': 'rowheader',
}

/** On phones rows are displayed as cards, which can make browsers drop the table semantics, so roles are set explicitly. */
function useRoles() {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    for (const [part, role] of Object.entries(roles))
      for (const one of table.current?.querySelectorAll(`${part}:not([role])`) ?? []) one.setAttribute('role', role)
  })
  return table
}

/** A table with column headers and rows. */
export const Table = ({ name, look, columns, actions, children }: Props) => (
  // biome-ignore lint/a11y/noRedundantRoles: see useRoles
  <table ref={useRoles()} role="table" aria-label={name} className={`table ${look}`}>
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null
          const [text, own] = typeof column === 'string' ? [column] : column
          return (
            <th key={text} scope="col" className={own}>
              {text}
            </th>
          )
        })}
        {actions && (
          <th scope="col">
            <span className="sr">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
