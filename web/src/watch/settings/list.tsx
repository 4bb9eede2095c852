import type { Answer } from '@sheaf/contract/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Book, FileText, Folder, MessageSquare, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Empty, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { Listing } from '../../ui/table/listing.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type Level, useReason } from '../reason.ts'
import { watchWords } from '../watch.words.ts'
import { watchListWords } from './settings.words.ts'

type Row = Answer<'watch', 'getList'>['list'][number]

const PAGE_ROWS = 50
/** Of what is watched automatically, the list without a search has these. */
const AUTOMATIC_SHOWN = 200
/** Longer lists get a search field. */
const SEARCH_MIN = 8
const icons = { item: Book, catalog: Folder, page: FileText, thread: MessageSquare }
const levels = ['all', 'changes', 'muted'] as const satisfies Level[]

/** A catalog has no screen of its own. */
function hrefOf({ kind, item_id, page_id, subject_id }: Row) {
  if (kind === 'page') return paths.page({ item_id }, page_id)
  if (kind === 'thread') return paths.thread({ item_id }, page_id, subject_id)
  return paths.item({ item_id })
}

/** "Catalog in Operations · since 3 Nov": what it is, where, and why it is watched. */
function useLine() {
  const t = useWords(watchListWords)
  const kinds = useWords(watchWords)
  const language = useLanguage()
  const reasonOf = useReason()
  return (row: Row) => {
    const reason = row.source === 'own' ? t.since(shortDay(Number(row.addtime), language)) : reasonOf(row)
    if (row.kind === 'thread') return t.onPage(row.page_title, reason)
    return row.kind === 'item' ? t.line(kinds.item, reason) : t.inItem(kinds[row.kind], row.item_name, reason)
  }
}

function WatchRow({ row }: { row: Row }) {
  const t = useWords(watchListWords)
  const kinds = useWords(watchWords)
  const lineOf = useLine()
  const { kind, subject_id, level } = row
  const set = useSend(api.watch.set, { queue: `watch ${kind} ${subject_id}`, failed: t.notSaved })
  const Icon = icons[kind]
  const name = kind === 'thread' ? `“${row.name}”` : row.name
  const stop = async () => {
    await set.send({ kind, subject_id, level: 'none' })
    toast(t.stopped(row.name), 'ok', { action: { text: t.undo, run: () => void set.send({ kind, subject_id, level }) } })
  }
  return (
    <li className="watch-row">
      <Icon className="i" aria-hidden="true" />
      <div className="watch-what">
        <Link to={hrefOf(row)}>{name}</Link>
        <small>{lineOf(row)}</small>
      </div>
      <Select
        small
        aria-label={t.levelOf(row.name)}
        value={level}
        disabled={set.busy}
        onChange={(value) => void set.send({ kind, subject_id, level: value })}
      >
        {levels.map((one) => (
          <option key={one} value={one}>
            {kinds[one]}
          </option>
        ))}
      </Select>
      {/* Only an own choice can be removed. What a team watches, or what follows from a page or a thread, can be muted. */}
      {row.source !== 'own' && row.source !== 'showdoc' ? (
        <span />
      ) : (
        <IconButton className="small" name={t.stop(row.name)} disabled={set.busy} onClick={() => void stop()}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Bone key={key} height={48} />
    ))}
  </Skeleton>
)

/** All that the user watches, with the reason, in parts. */
export function WatchList() {
  const t = useWords(watchListWords)
  const ui = useWords(uiWords)
  const [find, setFind] = useState('')
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['watch', 'getList', find],
    queryFn: ({ pageParam }) => api.watch.getList({ page: String(pageParam), count: String(PAGE_ROWS), find }),
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_ROWS < Number(total) ? pages.length + 1 : undefined),
    refetchOnMount: 'always',
  })
  const { total, automatic = '0' } = data?.pages[0] ?? {}
  const isLong = Number(automatic) > AUTOMATIC_SHOWN
  return (
    <section className="watch-part" aria-label={t.title}>
      <div className="watch-head">
        <h2>
          {t.title} {total !== undefined && total !== '0' && <span className="muted">{total}</span>}
        </h2>
        {(isLong || find !== '' || Number(total) >= SEARCH_MIN) && (
          <SearchField label={t.find} clear={ui.clear} value={find} onFind={setFind} />
        )}
      </div>
      {isLong && find === '' && <p className="help">{t.newest(AUTOMATIC_SHOWN, Number(automatic))}</p>}
      <Listing
        list={{ data: data?.pages.flatMap(({ list }) => list), error, refetch }}
        waiting={<Waiting />}
        failed={t.failed}
        empty={find === '' ? <Empty title={t.none}>{t.noneText}</Empty> : <p className="rows-none">{t.noMatch}</p>}
      >
        {(rows) => (
          <>
            <ul className="watch-list">
              {rows.map((row) => (
                <WatchRow key={`${row.kind} ${row.subject_id}`} row={row} />
              ))}
            </ul>
            {more.hasNextPage && (
              <button type="button" className="btn watch-more" disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
                {t.more}
              </button>
            )}
          </>
        )}
      </Listing>
    </section>
  )
}
