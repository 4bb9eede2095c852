import '../../versions/diff/diff.css'
import './list.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, isError, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Bone, Empty, Skeleton } from '../../ui/placeholder.tsx'
import { Listing } from '../../ui/table/listing.tsx'
import { StateTag, SuggestionMeta } from '../state.tsx'
import { suggestionListWords, suggestionWords } from '../suggestion.words.ts'

type Row = Answer<'suggestion', 'getList'>['list'][number]

export const suggestionTabs = ['todo', 'mine', 'decided'] as const
type SuggestionTab = (typeof suggestionTabs)[number]

/** Rows of one list; older ones are on its other pages, which the API has. */
const ROWS = '100'

function SuggestionRow({ row, withItem }: { row: Row; withItem: boolean }) {
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
      <SuggestionMeta row={row} />
      {row.reason && <p className="sg-reason">{row.reason}</p>}
      {row.decided_note && <p className="sg-reason">{t.noteOf(row.decided_name, row.decided_note)}</p>}
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
  const { data, error, refetch } = useQuery({ ...read(api.suggestion.getList, input), refetchOnMount: 'always' })
  const nothing = {
    todo: [t.noneTodo, t.noneTodoText],
    mine: [t.noneMine, t.noneMineText],
    decided: [t.noneDecided, t.noneDecidedText],
  }[tab]
  if (isError(error, 'noPermission')) return <Empty title={t.noRight}>{t.noRightText}</Empty>
  return (
    <Listing
      list={{ data: data?.list, error, refetch } as Parameters<typeof Listing<Row>>[0]['list']}
      waiting={<Waiting />}
      failed={t.failed}
      empty={<Empty title={nothing[0] ?? ''}>{nothing[1]}</Empty>}
    >
      {(rows) => (
        <ul className="sg-list">
          {rows.map((row) => (
            <SuggestionRow key={row.suggestion_id} row={row} withItem={item_id === '0'} />
          ))}
        </ul>
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
