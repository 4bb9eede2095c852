import './catalog.css'
import { useQuery } from '@tanstack/react-query'
import { FilePlus, FolderPlus } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, useParams } from 'react-router'
import { api, isNoAccess, read } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths, selectionText } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { SetManyDialog } from '../review/set.tsx'
import { arrangeStateOf, subscribeArrange } from '../tree/arrange.ts'
import { catalogForNewEntry, editableRoots, type Info } from '../tree/item-tree.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { WatchManyDialog } from '../watch/place/many.tsx'
import { catalogWords } from './catalog.words.ts'
import { type CatalogAction, CatalogDialog } from './dialogs.tsx'
import { ManyDialog } from './many/dialog.tsx'
import { type BarAction, useWhat } from './many/happens.tsx'
import { useMoveHere } from './many/move-here.ts'
import { SelectionBar } from './many/selection-bar.tsx'
import { allIn, type Chosen, type Selected, selectedIn } from './selection.ts'
import { CatalogTree } from './tree.tsx'

const TITLES = ['38%', '24%', '52%', '31%', '44%', '28%', '36%']

/** /catalog/{item_id} */
export function CatalogScreen() {
  const { item_id = '' } = useParams()
  return <CatalogById key={item_id} item_id={item_id} />
}

function CatalogById({ item_id }: { item_id: string }) {
  const t = useWords(catalogWords)
  const query = useQuery({ ...read(api.item.info, { item_id, default_page_id: '' }), structuralSharing: false })
  const info = useMemo(() => query.data && ownPart(query.data), [query.data])
  const { refetch } = query
  const title = info ? t.titleOf(info.item_name) : t.title
  const onePage = info?.item_type === '2' || info?.item_type === '4'
  const refused = info ? !info.item_edit || info.is_archived === '1' : isNoAccess(query.error)
  return (
    <Screen title={title}>
      <div className="screen cat-screen">
        {refused || onePage ? (
          <Empty
            heading
            title={refused ? t.refused : t.onePage}
            actions={
              <Link className="btn" to={info ? paths.item(info) : paths.items()}>
                {info ? t.toItem : t.toItems}
              </Link>
            }
          >
            {refused ? t.refusedText : t.onePageText}
          </Empty>
        ) : info ? (
          <Arranging info={info} complete={info.partial ? () => void refetch({ cancelRefetch: false }) : undefined} />
        ) : query.error ? (
          <ErrorNote title={t.failed} error={query.error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bone width={220} height={28} />
            <div className="cat-box">
              {TITLES.map((width) => (
                <div key={width} className="cat-row">
                  <Bone width={width} height={14} />
                </div>
              ))}
            </div>
          </Skeleton>
        )}
      </div>
    </Screen>
  )
}

/** Limits the tree to the catalogs that the user can write to. */
function ownPart(info: Info): Info {
  return info.edit_cats === null ? info : { ...info, menu: { pages: [], catalogs: editableRoots(info.menu, info.edit_cats) } }
}

const countIn = (level: Pick<Info['menu'], 'pages' | 'catalogs'>): { catalogs: number; pages: number } =>
  level.catalogs.map(countIn).reduce((sum, below) => ({ catalogs: sum.catalogs + below.catalogs, pages: sum.pages + below.pages }), {
    catalogs: level.catalogs.length,
    pages: level.pages.length,
  })

const subjectOf = (line: Selected['lines'][number]) =>
  'page_id' in line ? { kind: 'page' as const, subject_id: line.page_id } : { kind: 'catalog' as const, subject_id: line.cat_id }

function Arranging({ info, complete }: { info: Info; complete: (() => void) | undefined }) {
  const t = useWords(catalogWords)
  const [action, setAction] = useState<CatalogAction>()
  const [chosen, setChosen] = useState<Chosen>()
  const [many, setMany] = useState<BarAction>()
  const selected = useMemo(() => selectedIn(info.menu, chosen ?? new Set()), [info.menu, chosen])
  const isChoosing = chosen !== undefined
  const isAsking = action !== undefined || many !== undefined
  useEffect(() => {
    if (!isChoosing || isAsking) return
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setChosen(undefined)
    }
    window.addEventListener('keydown', end)
    return () => window.removeEventListener('keydown', end)
  }, [isChoosing, isAsking])
  const state = useSyncExternalStore(subscribeArrange, () => arrangeStateOf(info.item_id))
  const { catalogs, pages } = countIn(info.menu)
  const whatOf = useWhat()
  const go = useNavigate()
  const endMany = () => {
    setMany(undefined)
    setChosen(undefined)
  }
  const moveHere = useMoveHere(info, selected, endMany)
  const place = catalogForNewEntry(info, '0') ?? '0'
  const stateText = { none: '', saving: t.saving, saved: t.saved, failed: t.notSaved }[state]
  const newCatalog = (className: string) => (
    <button type="button" className={className} onClick={() => setAction({ kind: 'new', parent: '0' })}>
      <FolderPlus className="i" aria-hidden="true" />
      {t.newCatalog}
    </button>
  )
  const newPage = (
    <Link className="btn" to={paths.edit(info.item_id, 0, place === '0' ? {} : { cat_id: place })} aria-label={t.newPage}>
      <FilePlus className="i" aria-hidden="true" />
      <span className="hide-s">{t.newPage}</span>
    </Link>
  )
  return (
    <>
      <PageHead
        back={{ to: paths.item(info), text: info.item_name }}
        title={t.title}
        about={info.edit_cats ? t.about + t.ownPart : t.about}
        action={
          <>
            {newPage}
            {newCatalog('btn primary')}
          </>
        }
      />
      {catalogs + pages === 0 ? (
        <Empty title={t.none} actions={newCatalog('btn')}>
          {t.noneText}
        </Empty>
      ) : (
        <CatalogTree
          info={info}
          complete={complete}
          onAsk={setAction}
          chosen={chosen}
          onChoose={setChosen}
          selectedName={whatOf(selected.pages, selected.catalogs)}
          onMoveSelected={(cat_id) => void moveHere(cat_id).catch(() => {})}
          note={state === 'saving' || state === 'failed' ? stateText : [t.counts(catalogs, pages), stateText].filter(Boolean).join(' · ')}
          failed={state === 'failed'}
        />
      )}
      {chosen && (
        <SelectionBar
          selected={selected}
          onAll={() => setChosen(allIn(info))}
          onAct={setMany}
          onExport={() => go(paths.exportItem(info.item_id, { lines: selectionText(selected.lines) }))}
          manages={info.item_manage}
          onNone={chosen.size > 0 ? () => setChosen(new Set()) : undefined}
        />
      )}
      {many === 'review' && (
        <SetManyDialog
          what="both"
          name={whatOf(selected.pages, selected.catalogs)}
          groups={[{ item_id: info.item_id, subjects: selected.lines.map(subjectOf) }]}
          onClose={() => setMany(undefined)}
          onDone={endMany}
        />
      )}
      {many === 'watch' && (
        <WatchManyDialog
          item_id={info.item_id}
          lines={selected.lines}
          name={whatOf(selected.pages, selected.catalogs)}
          onClose={() => setMany(undefined)}
          onDone={endMany}
        />
      )}
      {many && many !== 'review' && many !== 'watch' && (
        <ManyDialog key={many} action={many} info={info} selected={selected} onClose={() => setMany(undefined)} onDone={endMany} />
      )}
      {action && <CatalogDialog action={action} info={info} onClose={() => setAction(undefined)} />}
    </>
  )
}
