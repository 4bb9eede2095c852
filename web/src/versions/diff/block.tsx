import { UnfoldVertical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { diffWords } from './diff.words.ts'
import type { Block } from './fold.ts'
import type { LineDiff, Row } from './lines.ts'
import { DiffRows } from './rows.tsx'
import type { DiffView } from './view.ts'

const LINE_HEIGHT_PX = 22
/** Drawn before it comes into sight. */
const PRERENDER_MARGIN = '1200px'

/** Columns a text takes: Chinese signs take two. */
const columnsOf = (text: string) => text.length + (text.match(/[\u2e80-\uffdc]/g)?.length ?? 0)

/** The height it will have, roughly, for the scroll bar. */
function heightOf(rows: Row[], { left, right }: LineDiff, view: DiffView) {
  const width = (globalThis.innerWidth ?? 1024) / (view === 'two' ? 2 : 1) - 100
  const perLine = Math.max(20, Math.floor(width / 7.8))
  const linesOf = (text = '') => Math.max(1, Math.ceil(columnsOf(text) / perLine))
  return rows.reduce(
    (sum, row) =>
      sum + LINE_HEIGHT_PX * Math.max('left' in row ? linesOf(left[row.left]) : 1, 'right' in row ? linesOf(right[row.right]) : 1),
    0,
  )
}

interface DiffBlockProps {
  block: Block
  diff: LineDiff
  view: DiffView
  /** Drawn at once, in sight or not. */
  wanted: boolean
  onOpen: (at: number) => void
}

/** Rows that are drawn when they come near, or one that stands for unchanged lines. */
export function DiffBlock({ block, diff, view, wanted, onOpen }: DiffBlockProps) {
  const t = useWords(diffWords)
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  const drawn = near || wanted
  const { folded, rows, at } = block

  useEffect(() => {
    if (drawn || folded || !place.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: PRERENDER_MARGIN })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [drawn, folded])

  if (folded)
    return (
      <button type="button" className="df-fold" onClick={() => onOpen(at)}>
        <UnfoldVertical className="i" aria-hidden="true" />
        {t.unchanged(rows.length)}
      </button>
    )
  return (
    <div ref={place} data-from={at} style={drawn ? undefined : { height: heightOf(rows, diff, view) }}>
      {drawn && <DiffRows rows={rows} at={at} diff={diff} view={view} />}
    </div>
  )
}
