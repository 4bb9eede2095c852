import { useDndMonitor } from '@dnd-kit/core'
import type { Answer } from '@sheaf/contract/client'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Movables, Mover, type Starts } from '../items/drag.tsx'
import { itemsWords } from '../items/items.words.ts'
import { useWords } from '../lib/words.ts'
import { pageSortWords } from './page-order.words.ts'

export type SortedPage = Answer<'catalog', 'getPagesBycat'>[number]

/** As page-sort.css has it. */
const ROW = 40
/** Rows beyond both edges of the list that can be moved already: a drag scrolls into them. */
const OVERSCAN_ROWS = 15
const STEP = 5

const idOf = (page: SortedPage) => page.page_id
const nameOf = (page: SortedPage) => page.page_title

interface ListProps {
  label: string
  pages: SortedPage[]
  here?: string
  onOrder: (pages: SortedPage[]) => void
}

export function PageSortList({ label, pages, here, onOrder }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const movable = pages.length > 1
  return (
    <Movables rows things={pages} idOf={idOf} nameOf={nameOf} disabled={!movable} onOrder={onOrder}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from the dialog around */}
      <div
        onKeyDown={(event) => {
          // Escape ends the move, not the dialog.
          if (event.key === 'Escape' && list.current?.querySelector('[data-moving]')) event.preventDefault()
        }}
      >
        <ol ref={list} className="ps-list scroll" aria-label={label}>
          <Rows {...{ list, pages, movable, here }} />
        </ol>
      </div>
    </Movables>
  )
}

interface RowsProps {
  list: RefObject<HTMLElement | null>
  pages: SortedPage[]
  movable: boolean
  here: string | undefined
}

/** All rows are there, but only those near can be taken hold of: hundreds of movable things would make each move slow. */
function Rows({ list, pages, movable, here }: RowsProps) {
  const [from, setFrom] = useState(0)
  const [lifted, setLifted] = useState<string>()
  const [height, setHeight] = useState(0)
  useDndMonitor({
    onDragStart: ({ active }) => setLifted(String(active.id)),
    onDragEnd: () => setLifted(undefined),
    onDragCancel: () => setLifted(undefined),
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const at = element.querySelector('[aria-current]')
    at?.scrollIntoView?.({ block: 'nearest' })
    setHeight(element.clientHeight)
    const look = () => setFrom(Math.floor(element.scrollTop / ROW / STEP) * STEP)
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [list])
  const first = from - OVERSCAN_ROWS
  const last = from + Math.ceil(height / ROW) + STEP + OVERSCAN_ROWS
  return pages.map((page, at) => (
    <Row
      key={page.page_id}
      page={page}
      place={at + 1}
      isHere={page.page_id === here}
      near={movable && ((at >= first && at <= last) || page.page_id === lifted)}
    />
  ))
}

interface RowProps {
  page: SortedPage
  place: number
  isHere: boolean
  near: boolean
}

const Row = memo(function Row({ page, place, isHere, near }: RowProps) {
  const t = useWords(pageSortWords)
  const { move } = useWords(itemsWords)
  const row = useRef<HTMLLIElement>(null)
  const starts = useRef<Starts>({})
  return (
    <li
      ref={row}
      className="ps-row"
      aria-current={isHere || undefined}
      onMouseDown={(event) => starts.current.onMouseDown?.(event)}
      onTouchStart={(event) => starts.current.onTouchStart?.(event)}
    >
      {near && <Mover id={page.page_id} name={move(page.page_title)} thing={row} starts={starts} />}
      <span className="ps-number" aria-hidden="true">
        {place}
      </span>
      <span className="grow cut">{page.page_title}</span>
      {isHere && <span className="tag">{t.here}</span>}
    </li>
  )
})
