import { useQueryClient } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, FileOutput } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLanguage, useWords } from '../lib/words.ts'
import { arrange } from '../tree/arrange.ts'
import { followPointer } from '../tree/drag.ts'
import { markOf, placesInOrder } from '../tree/drop-places.ts'
import { type Info, type Row, rowsOf } from '../tree/item-tree.ts'
import { moveOf, rangeAt, scrollFor } from '../tree/row-navigation.ts'
import {
  type Arranged,
  isMovable,
  isPage,
  isSamePlace,
  nameOf,
  type Place,
  ROOT,
  type Shape,
  shapeOf,
  type TreeEntry,
} from '../tree/shape.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { catalogWords } from './catalog.words.ts'
import type { CatalogAction } from './dialogs.tsx'
import { CatalogRow, idOfRow } from './row.tsx'

interface MoveOptions {
  rows: Row[]
  tree: Arranged
  isOpen: (cat_id: string) => boolean
  show: (index: number) => void
  onDrop: (entry: TreeEntry, place: Place) => void
}

interface Lifted {
  entry: TreeEntry
  shape: Shape
  places: Place[]
  at: number
}

/** Moves entries by keyboard: space picks up a row, arrow keys step through its allowed places, space drops it. */
function useKeyboardMove({ rows, tree, isOpen, show, onDrop }: MoveOptions) {
  const t = useWords(catalogWords)
  const [lifted, setLifted] = useState<Lifted>()
  const [announcement, setAnnouncement] = useState('')
  const place = lifted?.places[lifted.at]
  const mark = useMemo(() => (lifted && place ? markOf(rows, lifted.entry, place) : undefined), [rows, lifted, place])

  const where = ({ shape, entry }: Lifted, { parent, before }: Place) => {
    const inside = parent === ROOT ? t.rootName : nameOf(shape, { cat_id: parent })
    const next = before === ROOT ? '' : nameOf(shape, isPage(entry) ? { page_id: before } : { cat_id: before })
    return next ? t.before(next, inside) : t.last(inside)
  }
  const walk = (step: number) => {
    if (!lifted) return
    const at = Math.max(0, Math.min(lifted.places.length - 1, lifted.at + step))
    const next = lifted.places[at] as Place
    const { line, into } = markOf(rows, lifted.entry, next)
    setLifted({ ...lifted, at })
    setAnnouncement(t.over(where(lifted, next)))
    show(line ? Math.min(line.index, rows.length - 1) : into)
  }
  const end = (isDrop: boolean) => {
    if (!lifted) return
    const name = nameOf(lifted.shape, lifted.entry)
    const isMoved = isDrop && place && !isSamePlace(lifted.shape, lifted.entry, place)
    setLifted(undefined)
    setAnnouncement(isMoved ? t.dropped(name, where(lifted, place)) : t.putBack(name))
    if (isMoved) onDrop(lifted.entry, place)
  }
  const begin = (entry: TreeEntry) => {
    const shape = shapeOf(tree)
    const places = placesInOrder(shape, entry, isOpen)
    if (places.length === 0 || !isMovable(shape, entry)) return setAnnouncement(t.notMovable(nameOf(shape, entry)))
    setLifted({
      entry,
      shape,
      places,
      at: Math.max(
        0,
        places.findIndex((candidate) => isSamePlace(shape, entry, candidate)),
      ),
    })
    setAnnouncement(t.lifted(nameOf(shape, entry)))
  }

  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 }
  return {
    mark,
    announcement,
    key_of: lifted && (isPage(lifted.entry) ? lifted.entry.page_id : `c${lifted.entry.cat_id}`),
    cancel: () => end(false),
    /** Returns whether the key was handled. */
    key(event: KeyboardEvent, entry: TreeEntry | undefined): boolean {
      const isSpace = event.code === 'Space' || event.key === ' '
      if (!lifted && !(isSpace && entry)) return false
      event.preventDefault()
      if (!lifted) begin(entry as TreeEntry)
      else if (isSpace || event.key === 'Enter') end(true)
      else if (event.key === 'Escape' || event.key === 'Tab') end(false)
      else walk(steps[event.key] ?? 0)
      return true
    },
  }
}

/** Row height in pixels, as in catalog.css. */
const ROW = 40
const INITIAL_HEIGHT_PX = 900

