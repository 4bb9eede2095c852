import './feedback.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { api, isLocked, isNoAccess, read } from '../lib/api.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import type { Info } from '../tree/item-tree.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Empty, ErrorNote } from '../ui/placeholder.tsx'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { TableWaiting } from '../ui/table/table.tsx'
import { feedbackWords } from './feedback.words.ts'
import { NoteRow } from './note.tsx'
import { FeedbackPages, NotAsked } from './pages.tsx'

const PAGE_ROWS = 50
const ROW_HEIGHT = 140
const states = ['new', 'answered', 'aside'] as const
const tabs = [...states, 'pages'] as const

const hasFeedback = ({ item_type }: Pick<Info, 'item_type'>) => ['0', '1', '2'].includes(item_type)
/** No one edits an archived item: for it, only the list knows who could. */
const mayReadNotes = ({ item_edit, is_archived }: Pick<Info, 'item_edit' | 'is_archived'>) => item_edit || is_archived === '1'

/** /item/feedback/{item_id}: what readers say about the pages of an item. */
export function FeedbackScreen() {
  const t = useWords(feedbackWords)
  const { item_id = '' } = useParams()
  const here = useLocation()
  const account = useAccount()
  const item = useQuery({ ...read(api.item.info, { item_id }), enabled: account !== null })
  const address = here.pathname + here.search
  if (!account) return <Redirect to={paths.login(address)} />
  if (isLocked(item.error)) return <Redirect to={paths.itemPassword(item_id, undefined, address)} />
  const { data } = item
  const closed = (
    <Empty
      heading
      broken
      title={t.closed}
      actions={
        <Link className="btn" to={paths.items()}>
          {t.toItems}
        </Link>
      }
    >
      {t.closedText}
    </Empty>
  )
  const content = () => {
    if (item.error && isNoAccess(item.error)) return closed
    if (item.error && !data) return <ErrorNote title={t.failed} error={item.error} onRetry={() => void item.refetch()} />
    if (!data) return <TableWaiting rows={4} height={ROW_HEIGHT} isHeaded={false} />
    if (!hasFeedback(data))
      return (
        <Empty heading title={t.wrongKind}>
          {t.wrongKindText}
        </Empty>
      )
    return mayReadNotes(data) ? <Feedback info={data as Info} closed={closed} /> : closed
  }
  return (
    <Screen title={data ? `${t.title} · ${data.item_name}` : t.title}>
      <div className="screen">{content()}</div>
    </Screen>
  )
}

function Feedback({ info, closed }: { info: Info; closed: React.ReactNode }) {
  const t = useWords(feedbackWords)
  const place = useListAddress(['state', 'page_id'], [PAGE_ROWS])
  const tab = tabs.find((name) => name === place.filter.state) ?? 'new'
  const page_id = place.filter.page_id || '0'
  const isPages = tab === 'pages'
  const input = {
    item_id: info.item_id,
    page_id,
    state: isPages ? 'new' : tab,
    page: isPages ? '1' : String(place.page),
    count: String(place.size),
  }
  const list = useQuery({ ...read(api.feedback.getList, input), placeholderData: keepPreviousData })
  const { data } = list
  const isArchived = info.is_archived === '1'
  const nothing = {
    new: [t.noneNew, t.noneNewText],
    answered: [t.noneAnswered, t.noneAnsweredText],
    aside: [t.noneAside, t.noneAsideText],
  }[isPages ? 'new' : tab]
  const to = (state: string, of = page_id) =>
    paths.feedback(info.item_id, { ...(of !== '0' && { page_id: of }), ...(state !== 'new' && { state }) })
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root)
  const isOff = info.allow_feedback !== '1' && !isArchived
  const hasNotes = data && states.some((state) => data.counts[state] !== '0')
  const ofPage = data?.list.find((note) => note.page_id === page_id)?.page_title
  if (isNoAccess(list.error)) return closed
  return (
    <>
      <PageHead
        back={{ to: paths.item(info), text: info.item_name }}
        title={t.title}
        about={isArchived ? t.archived : isOff ? hasNotes && t.aboutOff : t.about}
      />
      <nav className="tabs" aria-label={t.tabs}>
        {tabs.map((name) => (
          <Link key={name} to={to(name)} replace aria-current={name === tab ? 'page' : undefined}>
            {t[name]}
            {name !== 'pages' && data && Number(data.counts[name]) > 0 && <span className="fbk-count">{data.counts[name]}</span>}
          </Link>
        ))}
      </nav>
      {page_id !== '0' && (
        <p className="fbk-only">
          {ofPage ? t.onlyPage(ofPage) : t.onlyOnePage} · <Link to={to(tab, '0')}>{t.all}</Link>
        </p>
      )}
      <div ref={root} {...keptFocus}>
        {isPages ? (
          <FeedbackPages info={info} page_id={page_id} place={place} isOff={isOff} note={isOff && !hasNotes ? t.aboutOff : ''} />
        ) : (
          <PagedList
            query={{ ...list, data: data && { rows: data.list, total: Number(data.total) } }}
            place={{ ...place, filtered: false }}
            words={t}
            rowHeight={ROW_HEIGHT}
            none={isOff && !hasNotes ? <NotAsked info={info} /> : <Empty title={nothing[0] ?? ''}>{nothing[1]}</Empty>}
          >
            {(rows) => (
              <ul className="fbk-list">
                {rows.map((note) => (
                  <NoteRow key={`${note.feedback_id} ${note.note_time}`} note={note} info={info} canChange={!isArchived} />
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </div>
    </>
  )
}
