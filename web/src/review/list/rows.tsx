import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Table } from '../../ui/table/table.tsx'
import { MarkTag, StewardName } from '../mark.tsx'
import { reviewWords } from '../review.words.ts'
import type { ReviewRow } from '../types.ts'
import { reviewListWords } from './list.words.ts'

interface Props {
  rows: ReviewRow[]
  chosen: ReadonlyMap<string, ReviewRow>
  /** Across items: a row names its item. */
  withItem: boolean
  onChoose: (rows: ReviewRow[], on: boolean) => void
}

/** Managers select pages to set them, and stewards to hand them on. */
const isSelectable = (row: ReviewRow, uid: string | undefined) => row.may_set || (row.steward.uid !== '0' && row.steward.uid === uid)

export function Rows({ rows, chosen, withItem, onChoose }: Props) {
  const t = useWords(reviewListWords)
  const r = useWords(reviewWords)
  const uid = useAccount()?.uid
  const selectable = rows.filter((row) => isSelectable(row, uid))
  const isAll = selectable.length > 0 && selectable.every((row) => chosen.has(row.page_id))
  const pathOf = (row: ReviewRow) => [withItem && row.item_name, row.cat_name].filter(Boolean).join(' › ')
  // A row that cannot be selected keeps the place of the box.
  const box = (row: ReviewRow) =>
    isSelectable(row, uid) ? (
      <input
        type="checkbox"
        aria-label={t.select(row.page_title)}
        checked={chosen.has(row.page_id)}
        onChange={(event) => onChoose([row], event.target.checked)}
      />
    ) : (
      selectable.length > 0 && <span className="rev-nobox" />
    )
  return (
    <div className={selectable.length > 0 ? 'rev-list boxed' : 'rev-list'}>
      {/* Above the boxes of the rows, in the head of the table; on phones a line of its own. */}
      {selectable.length > 1 && (
        <label className="check rev-all" title={t.selectAll}>
          <input type="checkbox" checked={isAll} onChange={(event) => onChoose(selectable, event.target.checked)} />
          <span>{t.selectAll}</span>
        </label>
      )}
      <Table<ReviewRow>
        name={t.title}
        look="rev-rows"
        rows={rows}
        keyOf={(row) => row.page_id}
        rowLook={(row) => (chosen.has(row.page_id) ? 'chosen' : undefined)}
        columns={[
          {
            head: t.page,
            isName: true,
            cell: (row) => (
              <span className="rev-page">
                {box(row)}
                <span>
                  <Link to={paths.page(row, row.page_id)}>{row.page_title}</Link>
                  <small>{pathOf(row)}</small>
                </span>
              </span>
            ),
          },
          { head: t.state, width: '27%', cell: (row) => <MarkTag mark={row.mark} days={row.days} /> },
          { head: r.responsible, width: '20%', cell: (row) => <StewardName steward={row.steward} /> },
        ]}
        actions={{
          head: t.actions,
          width: 88,
          cell: (row) => (
            <Link className="btn small" to={paths.page(row, row.page_id)} aria-label={t.lookAt(row.page_title)}>
              {t.look}
            </Link>
          ),
        }}
      />
    </div>
  )
}
