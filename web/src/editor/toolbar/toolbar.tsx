import './toolbar.css'
import { Table } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { stored } from '../../lib/stored.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { type EditingSession, usePanelKeys } from '../session.ts'
import { inTable } from '../table/commands.ts'
import { TableMenu } from '../table/menu.tsx'
import { insertTable } from '../text/insert.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { ToolButtons } from './buttons.tsx'
import { InsertMenu } from './insert-menu.tsx'
import { CodeMenu, HeadingMenu, ImageMenu } from './menus.tsx'
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
function TablePicker({ editing: { view } }: { editing: Editing }) {
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

/** A roving tab index: the toolbar is one tab stop; arrow keys move inside it. */
function useArrows() {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = () =>
    [...(bar.current?.querySelectorAll<HTMLElement>('.ed-set > button:not(:disabled)') ?? [])].filter(
      (button) => button.checkVisibility?.() !== false,
    )
  useEffect(() => {
    const all = buttons()
    const stop = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0) ?? all[0]
    for (const button of bar.current?.querySelectorAll<HTMLElement>('.ed-set > button') ?? []) button.tabIndex = button === stop ? 0 : -1
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const next = all[(to + all.length) % all.length]
    for (const button of all) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  return { ref: bar, onKeyDown }
}

const KEY = 'sheaf.editor-tools'

/** Whether the tools are folded to one button; remembered by the browser. A phone always shows them. */
function useFolded(phone: boolean): [boolean, () => void] {
  const [folded, setFolded] = useState(() => stored.read(KEY) === 'folded')
  const toggle = () => {
    if (folded) stored.remove(KEY)
    else stored.write(KEY, 'folded')
    setFolded(!folded)
  }
  return [folded && !phone, toggle]
}

/** The frequent tools of the text, above the text; on a phone, above its keyboard. */
export function EditorToolbar({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const { editing } = session
  const table = useEditorValue(editing, inTable)
  const phone = useIsUpTo('phone')
  const [folded, toggle] = useFolded(phone)
  const arrows = useArrows()
  usePanelKeys(session)
  return (
    <section className={folded ? 'ed-tools ed-folded' : 'ed-tools'} aria-label={t.tools}>
      {!folded && (
        <div {...arrows} className="ed-sets" role="toolbar" aria-label={t.tools}>
          {phone && (
            <span className="ed-set">
              <InsertMenu session={session} />
            </span>
          )}
          <span className="ed-set">
            <HeadingMenu editing={editing} />
            <ToolButtons editing={editing} names={['bold', 'italic', 'code', 'link']} />
          </span>
          <span className="ed-set">
            <ToolButtons editing={editing} names={['bullets', 'tasks', 'quote']} />
          </span>
          <span className="ed-set">
            {table ? <TableMenu editing={editing} /> : <TablePicker editing={editing} />}
            <CodeMenu editing={editing} />
            <ImageMenu session={session} />
            {!phone && <InsertMenu session={session} />}
          </span>
          <span className="ed-set ed-undo">
            <ToolButtons editing={editing} names={['undo', 'redo']} />
          </span>
        </div>
      )}
      <IconButton className="ed-aa" name={folded ? t.showTools : t.hideTools} aria-expanded={!folded} onClick={toggle}>
        <span aria-hidden="true">Aa</span>
      </IconButton>
    </section>
  )
}
