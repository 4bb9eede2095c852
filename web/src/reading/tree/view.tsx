import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { highlightPieces } from '../../items/item-search.ts'
import type { Row } from '../../tree/item-tree.ts'
import { ALL_ROWS_MAX, initialRange, moveOf, rangeAt, scrollFor, WINDOW_STEP_ROWS } from '../../tree/row-navigation.ts'

/** The text with the search words marked. */
export const Marked = ({ text, searched }: { text: string; searched: string }) => (
  <span>{highlightPieces(text, searched).map((piece, at) => (piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text))}</span>
)

interface LineProps {
  id: string
  name: string
  href: string | undefined
  depth: number
  at: number
  of: number
  open: boolean | undefined
  current: boolean
  active: boolean
  searched: string
  method: string | undefined
}

/** Short names of HTTP methods that are too long for the end of a row. */
const shortVerbs: Record<string, string> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** One row of the tree is one element, so ten thousand pages stay cheap. CSS draws the chevron and the guide lines. */
const Line = memo(function Line({ id, name, href, depth, at, of, open, current, active, searched, method }: LineProps) {
  const kind = open === undefined ? 'tl' : open ? 'tl fold open' : 'tl fold'
  return (
    <a
      id={id}
      className={active ? `${kind} at` : kind}
      href={href}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={at}
      aria-setsize={of}
      aria-expanded={open}
      aria-current={current ? 'page' : undefined}
      data-verb={method && (shortVerbs[method] ?? method)}
      style={depth ? ({ '--d': depth } as CSSProperties) : undefined}
    >
      {searched ? <Marked text={name} searched={searched} /> : name}
    </a>
  )
})

interface Viewport {
  top: number
  height: number
  rowHeight: number
}

const FINE_ROW_PX = 30
const COARSE_ROW_PX = 44
let coarse: MediaQueryList | undefined

/* Repeats --h-tree of the style sheet. The media query is cached: creating it computes the styles of the whole page. */
const currentRowHeight = () => {
  coarse ??= globalThis.matchMedia?.('(pointer: coarse)')
  return coarse?.matches ? COARSE_ROW_PX : FINE_ROW_PX
}

/**
 * Virtual scrolling of the tree: selects the rows to render. It uses the window height instead of the box height, which renders
 * a few extra rows but measures nothing.
 */
