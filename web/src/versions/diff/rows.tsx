import { memo, type ReactNode, useMemo } from 'react'
import { useWords } from '../../lib/words.ts'
import { diffWords } from './diff.words.ts'
import type { LineDiff, Row } from './lines.ts'
import type { DiffView } from './view.ts'
import { type Piece, wordDiff } from './words.ts'

const kinds = { same: '', changed: 'chg', removed: 'del', added: 'add' } as const
const isHeading = (line: string) => /^#{1,6} /.test(line)

/** Texts of a page are only ever text here (S68). */
const markedWords = (pieces: Piece[], Tag: 'ins' | 'del') =>
  pieces.map(({ text, changed }, at) => (changed ? <Tag key={at}>{text}</Tag> : text))

interface RowContent {
  row: Row
  left: ReactNode
  right: ReactNode
}

function rowContent(row: Row, { left, right }: LineDiff): RowContent {
  const old = 'left' in row ? (left[row.left] ?? '') : ''
  const young = 'right' in row ? (right[row.right] ?? '') : ''
  const parts = row.kind === 'changed' ? wordDiff(old, young) : undefined
  return { row, left: parts ? markedWords(parts[0], 'del') : old, right: parts ? markedWords(parts[1], 'ins') : young }
}

function TwoColumns({ row, left, right, heading }: RowContent & { heading: boolean }) {
  return (
    <tr className={`${kinds[row.kind]}${heading ? ' h' : ''}`}>
      <td className="no">{'left' in row && row.left + 1}</td>
      <td className="tx l">{left}</td>
      <td className="no n2">{'right' in row && row.right + 1}</td>
      <td className="tx r2">{right}</td>
    </tr>
  )
}

function OneColumn({ row, left, right, heading }: RowContent & { heading: boolean }) {
  const t = useWords(diffWords)
  const gone = row.kind === 'removed' || (row.kind === 'changed' && row.half === 'left')
  const came = row.kind !== 'same' && !gone
  return (
    <tr className={`${gone ? 'del' : came ? 'add' : ''}${heading ? ' h' : ''}`}>
      <td className="no">{!came && 'left' in row && row.left + 1}</td>
      <td className="no n2">{!gone && 'right' in row && row.right + 1}</td>
      <td className="tx">
        {gone && <span className="sr">{t.removed}</span>}
        {came && <span className="sr">{t.added}</span>}
        {gone ? left : right}
      </td>
    </tr>
  )
}

/** Some rows of the comparison; where a change begins carries its place for those who look for it. */
export const DiffRows = memo(function DiffRows({ rows, at, diff, view }: { rows: Row[]; at: number; diff: LineDiff; view: DiffView }) {
  const lines = useMemo(() => rows.map((row) => rowContent(row, diff)), [rows, diff])
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
