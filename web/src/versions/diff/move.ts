import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Block } from './fold.ts'

/** Where a change is put when it is gone to, below the two bars. */
const SCROLL_OFFSET_PX = 176

interface Options {
  root: RefObject<HTMLElement | null>
  blocks: Block[]
  /** Places of the first rows of the changes. */
  changes: number[]
}

/** Going from change to change, by the buttons and by the keys n and p. */
export function useChangeNavigation({ root, blocks, changes }: Options) {
  const [wanted, setWanted] = useState<string>()
  const [at, setAt] = useState<number>()
  const scrolled = useRef(Number.NaN)

  const rowAt = useCallback(
    (place: number) => {
      const block = blocks.find((one) => place >= one.at && place < one.at + one.rows.length)
      const body = block && root.current?.querySelector(`tbody[data-at="${block.at}"]`)
      const row = body?.children[place - (block?.at ?? 0)]
      return { block, row, element: row ?? (block && root.current?.querySelector(`[data-from="${block.at}"]`)) }
    },
    [blocks, root],
  )

  const go = useCallback(
    (way: 1 | -1) => {
      if (changes.length === 0) return
      const tops = changes.map((place) => rowAt(place).element?.getBoundingClientRect().top ?? 0)
      // From the change gone to last, or when one has scrolled since, from what is in sight.
      const still = at !== undefined && Math.abs(scrolled.current - scrollY) < 4
      const next = still
        ? at + way
        : way > 0
          ? tops.findIndex((top) => top > SCROLL_OFFSET_PX + 4)
          : tops.findLastIndex((top) => top < SCROLL_OFFSET_PX - 4)
      const to = next < 0 || next >= changes.length ? (way > 0 ? 0 : changes.length - 1) : next
      const place = changes[to] ?? 0
      const { block, row } = rowAt(place)
      if (!row) flushSync(() => setWanted(block?.key))
      const top = rowAt(place).element?.getBoundingClientRect().top ?? 0
      scrollBy?.({ top: top - SCROLL_OFFSET_PX, behavior: 'instant' })
      scrolled.current = scrollY
      setAt(to)
    },
    [changes, rowAt, at],
  )

  // The change gone to is marked; its row may be drawn anew.
  useEffect(() => {
    const row = at === undefined ? undefined : rowAt(changes[at] ?? 0).row
    row?.setAttribute('aria-current', 'true')
    return () => row?.removeAttribute('aria-current')
  }, [at, changes, rowAt])

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input, select, textarea')) return
      const way = event.key === 'n' ? 1 : event.key === 'p' ? -1 : undefined
      if (!way) return
      event.preventDefault()
      go(way)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [go])

  return { go, at, wanted }
}
