import './cards.css'
import './items.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileInput, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSecondStepLine } from '../user/second-step/reminder.tsx'
import { FirstVisit } from './first.tsx'
import { FirstSteps, FirstStepsLine, useFirstSteps } from './first-steps/first-steps.tsx'
import { ItemGrid, useView, type View, ViewSwitch } from './grid.tsx'
import { ALL, type Group, GroupBar, groupInput, useChosenGroup } from './group-bar.tsx'
import { findItems, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'
import { SearchBox, SearchHits, useSearchInside } from './search.tsx'

/** Up to this number of items the group bar is hidden. */
const FEW = 5

function Head({ children }: { children?: ReactNode }) {
  const t = useWords(itemsWords)
  return (
    <>
      <div className="screen-head">
        <h1>{t.title}</h1>
        <span className="grow" />
        <Link className="btn" to={paths.addItem('import')}>
          <FileInput className="i" aria-hidden="true" />
          {t.import}
        </Link>
        <Link className="btn primary" to={paths.addItem()}>
          <Plus className="i" aria-hidden="true" />
          {t.newItem}
        </Link>
      </div>
      {children}
    </>
  )
}

function Waiting({ view }: { view: View }) {
  return (
    <Head>
      <Skeleton>
        <div className="items-bar">
          <Bone width={320} height={32} />
        </div>
        <div className={view === 'list' ? 'item-grid rows' : 'item-grid'}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <div key={key} className="ic wait">
              <Bone />
              <Bone width="55%" height={14} />
              <Bone width="90%" />
              <Bone width="70%" height={10} />
            </div>
          ))}
        </div>
      </Skeleton>
    </Head>
  )
}

/** The page of each item that was changed last; undefined where it could not be loaded. */
function useLatest() {
  const { data, isPending } = useQuery(read(api.item.latest, {}))
  return { isPending, latest: useMemo(() => data && new Map(data.map((row) => [row.item_id, row])), [data]) }
}

interface Props {
  all: Tile[]
  steps: ReturnType<typeof useFirstSteps>['steps']
  latest: ReturnType<typeof useLatest>['latest']
  view: View
  onView: (view: View) => void
  groups: Group[]
  group: string
  onGroup: (id: string) => void
  /** Items of the group; while `busy`, still those of the previous group. */
  items: Tile[]
  busy: boolean
}

function Items({ all, steps, latest, view, onView, groups, group, onGroup, items, busy }: Props) {
  const t = useWords(itemsWords)
  const [address, setAddress] = useSearchParams()
  const [typed, setTyped] = useState(() => address.get('q') ?? '')
  const [text, setText] = useState(typed)
  const shown = useDeferredValue(text)
  const matches = findItems(items, shown)
  const inside = useSearchInside(items, group, shown)

  /* The address contains the query, so that going back from a hit returns to the results. */
  const search = useCallback(
    (next: string, composing = false) => {
      setTyped(next)
      if (composing) return
      setText(next)
      setAddress(next.trim() ? { q: next.trim() } : {}, { replace: true })
    },
    [setAddress],
  )
  const searched = shown.trim()
  const looking = inside.keyword !== '' && (inside.isBusy || inside.error !== null || inside.hits.length > 0)
  const hasGroups = group !== ALL || all.length > FEW
  const name = groups.find(({ id }) => id === group)?.group_name ?? ''
  return (
    <Head>
      <FirstStepsLine steps={steps} />
      {(hasGroups || all.length > 1) && (
        <div className={hasGroups ? 'items-bar with-groups' : 'items-bar'}>
          {hasGroups && <GroupBar items={all} groups={groups} chosen={group} onChoose={onGroup} />}
          {searched.length === 1 && inside.keyword === '' && <span className="note">{t.typeMore}</span>}
          {all.length > 1 && (
            <div className="items-find">
              <SearchBox typed={typed} onType={search} />
              <ViewSwitch view={view} onChoose={onView} />
            </div>
          )}
        </div>
      )}
      {matches.length > 0 && <ItemGrid items={matches} latest={latest} view={view} group={group} searched={searched} busy={busy} />}
      {looking && <SearchHits inside={inside} />}
      {!matches.length && !looking && searched !== '' && (
        <Empty
          title={t.nothing(searched)}
          actions={
            <>
              {group !== ALL && (
                <button type="button" className="btn" onClick={() => onGroup(ALL)}>
                  {t.searchAllItems}
                </button>
              )}
              <button type="button" className="btn" onClick={() => search('')}>
                {t.clear}
              </button>
            </>
          }
        >
          {t.nothingHelp}
        </Empty>
      )}
      {items.length === 0 && searched === '' && !busy && (
        <Empty
          title={t.groupEmpty(name)}
          actions={
            <>
              <Link className="btn" to={paths.itemGroups(group)}>
                {t.fillGroup}
              </Link>
              <button type="button" className="btn" onClick={() => onGroup(ALL)}>
                {t.showAllItems}
              </button>
            </>
          }
        >
          {t.groupEmptyHelp}
        </Empty>
      )}
    </Head>
  )
}

/** Without items: the first steps of the site for an administrator, otherwise what a user can begin with. */
function Nothing({ steps }: Pick<Props, 'steps'>) {
  return steps.length > 0 ? (
    <Head>
      <FirstSteps steps={steps} />
    </Head>
  ) : (
    <FirstVisit />
  )
}

/** /item/index: the user's items by group, with a search in their pages. */
export function ItemsScreen() {
  const t = useWords(itemsWords)
  const all = useQuery(read(api.item.myList, {}))
  const groups = useQuery(read(api.itemGroup.getList, {}))
  const [group, choose] = useChosenGroup(groups.isPending ? undefined : (groups.data ?? []))
  const list = useQuery({ ...read(api.item.myList, groupInput(group)), placeholderData: keepPreviousData })
  const { latest, isPending } = useLatest()
  const { steps, isPending: isLoadingSteps } = useFirstSteps()
  const [view, chooseView] = useView()
  const secondStep = useSecondStepLine()
  return (
    <Screen title={t.title}>
      <div className="screen">
        {secondStep.line}
        {secondStep.isLoading || all.isPending || groups.isPending || list.isPending || isPending || isLoadingSteps ? (
          <Waiting view={view} />
        ) : all.isError || list.isError ? (
          <Head>
            <ErrorNote title={t.failed} error={all.error ?? list.error} onRetry={() => void (all.isError ? all : list).refetch()} />
          </Head>
        ) : all.data.length ? (
          <Items
            all={all.data}
            steps={steps}
            latest={latest}
            view={view}
            onView={chooseView}
            groups={groups.data ?? []}
            group={group}
            onGroup={choose}
            items={list.data}
            busy={list.isPlaceholderData}
          />
        ) : (
          <Nothing steps={steps} />
        )}
      </div>
    </Screen>
  )
}