/** The range of rendered rows, and a function that scrolls a row into view. */
function useWindow(box: RefObject<HTMLElement | null>, count: number) {
  const [viewport, setViewport] = useState({ top: 0, height: INITIAL_HEIGHT_PX })
  const measure = useCallback(() => {
    if (!box.current) return
    const next = { top: Math.floor(box.current.scrollTop / ROW / 4) * ROW * 4, height: box.current.clientHeight || INITIAL_HEIGHT_PX }
    setViewport((now) => (now.top === next.top && now.height === next.height ? now : next))
  }, [box])
  useLayoutEffect(measure, [measure, count])
  useEffect(() => {
    const element = box.current
    element?.addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      element?.removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [box, measure])
  const show = useCallback(
    (index: number) => {
      if (!box.current) return
      const top = scrollFor(index, box.current.scrollTop, box.current.clientHeight || INITIAL_HEIGHT_PX, ROW, 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      measure()
    },
    [box, measure],
  )
  return { ...rangeAt(count, viewport.top, viewport.height, ROW), show }
}

interface Props {
  info: Info
  /** Fetches the parts that the first response of a large item omits. */
  complete: (() => void) | undefined
  onAsk: (action: CatalogAction) => void
  note: string
  failed: boolean
}

/** Start of the names and indentation per level in pixels, as in catalog.css. */
const INDENT = { start: 36, step: 22 }

const entryOf = (row: Row): TreeEntry => (row.page_id === undefined ? { cat_id: row.cat_id as string } : { page_id: row.page_id })

/** All catalogs and pages of an item; only visible rows are in the document, and each of them can be moved. */
export function CatalogTree({ info, complete, onAsk, note, failed }: Props) {
  const t = useWords(catalogWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLDivElement>(null)
  const { menu, item_id } = info
  const shape = useMemo(() => shapeOf(info), [info])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const isOpen = useCallback((cat_id: string) => !closed.has(cat_id), [closed])
  const rows = useMemo(() => rowsOf(menu, isOpen), [menu, isOpen])
  const [active, setActive] = useState<string>()
  const activeAt = rows.findIndex((row) => row.key === active)
  const { from, to, show } = useWindow(box, rows.length)

  const turn = (cat_id: string, open: boolean) => {
    if (open) complete?.()
    setClosed((now) => {
      const next = new Set(now)
      if (open) next.delete(cat_id)
      else next.add(cat_id)
      return next
    })
  }
  const drop = (entry: TreeEntry, place: Place) => {
    setActive(isPage(entry) ? entry.page_id : `c${entry.cat_id}`)
    void arrange({ queries, language, item_id }, entry, place)
  }
  const lift = useKeyboardMove({ rows, tree: info, isOpen, show, onDrop: drop })

  const now = useRef({ rows, info })
  now.current = { rows, info }
  const take = (event: PointerEvent) => {
    const target = event.target as Element
    const row = rows.find((candidate) => idOfRow(candidate) === target.closest('[role=row]')?.id)
    if (!row || event.button !== 0 || target.closest('button, a') || !box.current || !lines.current) return
    complete?.()
    followPointer(event.nativeEvent, entryOf(row), {
      box: box.current,
      lines: lines.current,
      rowHeight: ROW,
      indent: INDENT,
      language,
      rows: () => now.current.rows,
      tree: () => now.current.info,
      onOpen: (cat_id) => turn(cat_id, true),
      onDrop: drop,
    })
  }
  const actionFor = (row: Row, key: string): CatalogAction | undefined => {
    const entry = entryOf(row)
    if (key === 'Delete') return { kind: 'delete', entry }
    return key === 'F2' && !isPage(entry) ? { kind: 'edit', cat_id: entry.cat_id } : undefined
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== lines.current || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[activeAt]
    if (lift.key(event, row && entryOf(row))) return
    const action = row && actionFor(row, event.key)
    if (action) onAsk(action)
    else if (row && event.key === 'Enter') document.getElementById(idOfRow(row))?.querySelector<HTMLElement>('[aria-haspopup]')?.click()
    else {
      const move = event.key === ' ' ? undefined : moveOf(rows, activeAt, event.key)
      if (!move) return
      if (move.toggle && row?.cat_id) turn(row.cat_id, !row.open)
      const next = move.to === undefined ? undefined : rows[move.to]
      if (next) {
        setActive(next.key)
        show(move.to as number)
      }
    }
    event.preventDefault()
  }

  const drawn = activeAt >= from && activeAt < to ? rows[activeAt] : undefined
  const { mark } = lift
  return (
    <>
      <div className="cat-bar">
        <span className={failed ? 'cat-state bad' : 'cat-state'} role="status">
          {note}
        </span>
        {shape.places.size > 1 && (
          <IconButton name={t.movePages} onClick={() => onAsk({ kind: 'move' })}>
            <FileOutput className="i" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          name={t.openAll}
          onClick={() => {
            complete?.()
            setClosed(new Set())
          }}
        >
          <ChevronsUpDown className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.closeAll} onClick={() => setClosed(new Set(shape.catalogs.keys()))}>
          <ChevronsDownUp className="i" aria-hidden="true" />
        </IconButton>
      </div>
      <div ref={box} className="cat-box scroll">
        <div
          ref={lines}
          role="treegrid"
          aria-label={t.tree}
          tabIndex={0}
          className="cat-lines"
          aria-activedescendant={drawn && idOfRow(drawn)}
          style={{ height: rows.length * ROW }}
          onKeyDown={press}
          onPointerDown={take}
          onBlur={lift.cancel}
        >
          {rows.slice(from, to).map((row, n) => (
            <CatalogRow
              key={row.key}
              row={row}
              top={(from + n) * ROW}
              item_id={item_id}
              movable={isMovable(shape, entryOf(row))}
              active={row === drawn}
              lifted={lift.key_of === row.key}
              partial={complete !== undefined}
              onActive={() => {
                setActive(row.key)
                lines.current?.focus({ preventScroll: true })
              }}
              onTurn={turn}
              onAsk={onAsk}
            />
          ))}
          {mark && mark.into >= 0 && <div aria-hidden="true" className="cat-into" style={{ top: mark.into * ROW }} />}
          {mark?.line && (
            <div
              aria-hidden="true"
              className="cat-mark"
              style={{ top: mark.line.index * ROW - 1, left: INDENT.start + mark.line.depth * INDENT.step }}
            />
          )}
        </div>
      </div>
      <div id="DndLiveRegion-catalog" className="sr" role="status" aria-live="assertive">
        {lift.announcement}
      </div>
    </>
  )
}
