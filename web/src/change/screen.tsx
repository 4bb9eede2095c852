import './change.css'
import { Rss } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { isNoAccess } from '../lib/api.ts'
import { longDate, siteDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Select } from '../ui/forms/select.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { changeWords } from './change.words.ts'
import { ChangeGroup, ChangeRow } from './row.tsx'
import { byDays, type Change, isKind, type Kind, kinds, type Part, together, useChanges, useLastVisit } from './rows.ts'
import { Subscribe } from './subscribe.tsx'

/** Filters in the address, so that a reload and the back button restore them. */
function useFilter() {
  const [address, setAddress] = useSearchParams()
  const kind = address.get('kind') ?? ''
  const set = (change: Record<string, string>) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    page_id: address.get('page_id') ?? '',
    kind: isKind(kind) ? kind : ('' as const),
    username: address.get('username') ?? '',
    isSince: address.get('since') === 'visit',
    set,
    clear: () => set({ page_id: '', kind: '', username: '', since: '' }),
  }
}
type Filter = ReturnType<typeof useFilter>

function Filters({ filter, people, lastVisit }: { filter: Filter; people: Part['people']; lastVisit: number }) {
  const t = useWords(changeWords)
  const { kind, username, page_id, isSince, set } = filter
  const names: Record<Kind, string> = {
    changed: t.kindChanged,
    created: t.kindCreated,
    moved: t.kindMoved,
    deleted: t.kindDeleted,
    catalogs: t.kindCatalogs,
    imports: t.kindImports,
    suggestions: t.kindSuggestions,
  }
  const shown = people.some((one) => one.username === username) || !username ? people : [{ username, name: username }, ...people]
  return (
    <div className="change-filters">
      <Select small aria-label={t.kind} value={kind} onChange={(value) => set({ kind: value })}>
        <option value="">{t.allKinds}</option>
        {(Object.keys(kinds) as Kind[]).map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </Select>
      {shown.length > 0 && (
        <Select small aria-label={t.person} value={username} onChange={(value) => set({ username: value })}>
          <option value="">{t.everyone}</option>
          {shown.map((one) => (
            <option key={one.username} value={one.username}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
      {lastVisit > 0 && (
        <button
          type="button"
          className={isSince ? 'chip on' : 'chip'}
          aria-pressed={isSince}
          onClick={() => set({ since: isSince ? '' : 'visit' })}
        >
          {t.sinceVisit}
        </button>
      )}
      {page_id && (
        <span className="row change-one">
          {t.onePage}
          <button type="button" className="change-link" onClick={() => set({ page_id: '' })}>
            {t.allPages}
          </button>
        </span>
      )}
    </div>
  )
}

function Days({ changes, lastVisit }: { changes: Change[]; lastVisit: number }) {
  const t = useWords(changeWords)
  const language = useLanguage()
  const today = new Date().setHours(0, 0, 0, 0)
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  const nameOf = (day: number) =>
    day === today ? t.today : day === yesterday ? t.yesterday : siteDay(longDate(day / 1000, language), language)
  return byDays(changes).map(({ day, changes: rows }) => (
    <section key={day} className="change-day" aria-label={nameOf(day)}>
      <h2>{nameOf(day)}</h2>
      <ul>
        {together(rows).map((group) => {
          const first = group[0] as Change
          return group.length === 1 ? (
            <ChangeRow key={first.change_id} change={first} lastVisit={lastVisit} />
          ) : (
            <ChangeGroup key={first.change_id} changes={group} lastVisit={lastVisit} />
          )
        })}
      </ul>
    </section>
  ))
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <div key={key} className="change-wait">
        <Bone width="32%" height={14} />
        <Bone width="54%" />
        <Bone width="18%" />
      </div>
    ))}
  </Skeleton>
)

function Nothing({ filter }: { filter: Filter }) {
  const t = useWords(changeWords)
  const isFiltered = filter.kind !== '' || filter.username !== '' || filter.page_id !== ''
  if (!isFiltered && !filter.isSince) return <Empty title={t.none}>{t.noneText}</Empty>
  const all = (
    <button type="button" className="btn" onClick={filter.clear}>
      {t.clear}
    </button>
  )
  return (
    <Empty title={isFiltered ? t.noneFound : t.noneSince} actions={all}>
      {isFiltered ? t.noneFoundText : t.noneSinceText}
    </Empty>
  )
}

/** Without a right to read: the item itself asks for its password. */
function Closed({ item_id }: { item_id: string }) {
  const t = useWords(changeWords)
  return (
    <Empty
      heading
      broken
      title={t.closed}
      actions={
        <Link className="btn" to={paths.itemPassword(item_id, undefined, paths.changes(item_id))}>
          {t.openItem}
        </Link>
      }
    >
      {t.closedText}
    </Empty>
  )
}

/** /item/changes/{item}: what changed in an item, by days and in words. */
export function ChangesScreen() {
  const t = useWords(changeWords)
  const language = useLanguage()
  const account = useAccount()
  const { item_id = '' } = useParams()
  const filter = useFilter()
  const lastVisit = useLastVisit(item_id)
  const { page_id, kind, username, isSince } = filter
  const list = useChanges({ item_id, page_id, kind, username, since: isSince ? lastVisit : 0, language })
  const [subscribing, setSubscribing] = useState(false)
  const parts = list.data?.pages ?? []
  const item = parts[0]?.item
  const changes = parts.flatMap((part) => part.list)
  if (list.error && isNoAccess(list.error) && !list.data)
    return (
      <Screen title={t.title}>
        <div className="screen">
          <Closed item_id={item_id} />
        </div>
      </Screen>
    )
  const subscribe = (
    <button type="button" className="btn" disabled={!item} onClick={() => setSubscribing(true)}>
      <Rss className="i" aria-hidden="true" />
      {t.subscribe}
    </button>
  )
  return (
    <Screen title={item ? `${t.title} · ${item.item_name}` : t.title}>
      <div className="screen changes-screen">
        <PageHead
          back={{ to: item ? paths.item(item) : account ? paths.items() : paths.home(), text: item?.item_name ?? t.toItem }}
          title={t.title}
          about={item ? t.about(item.item_name) : '\u00a0'}
          action={subscribe}
        />
        <Filters filter={filter} people={parts[0]?.people ?? []} lastVisit={lastVisit} />
        {list.isPending ? (
          <Waiting />
        ) : list.data ? (
          <div className={list.isPlaceholderData ? 'rows-old' : undefined}>
            {changes.length > 0 ? <Days changes={changes} lastVisit={lastVisit} /> : !list.hasNextPage && <Nothing filter={filter} />}
            {list.hasNextPage && (
              <div className="change-more">
                {list.isFetchNextPageError && <p role="alert">{t.moreFailed}</p>}
                <button type="button" className="btn" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t.more}
                </button>
              </div>
            )}
          </div>
        ) : (
          <ErrorNote title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {subscribing && item && <Subscribe item={item} onClose={() => setSubscribing(false)} />}
      </div>
    </Screen>
  )
}
