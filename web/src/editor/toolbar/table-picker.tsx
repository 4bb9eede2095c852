import { Table } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { insertTable } from '../text/insert.ts'
import type { Editing } from '../view.ts'
import { command } from './tools.ts'

const SIDE = 8
const steps = Array.from({ length: SIDE }, (_, index) => index + 1)
const limit = (value: number) => Math.max(1, Math.min(SIDE, value))

/** A grid of 8 × 8: the cell chosen by mouse or arrow keys gives the table's size without its header row. */
function Grid({ onPick }: { onPick: (columns: number, rows: number) => void }) {
  const t = useWords(editorWords)
  const grid = useRef<HTMLDivElement>(null)
  const [[columns, rows], setSize] = useState([1, 1])
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]
    if (!by) return
    event.preventDefault()
    const to = [limit(columns + (by[0] ?? 0)), limit(rows + (by[1] ?? 0))] as [number, number]
    setSize(to)
    grid.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move between the buttons inside */}
      <div ref={grid} className="ed-grid" onKeyDown={move}>
        {steps.flatMap((row) =>
          steps.map((column) => (
            <button
              key={`${column},${row}`}
              type="button"
              data-at={`${column},${row}`}
              className={column <= columns && row <= rows ? 'on' : ''}
              aria-label={t.tableSize(column, row)}
              tabIndex={column === columns && row === rows ? 0 : -1}
              onPointerEnter={() => setSize([column, row])}
              onFocus={() => setSize([column, row])}
              onClick={() => onPick(column, row)}
            />
          )),
        )}
      </div>
      <div className="ed-size">{t.tableSize(columns, rows)}</div>
    </>
  )
}

/** The button for a new table, whose size is chosen in a grid. */
export function TablePicker({ editing: { view } }: { editing: Editing }) {
  const t = useWords(editorWords)
  return (
    <Popover
      label={t.table}
      align="start"
      className="ed-picker"
      button={(opener) => (
        <IconButton className="ed-tool" name={t.table} {...opener}>
          <Table className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {(close) => (
        <Grid
          onPick={(columns, rows) => {
            close()
            command((state) => insertTable(state, rows, columns, t.column))(view)
            view.focus()
          }}
        />
      )}
    </Popover>
  )
}
