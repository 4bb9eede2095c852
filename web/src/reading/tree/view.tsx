import { type CSSProperties, type MouseEvent, memo, type PointerEvent, useEffect, useRef } from 'react'
import { highlightPieces } from '../../items/item-search.ts'
import type { Row } from '../../tree/item-tree.ts'
import { rowAttributes, useActiveRow } from '../../tree/row-navigation.ts'
import { useRowWindow } from '../../tree/row-window.ts'
import { textScale } from '../../ui/text/scale.ts'

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
  /** Open threads; 0 for none, or for readers who do not edit. */
  comments: number
}

/** Short names of HTTP methods that are too long for the end of a row. */
const shortVerbs: Record<string, string> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** One row of the tree is one element, so ten thousand pages stay cheap. CSS draws the chevron and the guide lines. */
const Line = memo(function Line({ id, name, href, depth, at, of, open, current, active, searched, method, comments }: LineProps) {
  const kind = open === undefined ? 'tl' : open ? 'tl fold open' : 'tl fold'
  return (
    <a
      id={id}
      className={active ? `${kind} at` : kind}
      href={href}
      role="treeitem"
      tabIndex={-1}
      {...rowAttributes(depth, at, of, open)}
      aria-current={current ? 'page' : undefined}
      data-verb={method && (shortVerbs[method] ?? method)}
      style={depth ? ({ '--d': depth } as CSSProperties) : undefined}
    >
      {searched ? <Marked text={name} searched={searched} /> : name}
      {comments > 0 && <span className="tree-comments">{comments}</span>}
    </a>
  )
})

const FINE_ROW_PX = 30
const COARSE_ROW_PX = 44
let coarse: MediaQueryList | undefined

/* Repeats --h-tree of the style sheets. The media query is cached: creating it computes the styles of the whole page. */
const rowHeightNow = () => {
  coarse ??= globalThis.matchMedia?.('(pointer: coarse)')
  return (coarse?.matches ? COARSE_ROW_PX : FINE_ROW_PX) * textScale()
}

/** Rows between two links to rows that are not in the document: the HTML of such a row shows all rows up to the next one. */
const JUMP_ROWS = 40

/** For readers without scripts and for search engines: links along a tree that is too long to be in the document. */
const Jumps = ({ rows, from, to, hrefOf }: { rows: Row[]; from: number; to: number; hrefOf: (page_id: string) => string }) => (
  <noscript>
    {rows.map((row, at) => {
      const target = row.page_id ?? row.first
      const isJump = (at < from || at >= to) && at % JUMP_ROWS === 0
      return (
        isJump &&
        target && (
          <a key={row.key} href={hrefOf(target)}>
            {row.name}{' '}
          </a>
        )
      )
    })}
  </noscript>
)

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
  /** Open threads by page. */
  counts?: ReadonlyMap<string, number>
  /** Starts dragging a row; only for users who can arrange the tree. */
  onTake?: ((event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => void) | undefined
}

const PREFETCH_DELAY_MS = 65
const PREFIX = 'tree-line-'
const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The tree of an item: one tab stop, WAI-ARIA keys, and only the visible rows in the document. */
export function Tree({ rows, label, current, searched = '', hrefOf, onPage, onFolder, onNear, counts, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const currentAt = current === undefined ? -1 : rows.findIndex((row) => row.page_id === current)
  const { range, above, below, onScroll, show } = useRowWindow(box, rows.length, currentAt, rowHeightNow)
  const prefetchTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /* Scroll to the current page only when it changes, not when a folder opens above it. */
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    show(currentAt)
  }, [current, currentAt, show])
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
  const showRow = (index: number) => {
    show(index)
    schedulePrefetch(rows[index]?.page_id)
  }
  const [activeAt, setActive, press] = useActiveRow(rows, currentAt, showRow, onFolder, activate)
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

  const lines = rows.slice(range.from, range.to)
  const activeRow = activeAt >= range.from && activeAt < range.to ? rows[activeAt] : undefined
  return (
    <div className="side-in scroll" ref={box} onScroll={onScroll}>
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
              comments={(row.page_id !== undefined && counts?.get(row.page_id)) || 0}
            />
          )
        })}
      </div>
      {lines.length < rows.length && <Jumps rows={rows} {...range} hrefOf={hrefOf} />}
    </div>
  )
}
