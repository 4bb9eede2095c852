import { openSearchPanel } from '@codemirror/search'
import {
  Bold,
  ChevronDown,
  Code,
  FileSymlink,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Search,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { keyText } from '../../lib/control-key.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { type EditingSession, usePanelKeys } from '../session.ts'
import { inTable } from '../table/commands.ts'
import { TableMenu } from '../table/menu.tsx'
import { TemplateMenu } from '../template/menu.tsx'
import { insertTable } from '../text/insert.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { CodeMenu, FormatMenu, HeadingMenu, ImageMenu, InsertMenu } from './menus.tsx'
import { command, panelKeys, type ToolName, tools } from './tools.ts'

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

function TablePicker({ editing: { view } }: { editing: Editing }) {
  const t = useWords(editorWords)
  return (
    <Popover
      label={t.table}
      align="start"
      className="ed-picker"
      button={(opener) => (
        <IconButton className="ed-tool ed-drop" name={t.table} {...opener}>
          <Table className="i" aria-hidden="true" />
          <ChevronDown className="i caret" aria-hidden="true" />
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

const icons = {
  undo: Undo2,
  redo: Redo2,
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  quote: Quote,
  bullets: List,
  numbers: ListOrdered,
  tasks: ListChecks,
  link: Link,
} satisfies Partial<Record<ToolName, LucideIcon>>
type Shown = keyof typeof icons
const names = Object.keys(icons) as Shown[]

/** A press on a button keeps the focus, and with it a phone's keyboard, in the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

/** A roving tab index: the toolbar is one tab stop; arrow keys move inside it. */
function useArrows() {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('.ed-set > button:not(:disabled)') ?? [])]
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

interface Props {
  session: EditingSession
  /** The text is hidden, so the tools are disabled. */
  idle: boolean
  children: ReactNode
}

export function EditorToolbar({ session, idle, children }: Props) {
  const t = useWords(editorWords)
  const { editing } = session
  const { view } = editing
  const on = useEditorValue(editing, (state) => names.filter((name) => tools[name].on?.(state)).join(' ')).split(' ')
  const cannot = useEditorValue(editing, (state) => names.filter((name) => tools[name].can?.(state) === false).join(' ')).split(' ')
  const table = useEditorValue(editing, inTable)
  usePanelKeys(session)
  const button = (name: Shown) => {
    const Icon = icons[name]
    const { key, run, on: can } = tools[name]
    return (
      <IconButton
        key={name}
        className={on.includes(name) ? 'ed-tool on' : 'ed-tool'}
        name={t[name]}
        keys={key && keyText(key)}
        {...(can ? { 'aria-pressed': on.includes(name) } : {})}
        disabled={cannot.includes(name)}
        {...keepFocus}
        onClick={() => {
          run(view)
          view.focus()
        }}
      >
        <Icon className="i" aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <section className="ed-tools" aria-label={t.tools}>
      <div {...useArrows()} className="ed-sets" role="toolbar" aria-label={t.tools} inert={idle}>
        <span className="ed-set">{(['undo', 'redo'] as const).map(button)}</span>
        <span className="ed-set">
          <HeadingMenu editing={editing} />
          {(['bold', 'italic', 'strike', 'code', 'quote'] as const).map(button)}
        </span>
        <span className="ed-set">{(['bullets', 'numbers', 'tasks'] as const).map(button)}</span>
        <span className="ed-set">
          {button('link')}
          <IconButton
            className="ed-tool"
            name={t.pageLink}
            keys={keyText(panelKeys.pageLink)}
            {...keepFocus}
            onClick={() => session.show('pageLink')}
          >
            <FileSymlink className="i" aria-hidden="true" />
          </IconButton>
          <ImageMenu session={session} />
          {table ? <TableMenu editing={editing} /> : <TablePicker editing={editing} />}
          <CodeMenu editing={editing} />
          <InsertMenu editing={editing} />
        </span>
        <span className="ed-set">
          <IconButton className="ed-tool" name={t.find} keys={keyText('Mod-f')} {...keepFocus} onClick={() => openSearchPanel(view)}>
            <Search className="i" aria-hidden="true" />
          </IconButton>
        </span>
        <span className="ed-set">
          <TemplateMenu session={session} />
          <FormatMenu session={session} />
        </span>
      </div>
      {children}
    </section>
  )
}
