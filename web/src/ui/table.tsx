import type { ReactNode } from 'react'

/** A heading, and its class where the column has a look of its own. */
type Column = string | readonly [text: string, look: string] | false

interface Props {
  look: string
  columns: readonly Column[]
  /** Says aloud what the last column holds, where it holds what can be done with a row. */
  actions?: string
  /** The rows. */
  children: ReactNode
}

/** The frame of every table of rows: a line of headings, then the rows. */
export const Table = ({ look, columns, actions, children }: Props) => (
  <table className={`table ${look}`}>
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
