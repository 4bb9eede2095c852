import '../../versions/diff/diff.css'
import './list.css'
import type { Answer } from '@sheaf/contract/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, isError } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Doer } from '../../ui/person.tsx'
import { Bone, Empty, Skeleton } from '../../ui/placeholder.tsx'
import { Listing } from '../../ui/table/listing.tsx'
import { continuePath, StateTag, SuggestionMeta } from '../state.tsx'
import { suggestionListWords, suggestionWords } from '../suggestion.words.ts'

type Row = Answer<'suggestion', 'getList'>['list'][number]

export const suggestionTabs = ['todo', 'mine', 'decided'] as const
type SuggestionTab = (typeof suggestionTabs)[number]

const ROWS = '50'

interface RowProps {
  row: Row
  withItem: boolean
  /** Whether the list has own suggestions only. */
  isOwn: boolean
}

function SuggestionRow({ row, withItem, isOwn }: RowProps) {
  const t = useWords(suggestionWords)
  const isSeen = row.readable || row.decidable
  return (
    <li className="sg-row">
      <div className="sg-row-head">
        {isSeen ? (
          <Link className="sg-title" to={paths.suggestion(row.suggestion_id)}>
            {row.title || row.page_title}
          </Link>
        ) : (
          <span className="muted">{t.hiddenPage}</span>
        )}
        <StateTag state={row.state} />
        {row.page_id === '0' && <span className="tag">{t.newPage}</span>}
        {withItem && isSeen && <span className="sg-item cut">{row.item_name}</span>}
      </div>
      <SuggestionMeta row={row}>
        {isOwn && isSeen && row.state === 'open' && row.via === '' && <Link to={continuePath(row)}>{t.goOn}</Link>}
      </SuggestionMeta>
      {row.reason && <p className="sg-reason">{row.reason}</p>}
      {row.decided_note && (
        <p className="sg-reason">
          <Doer name={row.decided_name} username={row.decided_username}>
            {t.noteOf(row.decided_name, row.decided_note)}
          </Doer>
        </p>
      )}
    </li>
  )
}

const Waiting = () => (
  <Skeleton>
    <div className="sg-wait">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key}>
          <Bone width="42%" height={18} />
          <Bone width="64%" />
        </div>
      ))}
    </div>
  </Skeleton>
)

interface Props {
  tab: SuggestionTab
  /** '0' for all items. */
  item_id?: string
  page_id?: string
}

/** Suggestions to decide about, own ones, or decided ones; newest first. */
export function SuggestionList({ tab, item_id = '0', page_id = '0' }: Props) {
  const t = useWords(suggestionListWords)
  const state = tab === 'todo' ? 'open' : tab === 'decided' ? 'decided' : ''
  const input = { item_id, page_id, state, mine: tab === 'mine' ? '1' : '0', count: ROWS }
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['suggestion', 'getList', input],
    queryFn: ({ pageParam }) => api.suggestion.getList({ ...input, before: pageParam }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => (next === '0' ? undefined : next),
    refetchOnMount: 'always',
  })
  const nothing = {
    todo: [t.noneTodo, t.noneTodoText],
    mine: [t.noneMine, t.noneMineText],
    decided: [t.noneDecided, t.noneDecidedText],
  }[tab]
  if (isError(error, 'noPermission')) return <Empty title={t.noRight}>{t.noRightText}</Empty>
  const older = more.hasNextPage && (
    <div className="sg-more">
      {more.isFetchNextPageError && <p role="alert">{t.olderFailed}</p>}
      <button type="button" className="btn" disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
        {t.older}
      </button>
    </div>
  )
  return (
    <Listing
      list={{ data: data?.pages.flatMap(({ list }) => list), error, refetch }}
      waiting={<Waiting />}
      failed={t.failed}
      empty={older || <Empty title={nothing[0] ?? ''}>{nothing[1]}</Empty>}
    >
      {(rows) => (
        <>
          <ul className="sg-list">
            {rows.map((row) => (
              <SuggestionRow key={row.suggestion_id} row={row} withItem={item_id === '0'} isOwn={tab === 'mine'} />
            ))}
          </ul>
          {older}
        </>
      )}
    </Listing>
  )
}

/** The suggestions of all items, in the tab of the notices. */
export function OwnSuggestions({ tab }: { tab: SuggestionTab }) {
  const t = useWords(suggestionListWords)
  return (
    <>
      <nav className="seg sg-tabs" aria-label={t.filter}>
        {suggestionTabs.map((name) => (
          <Link key={name} to={paths.ownSuggestions(name)} replace aria-current={name === tab ? 'page' : undefined}>
            {t[name]}
          </Link>
        ))}
      </nav>
      <SuggestionList key={tab} tab={tab} />
    </>
  )
}
