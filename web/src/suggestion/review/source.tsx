import { RotateCcw, X } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { inOneColumn } from '../../versions/diff/fold.ts'
import { DiffBlock, type DiffView, Titles } from '../../versions/diff/table.tsx'
import { reviewWords, suggestionWords } from '../suggestion.words.ts'
import { type Change, changesOf, type Part, partsOf } from './changes.ts'
import type { Review } from './model.ts'

interface HeadProps {
  change: Change
  isOut: boolean
  onToggle: (() => void) | undefined
}

function ChangeHead({ change: { number }, isOut, onToggle }: HeadProps) {
  const t = useWords(reviewWords)
  return (
    <header className="rv-change-head">
      <h2>{t.changeNumber(number)}</h2>
      <span className="grow" />
      {isOut && <span className="tag warn">{t.leftOut}</span>}
      {onToggle && (
        <button
          type="button"
          className="btn quiet small"
          aria-pressed={isOut}
          aria-label={isOut ? t.takeBackOf(number) : t.leaveOutOf(number)}
          onClick={onToggle}
        >
          {isOut ? <RotateCcw className="i" aria-hidden="true" /> : <X className="i" aria-hidden="true" />}
          {isOut ? t.takeBack : t.leaveOut}
        </button>
      )}
    </header>
  )
}

interface Props {
  review: Review
  view: DiffView
  root: RefObject<HTMLDivElement | null>
  /** The change that the keys have reached. */
  at: number | undefined
  decidable: boolean
}

/** The difference as source text: one box per change, unchanged lines folded between them. */
export function SourceView({ review, view, root, at, decidable }: Props) {
  const t = useWords(suggestionWords)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { diff, leftOut, titles } = review
  const rows = useMemo(() => (view === 'two' ? diff.rows : inOneColumn(diff.rows)), [diff, view])
  const parts = useMemo(() => partsOf(rows, changesOf(rows), opened), [rows, opened])
  const open = (from: number) => setOpened(new Set([...opened, from]))
  const block = ({ key, folded, rows, at }: Part) => (
    <DiffBlock block={{ key, folded, rows, at }} diff={diff} view={view} wanted={false} onOpen={open} />
  )
  return (
    <section ref={root} aria-label={t.comparison}>
      {titles.from !== titles.to && titles.from !== '' && <Titles left={titles.from} right={titles.to} />}
      {parts.map((part) => {
        const { change } = part
        if (!change) return <div key={`${view}${part.key}`}>{block(part)}</div>
        const isOut = leftOut.has(change.number)
        return (
          <section
            key={`${view}${part.key}`}
            className={isOut ? 'rv-change out' : 'rv-change'}
            data-change={change.number}
            aria-current={at === change.number ? 'true' : undefined}
          >
            <ChangeHead {...{ change, isOut }} onToggle={decidable ? () => review.toggle(change.number) : undefined} />
            {block(part)}
          </section>
        )
      })}
    </section>
  )
}
