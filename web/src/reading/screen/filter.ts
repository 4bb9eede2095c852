import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'

const isNarrow = () => globalThis.matchMedia?.('(max-width: 1299px)').matches ?? false

/** The field that filters the tree, and the way into it from wherever the reader is. */
export function useFilterField(hasTree: boolean, leaveFull: () => void, openTree: () => void) {
  const field = useRef<HTMLInputElement>(null)
  const toFilter = useCallback(() => {
    if (!hasTree) return
    /* At once, so that the next letter typed is in the field. */
    flushSync(() => {
      leaveFull()
      if (isNarrow()) openTree()
    })
    field.current?.focus()
    field.current?.select()
  }, [hasTree, leaveFull, openTree])
  return { field, toFilter }
}