function useTreeScroll(box: RefObject<HTMLElement | null>, rows: Row[], current: number) {
  const [viewport, setViewport] = useState<Viewport>()
  const at = useRef(current)
  const count = useRef(rows.length)
  const mounted = useRef(false)
  /* Offset of the current row in the box while the rows above it receive their space. */
  const anchorOffset = useRef<number>(undefined)

  /* Folders restored from storage open above the current row. Adjust the scroll position so that the visible rows stay in place. */
  useLayoutEffect(() => {
    const moved = at.current >= 0 && current > at.current && !viewport && rows.length <= ALL_ROWS_MAX ? current - at.current : 0
    at.current = current
    count.current = rows.length
    if (moved && box.current) box.current.scrollTop += moved * currentRowHeight()
  }, [current, rows, viewport, box])

  const updateViewport = useCallback(() => {
    if (!box.current || count.current <= ALL_ROWS_MAX) return
    const rowHeight = currentRowHeight()
    const top = Math.floor(box.current.scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS * rowHeight
    const height = innerHeight
    setViewport((old) => (old?.top === top && old.height === height && old.rowHeight === rowHeight ? old : { top, height, rowHeight }))
  }, [box])

  /* The first render omits the space of the rows above. Reserve it now, and scroll to the current row. */
  useEffect(() => {
    mounted.current = true
    const rowHeight = currentRowHeight()
    const place = Math.max(at.current, 0) * rowHeight
    const top = (box.current?.scrollTop ?? 0) + initialRange(count.current, at.current).from * rowHeight
    const targetTop = at.current < 0 ? undefined : scrollFor(at.current, top, innerHeight - 160, rowHeight, 'middle')
    if (count.current > ALL_ROWS_MAX) {
      anchorOffset.current = place - (targetTop ?? top)
      setViewport({ top: targetTop ?? top, height: innerHeight, rowHeight })
    } else if (targetTop !== undefined && box.current) box.current.scrollTop = targetTop
    addEventListener('resize', updateViewport)
    return () => removeEventListener('resize', updateViewport)
  }, [box, updateViewport])
  useLayoutEffect(() => {
    if (anchorOffset.current === undefined || !viewport || !box.current) return
    box.current.scrollTop = Math.max(at.current, 0) * viewport.rowHeight - anchorOffset.current
    anchorOffset.current = undefined
  }, [viewport, box])

  /* A short tree renders all rows. When it becomes long, virtual scrolling has to start. */
  const long = rows.length > ALL_ROWS_MAX
  useLayoutEffect(() => {
    if (long && mounted.current) updateViewport()
  }, [long, updateViewport])

  const scrollToRow = useCallback(
    (index: number) => {
      if (!box.current || index < 0) return
      const height = box.current.clientHeight || innerHeight
      const top = scrollFor(index, box.current.scrollTop, height, currentRowHeight(), 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      updateViewport()
    },
    [box, updateViewport],
  )

  const range = viewport ? rangeAt(rows.length, viewport.top, viewport.height, viewport.rowHeight) : initialRange(rows.length, current)
  return { range, above: viewport ? range.from : 0, below: viewport ? rows.length - range.to : 0, updateViewport, scrollToRow }
}

interface Props {
  rows: Row[]
  label: string
  current: string | undefined
  searched?: string
  hrefOf: (page_id: string) => string
  onPage: (page_id: string) => void
  onFolder?: (cat_id: string, open: boolean) => void
  /** The pointer or the keyboard rests on a page: prefetch it. */
  onNear: (page_id: string) => void
  /** Starts dragging a row; only for users who can arrange the tree. */
  onTake?: ((event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => void) | undefined
}

const PREFETCH_DELAY_MS = 65
const PREFIX = 'tree-line-'
const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The tree of an item: one tab stop, WAI-ARIA keys, and only the visible rows in the document. */
export function Tree({ rows, label, current, searched = '', hrefOf, onPage, onFolder, onNear, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const currentAt = current === undefined ? -1 : rows.findIndex((row) => row.page_id === current)
  const { range, above, below, updateViewport, scrollToRow } = useTreeScroll(box, rows, currentAt)
  const [active, setActive] = useState<string>()
  const prefetchTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const activeAt = active === undefined ? currentAt : rows.findIndex((row) => row.key === active)

  /* Scroll to the current page only when it changes, not when a folder opens above it. */
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollToRow(currentAt)
  }, [current, currentAt, scrollToRow])
  useEffect(() => () => clearTimeout(prefetchTimer.current), [])

  const lineAt = (target: EventTarget) => {
    const id = (target as Element).closest('[role=treeitem]')?.id
    return id ? rows.find((row) => PREFIX + row.key === id) : undefined
  }
  const schedulePrefetch = (page_id: string | undefined) => {
    clearTimeout(prefetchTimer.current)
    if (page_id) prefetchTimer.current = setTimeout(onNear, PREFETCH_DELAY_MS, page_id)
  }
  const activate = (row: Row) => {
    if (row.page_id) onPage(row.page_id)
    else if (row.cat_id) onFolder?.(row.cat_id, !row.open)
  }
  const click = (event: MouseEvent) => {
    const row = isPlainClick(event) && lineAt(event.target)
    if (!row) return
    event.preventDefault()
    setActive(row.key)
    activate(row)
  }
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    const row = isPlainClick(event) && lineAt(event.target)
    if (row && box.current) onTake?.(event, row, box.current)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOf(rows, activeAt, event.key)
    if (!move) return
    event.preventDefault()
    const row = rows[activeAt]
    if (move.toggle && row?.cat_id) onFolder?.(row.cat_id, !row.open)
    if (move.enter && row) activate(row)
    const next = move.to === undefined ? undefined : rows[move.to]
    if (!next) return
    setActive(next.key)
    scrollToRow(move.to as number)
    schedulePrefetch(next.page_id)
  }

  const lines = rows.slice(range.from, range.to)
  const activeRow = activeAt >= range.from && activeAt < range.to ? rows[activeAt] : undefined
  return (
    <div className="side-in scroll" ref={box} onScroll={updateViewport}>
      <div
        className="lines"
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={activeRow && PREFIX + activeRow.key}
        onClick={click}
        onKeyDown={press}
        {...(onTake && { onPointerDown: startDrag, onDragStart: (event) => event.preventDefault() })}
        onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && schedulePrefetch(lineAt(event.target)?.page_id)}
        onPointerLeave={() => schedulePrefetch(undefined)}
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
              active={row === activeRow}
              searched={searched}
              method={row.method}
            />
          )
        })}
      </div>
    </div>
  )
}
