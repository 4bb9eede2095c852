import type { Op } from '@fortune-sheet/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../lib/words.ts'
import { type Book, openBook } from './book/book.ts'
import { commitCell } from './grid/selection.ts'
import type { Grid } from './grid/sheet-grid.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'

/** The first cell is selected, as a sheet opens. Who has clicked another one meanwhile types there. */
function isAtStart(grid: Grid | null) {
  const { row, column } = grid?.getSelection()?.[0] ?? {}
  return ![...(row ?? []), ...(column ?? [])].some((at) => at > 0)
}

/** The spreadsheet on its way from opening to saving: what stands in the grid, and whether it is more than what is saved. */
export function useSheetState(start: string) {
  const t = useWords(sheetEditWords)
  const [book, setBook] = useState(() => openBook(start, t.sheetName))
  const [dirty, setDirty] = useState(false)
  const grid = useRef<Grid>(null)
  /** `text` is what the grid was opened with or last written as, `ops` what has been done to it, `at` how many of them `text` holds. */
  const now = useRef({ text: start, saved: start, ops: 0, at: 0, ready: false, book })

  const isDirty = useCallback(() => now.current.ops !== now.current.at || now.current.text !== now.current.saved, [])
  const tell = useCallback(() => queueMicrotask(() => setDirty(isDirty())), [isDirty])

  const read = useCallback(() => {
    const { current } = now
    if (current.ops !== current.at && grid.current) {
      current.text = current.book.write(grid.current.getAllSheets())
      current.at = current.ops
    }
    return current.text
  }, [])

  const onOp = useCallback(
    (ops: Op[]) => {
      now.current.book.follow(ops)
      if (!now.current.ready) return
      now.current.ops += 1
      tell()
    },
    [tell],
  )

  /** From here on what happens in the grid is somebody's doing. */
  const begin = useCallback((book: Book) => {
    if (book !== now.current.book) return
    now.current.ready = true
    requestAnimationFrame(() => {
      if (book !== now.current.book || !isAtStart(grid.current)) return
      // A selection is drawn only when it was made after the grid has measured its cells.
      grid.current?.setSelection([{ row: [0, 0], column: [0, 0] }])
    })
  }, [])

  /** Results nobody knows yet: the grid works them out, and is opened again with them so that no step back takes them away. */
  const reckon = useCallback(
    (book: Book) => {
      const { current } = now
      if (book !== current.book) return
      flushSync(() => grid.current?.calculateFormula())
      const text = book.write(grid.current?.getAllSheets() ?? [])
      const next = openBook(text, t.sheetName)
      if (next.waits) return begin(book)
      Object.assign(current, { text, book: next, ...(current.text === current.saved ? { saved: text } : {}) })
      setBook(next)
    },
    [t, begin],
  )

  /** The grid gives a new handle with every change, the first before it has taken its sheets in; a book is new once. */
  const seen = useRef<Book>(undefined)
  const take = useCallback(
    (found: Grid | null) => {
      const { book } = now.current
      // When the grid goes, what it last held is still to be read: for the draft.
      if (!found) return
      grid.current = found
      if (seen.current === book || !found.getAllSheets().some(({ data }) => data)) return
      seen.current = book
      setTimeout(() => (book.waits ? reckon(book) : begin(book)))
    },
    [reckon, begin],
  )

  /** Puts another spreadsheet in the place of this one; nothing is saved. */
  const replace = useCallback(
    (text: string) => {
      const next = openBook(text, t.sheetName)
      grid.current = null
      Object.assign(now.current, { text, ops: 0, at: 0, ready: false, book: next })
      setBook(next)
      tell()
    },
    [t, tell],
  )

  const markSaved = useCallback(
    (text: string) => {
      now.current.saved = text
      tell()
    },
    [tell],
  )

  /** The cell that is being typed in counts too. */
  const settle = useCallback(() => commitCell(grid), [])
  return useMemo(
    () => ({ book, dirty, grid: take, read, isDirty, onOp, replace, markSaved, settle }),
    [book, dirty, take, read, isDirty, onOp, replace, markSaved, settle],
  )
}

export type SheetState = ReturnType<typeof useSheetState>
