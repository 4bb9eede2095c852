import type { Answer } from '@sheaf/contract/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { Empty } from '../ui/placeholder.tsx'
import { PagedList, type useListAddress } from '../ui/table/paged-list.tsx'
import { Table } from '../ui/table/table.tsx'
import { feedbackWords } from './feedback.words.ts'

type Row = Answer<'feedback', 'pages'>['list'][number]

const ROW_HEIGHT = 59

interface Props {
  info: Info
  page_id: string
  /** The item does not ask its readers. */
  isOff: boolean
  /** Above the figures. */
  note: string
  place: ReturnType<typeof useListAddress>
}

/** Nothing came, and readers are not asked. */
export function NotAsked({ info }: { info: Info }) {
  const t = useWords(feedbackWords)
  return (
    <Empty
      title={t.noneOff}
      actions={
        info.item_manage && (
          <Link className="btn" to={paths.itemSetting(info.item_id, 'talk')}>
            {t.toSettings}
          </Link>
        )
      }
    >
      {info.item_manage ? t.noneOffManager : t.noneOffText}
    </Empty>
  )
}

/** The figures of pages; first those that helped least since they were last saved. */
export function FeedbackPages({ info, page_id, isOff, note, place }: Props) {
  const t = useWords(feedbackWords)
  const language = useLanguage()
  const input = { item_id: info.item_id, page_id, page: String(place.page), count: String(place.size) }
  const list = useQuery({ ...read(api.feedback.pages, input), placeholderData: keepPreviousData })
  const data = list.data && { rows: list.data.list, total: Number(list.data.total) }
  const figure = (helpful: string, unhelpful: string) => {
    const all = Number(helpful) + Number(unhelpful)
    return all === 0 ? <span className="muted">{t.none}</span> : t.figure(Number(helpful), all)
  }
  const nowOf = (row: Row) => (
    <>
      {figure(row.now_helpful, row.now_unhelpful)}
      <small>{t.since(shortDay(Number(row.since), language))}</small>
    </>
  )
  const phoneNow = (row: Row) => {
    const [day, all] = [shortDay(Number(row.since), language), Number(row.now_helpful) + Number(row.now_unhelpful)]
    return all === 0 ? t.noneSince(day) : t.nowOf(day, Number(row.now_helpful), all)
  }
  return (
    <PagedList
      query={{ ...list, data }}
      place={{ ...place, filtered: false }}
      words={t}
      rowHeight={ROW_HEIGHT}
      none={isOff ? <NotAsked info={info} /> : <Empty title={t.nonePages}>{t.nonePagesText}</Empty>}
    >
      {(rows) => (
        <>
          {note && <p className="help">{note}</p>}
          <Table<Row>
            name={t.title}
            look="fbk-pages"
            rows={rows}
            keyOf={(row) => row.page_id}
            columns={[
              {
                head: t.page,
                isName: true,
                cell: (row) => (
                  <Link className="fbk-page" to={paths.page(info, row.page_id)}>
                    {row.page_title}
                  </Link>
                ),
              },
              {
                head: t.sinceSaved,
                width: '28%',
                cell: (row) => nowOf(row),
                phone: (row) => phoneNow(row),
              },
              {
                head: t.overall,
                width: '18%',
                cell: (row) => figure(row.helpful, row.unhelpful),
                phone: (row) => t.allOf(Number(row.helpful), Number(row.helpful) + Number(row.unhelpful)),
              },
              {
                head: t.newNotes,
                width: '18%',
                cell: (row) =>
                  row.notes === '0' ? (
                    <span className="muted hide-s">{t.noNotes}</span>
                  ) : (
                    <Link to={paths.feedback(info.item_id, { page_id: row.page_id })} aria-label={t.notes(Number(row.notes))}>
                      <span className="hide-s">{row.notes}</span>
                      <span className="only-s">{t.notes(Number(row.notes))}</span>
                    </Link>
                  ),
              },
            ]}
          />
        </>
      )}
    </PagedList>
  )
}
