import './table.css'
import { Fragment, type ReactNode } from 'react'
import { Bone, Skeleton } from '../placeholder.tsx'
import { rem } from '../text/scale.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** What phones show instead: there, rows are cards without headers. */
  phone?: (row: Row) => ReactNode
  /** The cells of this column name the rows. */
  isName?: boolean
  /** Pixels at the usual text size, or a share of the table. */
  width?: number | string
  isNumber?: boolean
  /** Hidden in narrower windows. Cards on phones show a column that needs 1200 pixels in a table. */
  from?: 1000 | 1200
  /** Classes of the cells. */
  look?: string | ((row: Row) => string)
  /** A tooltip with the text that a narrow column cuts. */
  title?: (row: Row) => string
}

interface Props<Row> {
  /** Accessible name of the table. */
  name: string
  look: string
  columns: readonly (Column<Row> | false)[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  rowLook?: (row: Row) => string | undefined
  /** More about a row, in its own line below it. */
  below?: (row: Row) => ReactNode
  /** The last column: the screen reader label of its header, and the buttons and links of a row. */
  actions?: { head: string; cell: (row: Row) => ReactNode; width: number }
}

/** On phones rows are displayed as cards, which can make browsers drop the table semantics, so roles are set explicitly. */
const role = (name: string) => ({ role: name })

const classOf = <Row,>({ isNumber, from }: Column<Row>, look = '') =>
  [look, isNumber && 'right', from && `from-${from}`].filter(Boolean).join(' ')

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell, phone, isName, look, title } = column
  const shared = { className: classOf(column, typeof look === 'function' ? look(row) : look) || undefined, title: title?.(row) }
  const content = phone ? (
    <>
      <span className="hide-s">{cell(row)}</span>
      <span className="only-s">{phone(row)}</span>
    </>
  ) : (
    cell(row)
  )
  return isName ? (
    <th scope="row" {...role('rowheader')} {...shared}>
      {content}
    </th>
  ) : (
    <td {...role('cell')} {...shared}>
      {content}
    </td>
  )
}

/** A table on wide screens, cards on phones. */
export function Table<Row>({ name, look, columns, rows, keyOf, rowLook, below, actions }: Props<Row>) {
  const shown = columns.filter((column) => column !== false)
  return (
    <table {...role('table')} aria-label={name} className={`table rows ${look}`}>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {shown.map((column) => (
            <th
              key={column.head}
              scope="col"
              {...role('columnheader')}
              className={classOf(column) || undefined}
              style={{ width: typeof column.width === 'number' ? rem(column.width) : column.width }}
            >
              {column.head}
            </th>
          ))}
          {actions && (
            <th scope="col" {...role('columnheader')} style={{ width: rem(actions.width) }}>
              <span className="visually-hidden">{actions.head}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => {
          const more = below?.(row)
          return (
            <Fragment key={keyOf(row)}>
              <tr {...role('row')} className={rowLook?.(row)}>
                {shown.map((column) => (
                  <Cell key={column.head} column={column} row={row} />
                ))}
                {actions && (
                  <td {...role('cell')} className="acts">
                    {actions.cell(row)}
                  </td>
                )}
              </tr>
              {more && (
                <tr {...role('row')} className="below">
                  <td {...role('cell')} colSpan={shown.length + (actions ? 1 : 0)}>
                    {more}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

const widths = ['34%', '48%', '28%', '40%', '36%', '25%']

/** Placeholder rows with the final height in pixels; `isHeaded` leaves the space of the headers. */
export const TableWaiting = ({ rows = 4, height = 49, isHeaded = true }: { rows?: number; height?: number; isHeaded?: boolean }) => (
  <Skeleton>
    <div className={isHeaded ? 'rows-wait headed' : 'rows-wait'}>
      {Array.from({ length: Math.min(rows, 10) }, (_, at) => (
        <div key={`${at + 1}`} style={{ height: rem(height) }}>
          <Bone width={widths[at % widths.length] ?? ''} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)
