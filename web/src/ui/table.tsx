import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A heading, and its class where the column has a look of its own. */
type Column = string | readonly [text: string, look: string] | false

interface Props {
  /** What it is a table of, for those who do not see the screen around it. */
  name: string
  look: string
  columns: readonly Column[]
  /** Says aloud what the last column holds, where it holds what can be done with a row. */
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

/** On a phone the rows are drawn as cards, and a browser may then forget that they are a table: it is said outright. */
function useRoles() {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    for (const [part, role] of Object.entries(roles))
      for (const one of table.current?.querySelectorAll(`${part}:not([role])`) ?? []) one.setAttribute('role', role)
  })
  return table
}

/** The frame of every table of rows: a line of headings, then the rows. */
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
