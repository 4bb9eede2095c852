import { factsOf } from '@sheaf/contract/languages'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Table } from '../../ui/table/table.tsx'
import type { ReviewReport } from '../types.ts'
import { reviewReportWords } from './list.words.ts'

type Month = ReviewReport['months'][number]

/** What was verified and what ended in each of the last twelve months, the newest first. */
export function Months({ months }: { months: Month[] }) {
  const t = useWords(reviewReportWords)
  const language = useLanguage()
  const most = Math.max(1, ...months.map(({ valid }) => Number(valid)))
  const format = new Intl.DateTimeFormat(factsOf(language).dates, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  /* The product writes a space between digits and Chinese. */
  const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$& ')
  const nameOf = ({ month }: Month) => spaced(format.format(new Date(`${month}-15T00:00:00Z`)))
  return (
    <Table<Month>
      name={t.byMonth}
      look="rev-report months"
      rows={[...months].reverse()}
      keyOf={({ month }) => month}
      columns={[
        { head: t.month, isName: true, cell: nameOf },
        {
          head: t.verifications,
          isNumber: true,
          width: 110,
          cell: ({ verified }) => verified,
          phone: ({ verified }) => t.verifiedPhone(verified),
        },
        { head: t.ended, isNumber: true, width: 150, cell: ({ ended }) => ended, phone: ({ ended }) => t.endedPhone(ended) },
        {
          head: t.valid,
          width: 280,
          look: 'rev-bar-cell',
          cell: ({ valid }) => (
            <span className="rev-state">
              <span className="rev-barr" aria-hidden="true">
                <i className="ok" style={{ width: `${(100 * Number(valid)) / most}%` }} />
              </span>
              <span className="num">{valid}</span>
            </span>
          ),
        },
      ]}
    />
  )
}
