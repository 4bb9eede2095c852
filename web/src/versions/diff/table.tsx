import { type PointerEvent, type RefObject, useCallback, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { DiffBlock } from './block.tsx'
import { diffWords } from './diff.words.ts'
import type { Block } from './fold.ts'
import type { LineDiff } from './lines.ts'
import type { Side } from './sides.ts'
import type { DiffView } from './view.ts'
import { wordDiff } from './words.ts'

/** Titles that differ, in the manner of the lines below. */
function Titles({ left, right }: { left: string; right: string }) {
  const t = useWords(diffWords)
  const parts = wordDiff(left, right)
  const old = parts?.[0].map(({ text, changed }, at) => (changed ? <del key={at}>{text}</del> : text)) ?? left
  const young = parts?.[1].map(({ text, changed }, at) => (changed ? <ins key={at}>{text}</ins> : text)) ?? right
  return (
    <div className="df-titles">
      <div className="l">
        <small>{t.title}</small>
        {old}
      </div>
      <div className="r2">
        <small>{t.title}</small>
        {young}
      </div>
    </div>
  )
}

interface Props {
  root: RefObject<HTMLDivElement | null>
  left: Side
  right: Side
  diff: LineDiff
  blocks: Block[]
  view: DiffView
  wanted: string | undefined
  onOpen: (at: number) => void
}

/** All of the comparison. A selection keeps to the side it was begun on, so that what is copied is one text. */
export function DiffTable({ root, left, right, diff, blocks, view, wanted, onOpen }: Props) {
  const t = useWords(diffWords)
  const [selecting, setSelecting] = useState('')
  const press = useCallback((event: PointerEvent) => {
    const cell = (event.target as HTMLElement).closest('td')
    if (cell) setSelecting(cell.matches('.r2, .n2') ? 'right' : 'left')
  }, [])
  return (
    <section ref={root} className="df-all" aria-label={t.text} data-selecting={selecting} onPointerDown={press}>
      {left.title !== right.title && <Titles left={left.title} right={right.title} />}
      {blocks.map((block) => (
        <DiffBlock key={`${view}${block.key}`} {...{ block, diff, view, onOpen }} wanted={wanted === block.key} />
      ))}
    </section>
  )
}
