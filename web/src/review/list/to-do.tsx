import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api, isNoAccess, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { Empty } from '../../ui/placeholder.tsx'
import { PagedList, useListAddress } from '../../ui/table/paged-list.tsx'
import { idsOf } from '../fields.tsx'
import type { ReviewListState, ReviewRow } from '../types.ts'
import { Chips, Filters } from './filters.tsx'
import { reviewListWords } from './list.words.ts'
import { Rows } from './rows.tsx'
import { Selection } from './selection.tsx'

const PAGE_ROWS = 50
export const ROW_HEIGHT = 59

const states: readonly ReviewListState[] = ['mine', 'due', 'soon', 'changed', 'unowned', 'never']

/** The pages, filtered by state, person, catalog and item, and what managers do with several of them. */
export function ToDo({ info }: { info: Info | undefined }) {
  const t = useWords(reviewListWords)
  const language = useLanguage()
  const place = useListAddress(['state', 'steward', 'cat_id'], [PAGE_ROWS])
  const { filter } = place
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReviewRow>>(new Map())
  const state = states.find((one) => one === filter.state) ?? ''
  const input = {
    item_id: info?.item_id ?? '0',
    state,
    ...idsOf(filter.steward),
    cat_id: info && filter.cat_id ? filter.cat_id : '0',
    page: String(place.page),
    count: String(place.size),
  }
  const list = useQuery({ ...read(api.review.getList, input), placeholderData: keepPreviousData, refetchOnMount: 'always' })
  const { data } = list
  const rows = useMemo(() => data?.list ?? [], [data])
  if (isNoAccess(list.error))
    return (
      <Empty heading broken title={t.closed}>
        {t.closedText}
      </Empty>
    )
  // A row that has changed meanwhile is selected as it is now.
  const selected = [...chosen.keys()]
    .map((id) => rows.find((row) => row.page_id === id) ?? chosen.get(id))
    .filter((row) => row !== undefined)
  const choose = (picked: ReviewRow[], on: boolean) => {
    const next = new Map(chosen)
    for (const row of picked) on ? next.set(row.page_id, row) : next.delete(row.page_id)
    setChosen(next)
  }
  const { next } = data ?? {}
  // Nothing to filter: no page that the user edits has a review.
  const isBare = data?.total === '0' && !place.filtered
  const isDue = state === 'due' && !filter.steward && !filter.cat_id
  return (
    <>
      {!isBare && (
        <div className="rev-find">
          <Chips
            states={states}
            counts={data?.counts}
            total={state === '' ? data?.total : undefined}
            state={state}
            onState={(to) => place.find({ state: to })}
          />
          <Filters info={info} place={place} stewards={data?.stewards ?? []} />
        </div>
      )}
      <PagedList
        query={{ ...list, data: data && { rows, total: Number(data.total) } }}
        place={{ ...place, filtered: place.filtered && !isDue }}
        words={t}
        rowHeight={ROW_HEIGHT}
        none={
          isDue ? (
            <Empty title={t.nothingDue}>
              {next && next.page_id !== '0' && t.next(next.page_title, shortDay(Number(next.due), language))}
            </Empty>
          ) : (
            <Empty
              title={t.none}
              actions={
                info?.item_manage ? (
                  <Link className="btn" to={paths.itemSetting(info.item_id, 'talk')}>
                    {t.toSettings}
                  </Link>
                ) : (
                  <Link className="btn" to={paths.items()}>
                    {t.toItems}
                  </Link>
                )
              }
            >
              {t.noneText}
            </Empty>
          )
        }
      >
        {(shown) => (
          <>
            <Rows rows={shown} chosen={chosen} withItem={info === undefined} onChoose={choose} />
            <p className="help rev-foot">{shown.some((row) => row.may_set) ? t.foot : t.footOwn}</p>
          </>
        )}
      </PagedList>
      {selected.length > 0 && <Selection rows={selected} onClear={() => setChosen(new Map())} />}
    </>
  )
}
