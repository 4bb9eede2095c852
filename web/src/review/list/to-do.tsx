import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, UserCheck, UserPlus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api, isNoAccess, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import type { Info } from '../../tree/item-tree.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { PagedList, useListAddress } from '../../ui/table/paged-list.tsx'
import { idsOf } from '../fields.tsx'
import { HandOnDialog } from '../hand-on.tsx'
import { reviewSetWords } from '../review.words.ts'
import { SetManyDialog } from '../set.tsx'
import type { ReviewListState, ReviewRow } from '../types.ts'
import { Chips, Filters } from './filters.tsx'
import { reviewListWords } from './list.words.ts'
import { Rows } from './rows.tsx'

/** The selected pages by their item. */
function groupsOf(rows: ReviewRow[]) {
  const groups = new Map<string, { kind: 'page'; subject_id: string }[]>()
  for (const { item_id, page_id } of rows) groups.set(item_id, [...(groups.get(item_id) ?? []), { kind: 'page', subject_id: page_id }])
  return [...groups].map(([item_id, subjects]) => ({ item_id, subjects }))
}

/** At the foot while pages are selected. There is no "Still true" here: someone has to read each page. */
function Selection({ rows, onClear }: { rows: ReviewRow[]; onClear: () => void }) {
  const t = useWords(reviewListWords)
  const s = useWords(reviewSetWords)
  const uid = useAccount()?.uid
  const [open, setOpen] = useState<'steward' | 'period' | 'hand-on'>()
  const name = s.pages(rows.length)
  const groups = groupsOf(rows)
  const [first] = groups
  const maySet = rows.every((row) => row.may_set)
  const mayHandOn = first && groups.length === 1 && rows.every((row) => row.steward.uid === uid)
  const close = () => setOpen(undefined)
  return (
    <section className="rev-bar" aria-label={t.bar}>
      <p role="status">{t.selected(rows.length)}</p>
      {maySet && (
        <>
          <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('steward')}>
            <UserCheck className="i" aria-hidden="true" />
            {t.responsible}
          </button>
          <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('period')}>
            <CalendarClock className="i" aria-hidden="true" />
            {t.period}
          </button>
        </>
      )}
      {mayHandOn && (
        <button type="button" className="btn quiet small" aria-haspopup="dialog" onClick={() => setOpen('hand-on')}>
          <UserPlus className="i" aria-hidden="true" />
          {t.handOn}
        </button>
      )}
      <IconButton name={t.clear} onClick={onClear}>
        <X className="i" aria-hidden="true" />
      </IconButton>
      {(open === 'steward' || open === 'period') && (
        <SetManyDialog
          what={open}
          name={name}
          groups={groups}
          onClose={close}
          onDone={() => {
            close()
            onClear()
          }}
        />
      )}
      {open === 'hand-on' && first && (
        <HandOnDialog item_id={first.item_id} page_ids={rows.map((row) => row.page_id)} name={name} onClose={close} onDone={onClear} />
      )}
    </section>
  )
}

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
