import type { Op } from '@fortune-sheet/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../lib/words.ts'
import { type Book, openBook } from './book/book.ts'
import { commitCell } from './grid/selection.ts'
import type { Grid } from './grid/sheet-grid.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'

/** Whether the first cell is still selected. A cell that the user has clicked meanwhile keeps the selection. */
function isAtStart(grid: Grid | null) {
  const { row, column } = grid?.getSelection()?.[0] ?? {}
  return ![...(row ?? []), ...(column ?? [])].some((at) => at > 0)
}

/** State of a spreadsheet from opening to saving: the content of the grid, and whether it differs from the saved version. */
export function useSheetState(start: string) {
  const t = useWords(sheetEditWords)
  const [book, setBook] = useState(() => openBook(start, t.sheetName))
  const [dirty, setDirty] = useState(false)
  const grid = useRef<Grid>(null)
  /** `text` is the content as opened or last written, `ops` counts operations since opening, `at` how many of them `text` includes. */
  const now = useRef({ text: start, saved: start, ops: 0, at: 0, ready: false, book })

  const isDirty = useCallback(() => now.current.ops !== now.current.at || now.current.text !== now.current.saved, [])
  const updateDirty = useCallback(() => queueMicrotask(() => setDirty(isDirty())), [isDirty])

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
      updateDirty()
    },
    [updateDirty],
  )

  /** From here on, changes in the grid are made by the user. */
  const begin = useCallback((book: Book) => {
    if (book !== now.current.book) return
    now.current.ready = true
    requestAnimationFrame(() => {
      if (book !== now.current.book || !isAtStart(grid.current)) return
      // The grid draws a selection only if it was set after the cells were measured.
      grid.current?.setSelection([{ row: [0, 0], column: [0, 0] }])
    })
  }, [])

  /** Lets the grid calculate missing results, and opens it again with them so that undo cannot remove them. */
  const calculate = useCallback(
    (book: Book) => {
      const { current } = now
      if (book !== current.book) return
      flushSync(() => grid.current?.calculateFormula())
      const text = book.write(grid.current?.getAllSheets() ?? [])
      const next = openBook(text, t.sheetName)
      if (next.needsCalculation) return begin(book)
      Object.assign(current, { text, book: next, ...(current.text === current.saved ? { saved: text } : {}) })
      setBook(next)
    },
    [t, begin],
  )

  /** The grid passes a new handle on every change, the first before its sheets are loaded. This is the last book that was started. */
  const startedBook = useRef<Book>(undefined)
  const setGrid = useCallback(
    (found: Grid | null) => {
      const { book } = now.current
      // When the grid unmounts, its last content must remain readable for the draft.
      if (!found) return
      grid.current = found
      if (startedBook.current === book || !found.getAllSheets().some(({ data }) => data)) return
      startedBook.current = book
      setTimeout(() => (book.needsCalculation ? calculate(book) : begin(book)))
    },
    [calculate, begin],
  )

  /** Replaces the spreadsheet in the grid; nothing is saved. */
  const replace = useCallback(
    (text: string) => {
      const next = openBook(text, t.sheetName)
      grid.current = null
      Object.assign(now.current, { text, ops: 0, at: 0, ready: false, book: next })
      setBook(next)
      updateDirty()
    },
    [t, updateDirty],
  )

  const markSaved = useCallback(
    (text: string) => {
      now.current.saved = text
      updateDirty()
    },
    [updateDirty],
  )

  /** Commits the cell that is being edited, so that its text is included. */
  const commit = useCallback(() => commitCell(grid), [])
  return useMemo(
    () => ({ book, dirty, grid: setGrid, read, isDirty, onOp, replace, markSaved, commitCell: commit }),
    [book, dirty, setGrid, read, isDirty, onOp, replace, markSaved, commit],
  )
}

export type SheetState = ReturnType<typeof useSheetState>
