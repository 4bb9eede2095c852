import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Row } from '../../tree/item-tree.ts'
import { moveOf } from '../../tree/item-tree-keys.ts'
import { Line } from './row.tsx'
import { useTreeScroll } from './scroll.ts'

interface Props {
  rows: Row[]
  label: string
  current: string | undefined
  searched?: string
  hrefOf: (page_id: string) => string
  onPage: (page_id: string) => void
  onFolder?: (cat_id: string, open: boolean) => void
  /** The reader points at a page for a moment: it may be fetched. */
  onNear: (page_id: string) => void
  /** Takes hold of a line, for those who may arrange the tree. */
  onTake?: ((event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => void) | undefined
}

const PREFETCH_DELAY_MS = 65
const PREFIX = 'tree-line-'
const plain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The tree of an item: one tab stop, WAI-ARIA keys, and only the lines that are seen in the document. */
export function Tree({ rows, label, current, searched = '', hrefOf, onPage, onFolder, onNear, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const currentAt = current === undefined ? -1 : rows.findIndex((row) => row.page_id === current)
  const { stretch, above, below, follow, show } = useTreeScroll(box, rows, currentAt)
  const [active, setActive] = useState<string>()
  const near = useRef<ReturnType<typeof setTimeout>>(undefined)
  const activeAt = active === undefined ? currentAt : rows.findIndex((row) => row.key === active)

  /* A new page is scrolled to; a folder that opens above it is no reason to. */
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    show(currentAt)
  }, [current, currentAt, show])
  useEffect(() => () => clearTimeout(near.current), [])

  const lineAt = (target: EventTarget) => {
    const id = (target as Element).closest('[role=treeitem]')?.id
    return id ? rows.find((row) => PREFIX + row.key === id) : undefined
  }
  const soon = (page_id: string | undefined) => {
    clearTimeout(near.current)
    if (page_id) near.current = setTimeout(onNear, PREFETCH_DELAY_MS, page_id)
  }
  const enter = (row: Row) => {
    if (row.page_id) onPage(row.page_id)
    else if (row.cat_id) onFolder?.(row.cat_id, !row.open)
  }
  const click = (event: MouseEvent) => {
    const row = plain(event) && lineAt(event.target)
    if (!row) return
    event.preventDefault()
    setActive(row.key)
    enter(row)
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    const row = plain(event) && lineAt(event.target)
    if (row && box.current) onTake?.(event, row, box.current)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOf(rows, activeAt, event.key)
    if (!move) return
    event.preventDefault()
    const row = rows[activeAt]
    if (move.toggle && row?.cat_id) onFolder?.(row.cat_id, !row.open)
    if (move.enter && row) enter(row)
    const next = move.to === undefined ? undefined : rows[move.to]
    if (!next) return
    setActive(next.key)
    show(move.to as number)
    soon(next.page_id)
  }

  const lines = rows.slice(stretch.from, stretch.to)
  const drawn = activeAt >= stretch.from && activeAt < stretch.to ? rows[activeAt] : undefined
  return (
    <div className="side-in scroll" ref={box} onScroll={follow}>
      <div
        className="lines"
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={drawn && PREFIX + drawn.key}
        onClick={click}
        onKeyDown={press}
        {...(onTake && { onPointerDown: take, onDragStart: (event) => event.preventDefault() })}
        onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && soon(lineAt(event.target)?.page_id)}
        onPointerLeave={() => soon(undefined)}
        style={above || below ? { paddingBlock: `calc(var(--h-tree) * ${above}) calc(var(--h-tree) * ${below})` } : undefined}
      >
        {lines.map((row) => {
          const target = row.page_id ?? row.first
          return (
            <Line
              key={row.key}
              id={PREFIX + row.key}
              name={row.name}
              href={target && hrefOf(target)}
              depth={row.depth}
              at={row.at}
              of={row.of}
              open={row.open}
              current={row.page_id !== undefined && row.page_id === current}
              active={row === drawn}
              searched={searched}
              method={row.method}
            />
          )
        })}
      </div>
    </div>
  )
}
