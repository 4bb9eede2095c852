import { hiddenParts } from '@sheaf/compare/hidden'
import type { LineDiff, Row } from '@sheaf/compare/lines'
import { type Budget, budgetOf } from '@sheaf/compare/sequence'
import { type Piece, wordDiff } from '@sheaf/compare/words'
import { UnfoldVertical } from 'lucide-react'
import { Fragment, memo, type PointerEvent, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { stored } from '../../lib/stored.ts'
import { useWords } from '../../lib/words.ts'
import { rem, textScale } from '../../ui/text/scale.ts'
import { diffWords } from './diff.words.ts'
import type { Block } from './fold.ts'
import type { Side } from './sides.ts'

const kinds = { same: '', changed: 'chg', removed: 'del', added: 'add' } as const
const isHeading = (line: string) => /^#{1,6} /.test(line)

/** A text with marks in place of invisible characters. */
function visible(text: string): ReactNode {
  const parts = hiddenParts(text)
  if (parts.length < 2 && !parts[0]?.name) return text
  return parts.map(({ text, name }, at) =>
    name ? (
      <mark key={at} className="df-hidden">
        {name}
      </mark>
    ) : (
      text
    ),
  )
}

/** Page text is rendered as text nodes only, never as HTML (S68). */
const markedWords = (pieces: Piece[], Tag: 'ins' | 'del') =>
  pieces.map(({ text, changed }, at) => (changed ? <Tag key={at}>{visible(text)}</Tag> : <Fragment key={at}>{visible(text)}</Fragment>))

interface RowContent {
  row: Row
  left: ReactNode
  right: ReactNode
}

function rowContent(row: Row, { left, right }: LineDiff, budget: Budget): RowContent {
  const old = 'left' in row ? (left[row.left] ?? '') : ''
  const newer = 'right' in row ? (right[row.right] ?? '') : ''
  const parts = row.kind === 'changed' ? wordDiff(old, newer, budget) : undefined
  return { row, left: parts ? markedWords(parts[0], 'del') : visible(old), right: parts ? markedWords(parts[1], 'ins') : visible(newer) }
}

function TwoColumns({ row, left, right, heading }: RowContent & { heading: boolean }) {
  return (
    <tr className={`${kinds[row.kind]}${heading ? ' heading' : ''}`}>
      <td className="no">{'left' in row && row.left + 1}</td>
      <td className="tx left">{left}</td>
      <td className="no n2">{'right' in row && row.right + 1}</td>
      <td className="tx r2">{right}</td>
    </tr>
  )
}

function OneColumn({ row, left, right, heading }: RowContent & { heading: boolean }) {
  const t = useWords(diffWords)
  const removed = row.kind === 'removed' || (row.kind === 'changed' && row.half === 'left')
  const added = row.kind !== 'same' && !removed
  return (
    <tr className={`${removed ? 'del' : added ? 'add' : ''}${heading ? ' heading' : ''}`}>
      <td className="no">{!added && 'left' in row && row.left + 1}</td>
      <td className="no n2">{!removed && 'right' in row && row.right + 1}</td>
      <td className="tx">
        {removed && <span className="visually-hidden">{t.removed}</span>}
        {added && <span className="visually-hidden">{t.added}</span>}
        {removed ? left : right}
      </td>
    </tr>
  )
}

/** Steps for the words of a block, less than half a second. Without them its changed lines are marked as a whole. */
const STEPS_PER_BLOCK = 30_000_000

/** A block of rows; `data-at` holds the index of its first row for the navigation between changes. */
const DiffRows = memo(function DiffRows({ rows, at, diff, view }: { rows: Row[]; at: number; diff: LineDiff; view: DiffView }) {
  const lines = useMemo(() => {
    const budget = budgetOf(STEPS_PER_BLOCK)
    return rows.map((row) => rowContent(row, diff, budget))
  }, [rows, diff])
  const Line = view === 'two' ? TwoColumns : OneColumn
  const heading = (row: Row) => isHeading(('right' in row ? diff.right[row.right] : diff.left[row.left]) ?? '')
  return (
    <table className={`df ${view}`}>
      <colgroup>
        <col className="no" />
        {view === 'two' && <col />}
        <col className="no" />
        <col />
      </colgroup>
      <tbody data-at={at}>
        {lines.map((line, index) => (
          <Line key={`${at + index}`} {...line} heading={heading(line.row)} />
        ))}
      </tbody>
    </table>
  )
})

/** As in diff.css. */
const LINE_HEIGHT = 22
/** Rows this close to the viewport are drawn in advance. */
const PRERENDER_MARGIN = '1200px'

/** Width of a text in columns: a Chinese character takes two. */
const columnsOf = (text: string) => text.length + (text.match(/[\u2e80-\uffdc]/g)?.length ?? 0)

/** Estimated height of undrawn rows, for the scroll bar. */
function heightOf(rows: Row[], { left, right }: LineDiff, view: DiffView) {
  const width = (globalThis.innerWidth ?? 1024) / textScale() / (view === 'two' ? 2 : 1) - 100
  const perLine = Math.max(20, Math.floor(width / 7.8))
  const linesOf = (text = '') => Math.max(1, Math.ceil(columnsOf(text) / perLine))
  return rows.reduce(
    (sum, row) => sum + LINE_HEIGHT * Math.max('left' in row ? linesOf(left[row.left]) : 1, 'right' in row ? linesOf(right[row.right]) : 1),
    0,
  )
}

interface DiffBlockProps {
  block: Block
  diff: LineDiff
  view: DiffView
  /** Draw immediately, visible or not. */
  wanted: boolean
  onOpen: (at: number) => void
}

/** Rows that are drawn when they come near the viewport, or one button for folded lines. */
export function DiffBlock({ block, diff, view, wanted, onOpen }: DiffBlockProps) {
  const t = useWords(diffWords)
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  const drawn = near || wanted
  const { folded, rows, at } = block

  useEffect(() => {
    if (drawn || folded || !place.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: PRERENDER_MARGIN })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [drawn, folded])

  if (folded)
    return (
      <button type="button" className="df-fold row" onClick={() => onOpen(at)}>
        <UnfoldVertical className="i" aria-hidden="true" />
        {t.unchanged(rows.length)}
      </button>
    )
  return (
    <div ref={place} data-from={at} style={drawn ? undefined : { height: rem(heightOf(rows, diff, view)) }}>
      {drawn && <DiffRows rows={rows} at={at} diff={diff} view={view} />}
    </div>
  )
}

export type DiffView = 'two' | 'one'

const KEY = 'sheaf.diff'

const storedView = (): DiffView => (stored.read(KEY) === 'one' ? 'one' : 'two')

/** Side by side or one column, stored in this browser; a phone always shows one column. */
export function useDiffView() {
  const [chosen, setChosen] = useState(storedView)
  const isPhone = useIsUpTo('phone')
  const choose = useCallback((view: DiffView) => {
    setChosen(view)
    stored.write(KEY, view)
  }, [])
  return { view: isPhone ? 'one' : chosen, choose } as const
}

/** Titles that differ, marked like the lines below. */
export function Titles({ left, right }: { left: string; right: string }) {
  const t = useWords(diffWords)
  const parts = wordDiff(left, right)
  const old = parts?.[0].map(({ text, changed }, at) => (changed ? <del key={at}>{text}</del> : text)) ?? left
  const newer = parts?.[1].map(({ text, changed }, at) => (changed ? <ins key={at}>{text}</ins> : text)) ?? right
  return (
    <div className="df-titles">
      <div className="left">
        <small>{t.title}</small>
        {old}
      </div>
      <div className="r2">
        <small>{t.title}</small>
        {newer}
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

/** The whole comparison. A selection stays on the side where it started, so that a copy contains one text only. */
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
