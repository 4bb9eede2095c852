import './mine.css'
import type { Answer } from '@sheaf/contract/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Bone, Empty, Skeleton } from '../../ui/placeholder.tsx'
import { Listing } from '../../ui/table/listing.tsx'
import { mineWords } from '../comment.words.ts'
import { quoteText } from '../thread.ts'

type Row = Answer<'comment', 'mine'>['list'][number]

const threadTabs = ['forMe', 'begun', 'all'] as const
type ThreadTab = (typeof threadTabs)[number]
export const threadTabOf = (name: string | null): ThreadTab => threadTabs.find((tab) => tab === name) ?? 'forMe'
const states = { forMe: 'me', begun: 'begun', all: '' } as const

function MineRow({ row }: { row: Row }) {
  const t = useWords(mineWords)
  const language = useLanguage()
  const replies = Number(row.replies)
  return (
    <li className="mine-row">
      <Link className="mine-title" to={paths.thread({ item_id: row.item_id }, row.page_id, row.thread_id)}>
        {row.page_title}
      </Link>
      {row.state === 'resolved' && <span className="tag ok">{t.resolved}</span>}
      {row.state === 'open' && row.place === 'lost' && <span className="tag warn">{t.lost}</span>}
      <span className="mine-item cut">{row.item_name}</span>
      {row.kind !== 'page' && <p className="mine-quote cut">{quoteText(row)}</p>}
      <p className="mine-last">{row.last_text}</p>
      <div className="meta">
        <span>{t.last(row.last_name, shortDate(Number(row.last_time), language))}</span>
        {replies > 0 && <span>{t.replies(replies)}</span>}
      </div>
    </li>
  )
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Bone key={key} height={84} />
    ))}
  </Skeleton>
)

function ThreadList({ tab }: { tab: ThreadTab }) {
  const t = useWords(mineWords)
  const state = states[tab]
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['comment', 'mine', state],
    queryFn: ({ pageParam }) => api.comment.mine({ state, before: pageParam, count: '30' }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => (next === '0' ? undefined : next),
    refetchOnMount: 'always',
  })
  const older = more.hasNextPage && (
    <button type="button" className="btn" disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
      {t.more}
    </button>
  )
  return (
    <Listing
      list={{ data: data?.pages.flatMap(({ list }) => list), error, refetch }}
      waiting={<Waiting />}
      failed={t.failed}
      empty={older || <Empty title={t.none}>{{ forMe: t.noneForMe, begun: t.noneBegun, all: t.noneAll }[tab]}</Empty>}
    >
      {(rows) => (
        <>
          <ul className="mine-list">
            {rows.map((row) => (
              <MineRow key={row.thread_id} row={row} />
            ))}
          </ul>
          {older}
        </>
      )}
    </Listing>
  )
}

/** The threads of all items that concern the user, in the tab of the notices. */
export function OwnThreads({ tab }: { tab: ThreadTab }) {
  const t = useWords(mineWords)
  return (
    <>
      <nav className="seg mine-tabs" aria-label={t.tabs}>
        {threadTabs.map((name) => (
          <Link key={name} to={paths.ownThreads(name)} replace aria-current={name === tab ? 'page' : undefined}>
            {t[name]}
          </Link>
        ))}
      </nav>
      <ThreadList key={tab} tab={tab} />
    </>
  )
}
