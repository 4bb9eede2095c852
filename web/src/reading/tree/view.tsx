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
import { pieces } from '../../items/item-search.ts'
import type { Row } from '../../tree/item-tree.ts'
import { ALL_ROWS_MAX, firstStretch, moveOf, scrollFor, stretchAt, WINDOW_STEP_ROWS } from '../../tree/row-navigation.ts'

/** The text with the words that were searched for marked. */
export const Marked = ({ text, searched }: { text: string; searched: string }) => (
  <span>{pieces(text, searched).map((piece, at) => (piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text))}</span>
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

/** What has room at the end of a line. */
const shortVerbs: Record<string, string> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** One line of the tree is one element: ten thousand pages stay cheap. The chevron and the lines of the depth are CSS. */
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

interface Seen {
  top: number
  height: number
  rowHeight: number
}

const FINE = 30
const COARSE = 44
let coarse: MediaQueryList | undefined

/* As in the style sheet (--h-tree); asked once, because asking makes the browser compute the styles of the whole page. */
const rowHeightHere = () => {
  coarse ??= globalThis.matchMedia?.('(pointer: coarse)')
  return coarse?.matches ? COARSE : FINE
}

/**
 * Keeps the tree's window on what is seen. The height of the window is taken for that of the box: a little too much is
 * drawn, and nothing has to be measured.
 */
function useTreeScroll(box: RefObject<HTMLElement | null>, rows: Row[], current: number) {
  const [seen, setSeen] = useState<Seen>()
  const at = useRef(current)
  const count = useRef(rows.length)
  const alive = useRef(false)
  /* Where the current line stands in the box, while the lines above it get their places. */
  const keep = useRef<number>(undefined)

  /* Folders remembered from before open above the current line at once: what the reader sees stays where it is. */
  useLayoutEffect(() => {
    const moved = at.current >= 0 && current > at.current && !seen && rows.length <= ALL_ROWS_MAX ? current - at.current : 0
    at.current = current
    count.current = rows.length
    if (moved && box.current) box.current.scrollTop += moved * rowHeightHere()
  }, [current, rows, seen, box])

  const follow = useCallback(() => {
    if (!box.current || count.current <= ALL_ROWS_MAX) return
    const rowHeight = rowHeightHere()
    const top = Math.floor(box.current.scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS * rowHeight
    const height = innerHeight
    setSeen((old) => (old?.top === top && old.height === height && old.rowHeight === rowHeight ? old : { top, height, rowHeight }))
  }, [box])

  /* The first drawing is on screen; from here on the lines above its stretch have their place. */
  useEffect(() => {
    alive.current = true
    const rowHeight = rowHeightHere()
    const place = Math.max(at.current, 0) * rowHeight
    const top = (box.current?.scrollTop ?? 0) + firstStretch(count.current, at.current).from * rowHeight
    const wish = at.current < 0 ? undefined : scrollFor(at.current, top, innerHeight - 160, rowHeight, 'middle')
    if (count.current > ALL_ROWS_MAX) {
      keep.current = place - (wish ?? top)
      setSeen({ top: wish ?? top, height: innerHeight, rowHeight })
    } else if (wish !== undefined && box.current) box.current.scrollTop = wish
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [box, follow])
  useLayoutEffect(() => {
    if (keep.current === undefined || !seen || !box.current) return
    box.current.scrollTop = Math.max(at.current, 0) * seen.rowHeight - keep.current
    keep.current = undefined
  }, [seen, box])

  /* A short tree that grew long has not been followed so far. */
  const long = rows.length > ALL_ROWS_MAX
  useLayoutEffect(() => {
    if (long && alive.current) follow()
  }, [long, follow])

  const show = useCallback(
    (index: number) => {
      if (!box.current || index < 0) return
      const height = box.current.clientHeight || innerHeight
      const top = scrollFor(index, box.current.scrollTop, height, rowHeightHere(), 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      follow()
    },
    [box, follow],
  )

  const stretch = seen ? stretchAt(rows.length, seen.top, seen.height, seen.rowHeight) : firstStretch(rows.length, current)
  return { stretch, above: seen ? stretch.from : 0, below: seen ? rows.length - stretch.to : 0, follow, show }
}

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
