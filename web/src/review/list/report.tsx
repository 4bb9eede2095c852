import { factsOf } from '@sheaf/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, isNoAccess, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, ErrorNote } from '../../ui/placeholder.tsx'
import { Table, TableWaiting } from '../../ui/table/table.tsx'
import { keyOf } from '../fields.tsx'
import { StewardName } from '../mark.tsx'
import type { ReviewFigures, ReviewLoad, ReviewReport } from '../types.ts'
import { itemsOf, percentOf } from './figures.tsx'
import { reviewReportWords } from './list.words.ts'

type Month = ReviewReport['months'][number]

/** What was verified and what ended in each of the last twelve months, the newest first. */
function Months({ months }: { months: Month[] }) {
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

const ROW_HEIGHT = 59
/** Deeper catalogs are indented no further. */
const DEPTH_MAX = 3

type Parts = Pick<ReviewFigures, 'pages' | 'verified'> & Partial<Pick<ReviewFigures, 'changed' | 'due'>>

/** The states of pages as a bar, with the share that is verified. */
function Bar({ pages, verified, changed = '0', due = '0' }: Parts) {
  const t = useWords(reviewReportWords)
  const all = Number(pages)
  const part = (look: string, count: string) => <i className={look} style={{ width: `${(100 * Number(count)) / Math.max(1, all)}%` }} />
  return (
    <span className="rev-state">
      <span className="rev-barr" role="img" aria-label={t.bar(verified, changed, due, pages)}>
        {part('ok', verified)}
        {part('warn', changed)}
        {part('bad', due)}
      </span>
      <span className="num muted">{t.percent(percentOf(Number(verified), all))}</span>
    </span>
  )
}

/** The catalogs of an item in the order of its tree, with their depth. */
function catalogsOf(rows: ReviewFigures[], item_id: string) {
  const own = rows.filter((row) => row.item_id === item_id && row.cat_id !== '0')
  const below = (parent: string, depth: number): (ReviewFigures & { depth: number })[] =>
    own.filter((row) => row.parent_cat_id === parent).flatMap((row) => [{ ...row, depth }, ...below(row.cat_id, depth + 1)])
  return below('0', 1)
}

function Places({ report: { rows }, isOneItem }: { report: ReviewReport; isOneItem: boolean }) {
  const t = useWords(reviewReportWords)
  const language = useLanguage()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOpen = (item_id: string) => isOneItem || opened.has(item_id)
  const turn = (item_id: string) => {
    const next = new Set(opened)
    if (!next.delete(item_id)) next.add(item_id)
    setOpened(next)
  }
  const hasCatalogs = new Set(rows.filter(({ cat_id }) => cat_id !== '0').map(({ item_id }) => item_id))
  const shown = itemsOf(rows).flatMap((row) => [{ ...row, depth: 0 }, ...(isOpen(row.item_id) ? catalogsOf(rows, row.item_id) : [])])
  const overdue = (row: ReviewFigures) => (Number(row.due) > 0 ? row.median_days : '')
  const oldest = (row: ReviewFigures) => (row.oldest_due === '0' ? '' : shortDay(Number(row.oldest_due), language))
  const none = <span className="muted hide-s">–</span>
  return (
    <Table
      name={t.byItem}
      look="rev-report"
      rows={shown}
      keyOf={(row) => `${row.item_id} ${row.cat_id}`}
      rowLook={(row) => (row.depth > 0 ? `within d-${Math.min(row.depth, DEPTH_MAX)}` : undefined)}
      columns={[
        {
          head: t.place,
          isName: true,
          cell: (row) =>
            row.depth > 0 ? (
              <span className="rev-place">{row.cat_name}</span>
            ) : (
              <span className="rev-place">
                {!isOneItem && hasCatalogs.has(row.item_id) && (
                  <IconButton
                    className={isOpen(row.item_id) ? 'small rev-turn open' : 'small rev-turn'}
                    name={isOpen(row.item_id) ? t.close(row.item_name) : t.open(row.item_name)}
                    aria-expanded={isOpen(row.item_id)}
                    onClick={() => turn(row.item_id)}
                  >
                    <ChevronRight className="i" aria-hidden="true" />
                  </IconButton>
                )}
                <Link to={paths.review(row.item_id)}>{row.item_name}</Link>
              </span>
            ),
        },
        { head: t.pages, isNumber: true, width: 76, cell: (row) => row.pages, phone: (row) => t.pagesPhone(Number(row.pages)) },
        { head: t.state, width: 250, look: 'rev-bar-cell', cell: (row) => <Bar {...row} /> },
        {
          head: t.noOne,
          isNumber: true,
          width: 84,
          cell: (row) => row.unowned,
          phone: (row) => row.unowned !== '0' && t.noOnePhone(Number(row.unowned)),
        },
        {
          head: t.overdue,
          isNumber: true,
          from: 1000,
          width: 160,
          cell: (row) => overdue(row) || none,
        },
        { head: t.oldest, isNumber: true, width: 120, from: 1000, cell: (row) => oldest(row) || none },
      ]}
    />
  )
}

function People({ people }: { people: ReviewLoad[] }) {
  const t = useWords(reviewReportWords)
  if (people.length === 0) return <p className="rows-none">{t.noPeople}</p>
  return (
    <Table<ReviewLoad>
      name={t.byPerson}
      look="rev-report"
      rows={people}
      keyOf={keyOf}
      columns={[
        { head: t.person, isName: true, cell: (one) => <StewardName steward={one} /> },
        { head: t.pages, isNumber: true, width: 76, cell: (one) => one.pages, phone: (one) => t.pagesPhone(Number(one.pages)) },
        { head: t.state, width: 250, look: 'rev-bar-cell', cell: (one) => <Bar {...one} /> },
        { head: t.due, isNumber: true, width: 84, cell: (one) => one.due, phone: (one) => t.duePhone(one.due) },
        { head: t.soon, isNumber: true, width: 110, cell: (one) => one.soon, phone: (one) => t.soonPhone(one.soon) },
      ]}
    />
  )
}

/** For leads: items and catalogs, people, and the last twelve months. */
export function Report({ item_id }: { item_id: string }) {
  const t = useWords(reviewReportWords)
  const { data, error, refetch } = useQuery(read(api.review.report, { item_id }))
  if (isNoAccess(error)) return <Empty title={t.closed} />
  if (error && !data) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <TableWaiting rows={8} height={ROW_HEIGHT} />
  if (data.rows.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>
  return (
    <>
      <p className="rev-legend" aria-hidden="true">
        <span className="ok">{t.legendVerified}</span>
        <span className="warn">{t.legendChanged}</span>
        <span className="bad">{t.legendDue}</span>
        <span>{t.legendRest}</span>
      </p>
      <Places report={data} isOneItem={item_id !== '0'} />
      <h2 className="rev-h2">{t.byPerson}</h2>
      <People people={data.people} />
      <h2 className="rev-h2">{t.byMonth}</h2>
      <Months months={data.months} />
    </>
  )
}
