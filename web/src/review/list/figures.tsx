import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Bone, Skeleton } from '../../ui/placeholder.tsx'
import type { ReviewFigures } from '../types.ts'
import { reviewReportWords } from './list.words.ts'

/** The rows of whole items, without their catalogs. */
export const itemsOf = (rows: ReviewFigures[]) => rows.filter(({ cat_id }) => cat_id === '0')

export const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole))

/** The four figures above the list and the report. What is verified is a share of all pages; the others count the pages of the list. */
export function Figures({ item_id }: { item_id: string }) {
  const t = useWords(reviewReportWords)
  const { data, error } = useQuery(read(api.review.report, { item_id }))
  // The report below shows what failed; the list needs no figures.
  if (error && !data) return null
  if (!data)
    return (
      <Skeleton>
        <div className="rev-wait">
          <Bone height={78} />
        </div>
      </Skeleton>
    )
  const items = itemsOf(data.rows)
  const sum = (of: (row: ReviewFigures) => string) => items.reduce((all, row) => all + Number(of(row)), 0)
  const pages = sum((row) => row.pages)
  const verified = sum((row) => row.verified)
  const due = sum((row) => row.due)
  const month = Number(data.months.at(-1)?.verified ?? 0)
  return (
    <dl className="rev-figs" aria-label={t.figures}>
      <div>
        <dt>{t.verified}</dt>
        <dd>
          <b>{t.percent(percentOf(verified, pages))}</b>
          <span>{month > 0 ? t.verifiedMonth(verified, pages, month) : t.verifiedOf(verified, pages)}</span>
        </dd>
      </div>
      <div>
        <dt>{t.due}</dt>
        <dd>
          <b className={due > 0 ? 'bad' : undefined}>{due}</b>
          <span>{t.ofListed(sum((row) => row.listed))}</span>
        </dd>
      </div>
      <div>
        <dt>{t.changed}</dt>
        <dd>
          <b>{sum((row) => row.changed)}</b>
        </dd>
      </div>
      <div>
        <dt>{t.unowned}</dt>
        <dd>
          <b>{sum((row) => row.unowned)}</b>
        </dd>
      </div>
    </dl>
  )
}
