import { useQueryClient } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, FileOutput, ListChecks } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useWords } from '../lib/words.ts'
import { arrange } from '../tree/arrange.ts'
import { dragEntry } from '../tree/drag.ts'
import { dragSelection } from '../tree/drag-selection.ts'
import { entryOf } from '../tree/drop-places.ts'
import { type Info, type Row, rowsOf } from '../tree/item-tree.ts'
import { useActiveRow } from '../tree/row-navigation.ts'
import { useRowWindow } from '../tree/row-window.ts'
import { isMovable, isPage, type Place, shapeOf, type TreeEntry } from '../tree/shape.ts'
import { holdTouches } from '../ui/drag/hold-touches.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { rem, textScale } from '../ui/text/scale.ts'
import { catalogWords } from './catalog.words.ts'
import type { CatalogAction } from './dialogs.tsx'
import { useTreeKeyDrag } from './key-drag.ts'
import { CatalogRow, idOfRow } from './row.tsx'
import { type Chosen, useChoosing } from './selection.ts'

/** Row height, as in catalog.css. */
const ROW = 40
const rowHeightNow = () => ROW * textScale()

interface Props {
  info: Info
  /** Fetches the parts that the first response of a large item omits. */
  complete: (() => void) | undefined
  onAsk: (action: CatalogAction) => void
  /** The selected rows, while the user selects. */
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
  /** How much is selected, in words. */
  selectedName: string
  onMoveSelected: (cat_id: string) => void
  note: string
  failed: boolean
}

/** Start of the names and indentation per level, as in catalog.css. */
const INDENT = { start: 36, step: 22 }

/** All catalogs and pages of an item; only visible rows are in the document, and each of them can be moved. */
export function CatalogTree({ info, complete, onAsk, chosen, onChoose, selectedName, onMoveSelected, note, failed }: Props) {
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
  const { range, onScroll, show } = useRowWindow(box, rows.length, -1, rowHeightNow)
  useEffect(() => holdTouches(lines.current), [])

  const turn = (cat_id: string, open: boolean) => {
    if (open) complete?.()
    setClosed((now) => {
      const next = new Set(now)
      if (open) next.delete(cat_id)
      else next.add(cat_id)
      return next
    })
  }
  const [activeAt, setActive, moveByKey] = useActiveRow(rows, -1, show, turn)
  const drop = (entry: TreeEntry, place: Place) => {
    setActive(isPage(entry) ? entry.page_id : `c${entry.cat_id}`)
    void arrange({ queries, language, item_id }, entry, place)
  }
  const lift = useTreeKeyDrag({ rows, tree: info, isOpen, show, onDrop: drop })

  const starter = useRef<HTMLButtonElement>(null)
  const choosing = useChoosing({ info, shape, rows, chosen, onChoose })
  const isChoosing = chosen !== undefined
  const wasChoosing = useRef(false)
  useEffect(() => {
    if (isChoosing) lines.current?.focus({ preventScroll: true })
    else if (wasChoosing.current) starter.current?.focus()
    wasChoosing.current = isChoosing
  }, [isChoosing])

  const now = useRef({ rows, info })
  now.current = { rows, info }
  const take = (event: PointerEvent) => {
    const target = event.target as Element
    const row = rows.find((candidate) => idOfRow(candidate) === target.closest('[role=row]')?.id)
    if (!row || event.button !== 0 || target.closest('button, a') || !box.current || !lines.current) return
    const host = {
      box: box.current,
      lines: lines.current,
      rowHeight: rowHeightNow(),
      language,
      rows: () => now.current.rows,
      tree: () => now.current.info,
    }
    if (isChoosing) {
      const isSelected = ['chosen', 'covered'].includes(choosing.choiceOf(row) ?? '')
      if (isSelected) dragSelection(event.nativeEvent, { ...host, entries: choosing.lines, name: selectedName, onDrop: onMoveSelected })
      return
    }
    complete?.()
    dragEntry(event.nativeEvent, row, {
      ...host,
      indent: { start: INDENT.start * textScale(), step: INDENT.step * textScale() },
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
    if (event.target !== lines.current || event.altKey) return
    if ((event.ctrlKey || event.metaKey) && !(isChoosing && event.key === 'a')) return
    const row = rows[activeAt]
    if (isChoosing) return choosing.press(event, activeAt, moveByKey)
    if (lift.key(event, row && entryOf(row))) return
    const action = row && actionFor(row, event.key)
    if (action) onAsk(action)
    else if (row && event.key === 'Enter') document.getElementById(idOfRow(row))?.querySelector<HTMLElement>('[aria-haspopup]')?.click()
    else return event.key === ' ' ? undefined : moveByKey(event)
    event.preventDefault()
  }

  const drawn = activeAt >= range.from && activeAt < range.to ? rows[activeAt] : undefined
  const { mark } = lift
  return (
    <>
      <div className="cat-bar">
        <span className={failed ? 'cat-state bad' : 'cat-state'} role="status">
          {note}
        </span>
        <button
          ref={starter}
          type="button"
          className="btn small"
          aria-pressed={isChoosing}
          onClick={() => {
            complete?.()
            onChoose(isChoosing ? undefined : new Set())
          }}
        >
          <ListChecks className="i" aria-hidden="true" />
          {isChoosing ? t.chooseEnd : t.chooseStart}
        </button>
        {shape.places.size > 1 && !isChoosing && (
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
      <div ref={box} className="cat-box scroll" onScroll={onScroll}>
        <div
          ref={lines}
          role="treegrid"
          aria-label={t.tree}
          tabIndex={0}
          aria-multiselectable={isChoosing || undefined}
          className={isChoosing ? 'cat-lines choosing' : 'cat-lines'}
          aria-activedescendant={drawn && idOfRow(drawn)}
          aria-describedby={isChoosing ? undefined : lift.helpId}
          style={{ height: rem(rows.length * ROW) }}
          onKeyDown={press}
          onPointerDown={take}
          onBlur={lift.cancel}
        >
          {rows.slice(range.from, range.to).map((row, n) => (
            <CatalogRow
              key={row.key}
              row={row}
              top={(range.from + n) * ROW}
              item_id={item_id}
              movable={isMovable(shape, entryOf(row))}
              manages={info.item_manage}
              active={row === drawn}
              lifted={lift.liftedKey === row.key}
              choice={choosing.choiceOf(row)}
              partial={complete !== undefined}
              onActive={() => {
                setActive(row.key)
                lines.current?.focus({ preventScroll: true })
              }}
              onTurn={turn}
              onAsk={onAsk}
              onChoose={choosing.choose}
            />
          ))}
          {mark && mark.into >= 0 && <div aria-hidden="true" className="cat-into" style={{ top: rem(mark.into * ROW) }} />}
          {mark?.line && (
            <div
              aria-hidden="true"
              className="cat-mark"
              style={{ top: rem(mark.line.index * ROW - 1), left: rem(INDENT.start + mark.line.depth * INDENT.step) }}
            />
          )}
        </div>
      </div>
      {lift.region}
    </>
  )
}
