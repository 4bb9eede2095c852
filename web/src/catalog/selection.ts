import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import type { Info, Menu, Row } from '../tree/item-tree.ts'
import { isMovable, type Shape, shapeOf } from '../tree/shape.ts'
import type { RowChoice } from './row.tsx'

/** The keys of the selected rows: a page by its number, a catalog by "c" and its number. */
export type Chosen = ReadonlySet<string>

type Level = Pick<Menu, 'pages' | 'catalogs'>

export interface Selected {
  /** What the calls take, in the order of the tree; what is below a selected catalog is not in it. */
  lines: ({ page_id: string } | { cat_id: string })[]
  /** The rows below selected catalogs. */
  covered: Chosen
  pages: number
  catalogs: number
}

/** The selection as it is in this menu: rows that are gone are left out, and a selected catalog includes all that is below it. */
export function selectedIn(menu: Level, chosen: Chosen): Selected {
  const lines: Selected['lines'] = []
  const covered = new Set<string>()
  const sum = { pages: 0, catalogs: 0 }
  const walk = (level: Level, isBelow: boolean) => {
    for (const { page_id } of level.pages) {
      if (isBelow) covered.add(page_id)
      else if (chosen.has(page_id)) lines.push({ page_id })
      else continue
      sum.pages += 1
    }
    for (const catalog of level.catalogs) {
      const key = `c${catalog.cat_id}`
      const isIn = isBelow || chosen.has(key)
      if (isIn) sum.catalogs += 1
      if (isBelow) covered.add(key)
      else if (isIn) lines.push({ cat_id: catalog.cat_id })
      walk(catalog, isIn)
    }
  }
  walk(menu, false)
  return { lines, covered, ...sum }
}

const entryOf = ({ page_id, cat_id }: Pick<Row, 'page_id' | 'cat_id'>) => (page_id ? { page_id } : { cat_id: cat_id ?? '' })

/** All that the user can select: whole catalogs where possible. */
export function allIn(info: Info): Chosen {
  const shape = shapeOf(info)
  const all = new Set<string>()
  const walk = (level: Level) => {
    for (const { page_id } of level.pages) if (isMovable(shape, { page_id })) all.add(page_id)
    for (const catalog of level.catalogs) {
      if (isMovable(shape, { cat_id: catalog.cat_id })) all.add(`c${catalog.cat_id}`)
      else walk(catalog)
    }
  }
  walk(info.menu)
  return all
}

interface Choosing {
  info: Info
  shape: Shape
  rows: Row[]
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
}

/** Selecting rows by pointer and keyboard. A range goes from the row that was chosen last, and replaces the range before it. */
export function useChoosing({ info, shape, rows, chosen, onChoose }: Choosing) {
  const { covered, lines } = useMemo(() => selectedIn(info.menu, chosen ?? new Set()), [info.menu, chosen])
  const from = useRef<{ key: string; base: Chosen }>(undefined)
  if (!chosen) from.current = undefined

  const isFixed = (row: Row) => !isMovable(shape, entryOf(row))
  const toggle = (row: Row) => {
    if (!chosen || covered.has(row.key) || isFixed(row)) return
    const next = new Set(chosen)
    if (!next.delete(row.key)) next.add(row.key)
    from.current = { key: row.key, base: next }
    onChoose(next)
  }
  const extend = (to: Row, start: Row | undefined) => {
    if (!chosen) return
    if (!from.current && start) from.current = { key: start.key, base: chosen }
    const began = rows.findIndex((row) => row.key === from.current?.key)
    if (!from.current || began < 0) return toggle(to)
    const [first, last] = [began, rows.indexOf(to)].toSorted((a, b) => a - b)
    const between = rows.slice(first, (last ?? 0) + 1).filter((row) => !isFixed(row))
    onChoose(new Set([...from.current.base, ...between.map((row) => row.key)]))
  }

  const now = useRef({ rows, toggle, extend })
  now.current = { rows, toggle, extend }
  const choose = useCallback((key: string, isRange: boolean) => {
    const row = now.current.rows.find((one) => one.key === key)
    if (!row) return
    if (isRange) now.current.extend(row, undefined)
    else now.current.toggle(row)
  }, [])

  /** Space selects the active row, Shift with an arrow extends the selection, Control+A takes all; other keys move. */
  const press = (event: KeyboardEvent, at: number, moveByKey: (event: KeyboardEvent) => void) => {
    const row = rows[at]
    if (event.ctrlKey || event.metaKey) onChoose(allIn(info))
    else if (event.key === ' ' && row) toggle(row)
    else {
      if (event.shiftKey && row && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        const to = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
        if (to) extend(to, row)
      }
      if (event.key !== ' ') moveByKey(event)
      return
    }
    event.preventDefault()
  }

  const choiceOf = (row: Row): RowChoice | undefined => {
    if (!chosen) return undefined
    if (covered.has(row.key)) return 'covered'
    return chosen.has(row.key) ? 'chosen' : isFixed(row) ? 'fixed' : 'none'
  }
  return { choose, press, choiceOf, lines }
}
