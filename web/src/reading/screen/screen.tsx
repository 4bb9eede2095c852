import { LoadingBar } from '../../ui/loading-bar.tsx'
import '../reading.css'
import type { Answer } from '@sheaf/contract/client'
import { Minimize, X } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useParams } from 'react-router'
import { Comments } from '../../comment/comments.tsx'
import { isLocked, isMissing } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { isUpTo } from '../../lib/breakpoints.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { addRecentPage, useSearched } from '../../lib/search-state.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { canEditCatalog, catalogForNewEntry, firstPage, type Info, type Menu, pageIn, pathTo } from '../../tree/item-tree.ts'
import { lazyScreen } from '../../ui/frame/lazy-part.tsx'
import { MAIN_ID } from '../../ui/frame/main-id.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorNote } from '../../ui/placeholder.tsx'
import { reveal } from '../article/links.ts'
import { tocHeadings, type View } from '../article/view.tsx'
import { ItemBar } from '../bar/bar.tsx'
import { readingWords } from '../reading.words.ts'
import { Toc } from '../toc.tsx'
import { TreePanel } from '../tree/panel.tsx'
import { useItem, usePage, usePrefetch, useSchema, useVisit } from './data.ts'
import { FloatingButtons } from './floats.tsx'
import { ItemSkeleton, LockedItem } from './locked.tsx'
import { PageContent } from './middle.tsx'
import { usePageNavigation, usePanel, useReadingKeys, useScrollRestoration } from './navigation.ts'

/** The page ids that the edit links need: from the loaded page, or from the menu while the page loads. */
type PageRef = Pick<Menu['pages'][number], 'page_id' | 'cat_id'>

/** Where the user suggests a new page; members of some catalogs see no top level. */
const suggestPathOf = (info: Info, cat_id: string) =>
  info.can_suggest && (cat_id !== '0' || info.owner_name === '')
    ? paths.suggest(info.item_id, 0, cat_id === '0' ? {} : { cat_id })
    : undefined

/** The editor paths for a page. A path is undefined without permission for the action. */
function editLinksOf(info: Info, page: PageRef | undefined) {
  const regular = info.item_type !== '2' && info.item_type !== '4'
  const mayEdit = page !== undefined && canEditCatalog(info, page.cat_id)
  const place = catalogForNewEntry(info, page?.cat_id ?? '0')
  const mayAdd = regular && place !== undefined
  const inside = place && place !== '0' ? { cat_id: place } : {}
  return {
    regular,
    mayEdit,
    suggestPage: mayAdd ? undefined : suggestPathOf(info, page?.cat_id ?? '0'),
    newPage: mayAdd ? paths.edit(info.item_id, 0, inside) : undefined,
    copyPage: mayAdd && page ? paths.edit(info.item_id, 0, { copy_page_id: page.page_id, ...inside }) : undefined,
    edit: mayEdit && info.item_type !== '4' ? paths.edit(info.item_id, page.page_id) : undefined,
  }
}

/** Side effects of the current page: window title, list of recent pages, and a redirect to the right address. */
function usePageShown(info: Info, view: View | undefined, page_title: string | undefined) {
  const t = useWords(readingWords)
  const go = useNavigate()
  const account = useAccount()
  useEffect(() => {
    document.title = [page_title, info.item_name, t.product].filter(Boolean).join(' - ')
  }, [page_title, info.item_name, t.product])
  useEffect(() => {
    if (view) addRecentPage(account?.uid, view.page_id)
  }, [view, account])
  /* Redirect a page of another item to that item. */
  const redirectPath = view && view.item_id !== info.item_id ? paths.page({ item_id: view.item_id }, view.page_id) : undefined
  useEffect(() => {
    if (redirectPath) go(redirectPath + location.search + location.hash, { replace: true })
  }, [redirectPath, go])
}

/** Elements over the text: the cover that closes an open panel, and the button that leaves full screen. */
function Overlay({
  covered,
  full,
  onClose,
  onLeaveFull,
}: Record<'covered' | 'full', boolean> & Record<'onClose' | 'onLeaveFull', () => void>) {
  const t = useWords(readingWords)
  return (
    <>
      {covered && (
        <button type="button" className="cover" aria-label={t.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </button>
      )}
      {full && (
        <IconButton className="unfull" name={t.leaveFullScreen} keys="Esc" onClick={onLeaveFull}>
          <Minimize className="i" aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}

/** A faster load announces nothing. The same delay as for skeletons in parts.css. */
const SLOW_LOADING_AFTER_MS = 150

/** Whether loading takes longer than SLOW_LOADING_AFTER_MS. */
function useSlowLoading(waiting: boolean) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setIsSlow, SLOW_LOADING_AFTER_MS, true)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [waiting])
  return isSlow
}

/** The filter field of the tree, and a function that makes it visible and focuses it. */
function useFilterField(hasTree: boolean, leaveFull: () => void, openTree: () => void) {
  const field = useRef<HTMLInputElement>(null)
  const toFilter = useCallback(() => {
    if (!hasTree) return
    /* Synchronous, so that the next typed letter reaches the field. */
    flushSync(() => {
      leaveFull()
      if (isUpTo('desktop')) openTree()
    })
    field.current?.focus()
    field.current?.select()
  }, [hasTree, leaveFull, openTree])
  return { field, toFilter }
}

interface Props {
  item: string
  /** The page in the address, if any. */
  page_id: string | undefined
  info: Info
  partial: boolean
  complete: () => void
}

/** An item with read permission: bar, tree, text and table of contents. */
function Reading({ item, page_id, info, partial, complete }: Props) {
  const t = useWords(readingWords)
  const wanted = page_id ?? firstPage(info.menu)
  const schema = new URLSearchParams(useLocation().search).get('schema') ?? ''
  const ownPage = usePage(wanted, schema === '')
  const named = useSchema(wanted, schema)
  const page = schema ? named : ownPage
  const prefetch = usePrefetch()
  const { view, waiting } = page
  const { panel, open: openPanel, close, leave } = usePanel()
  const [full, setFull] = useState(false)
  const leaveFull = useCallback(() => setFull(false), [])
  const openTree = useCallback(() => openPanel('tree'), [openPanel])
  const isSlow = useSlowLoading(waiting)
  const found = useSearched()
  const title = useRef<HTMLHeadingElement>(null)

  const path = useMemo(() => (wanted === undefined ? undefined : pathTo(info.menu, wanted)), [info.menu, wanted])
  const headings = useMemo(() => tocHeadings(view), [view])
  const { go, hrefOf, open, toHash } = usePageNavigation(item, leave)
  const notInMenu = partial && view !== undefined && path === undefined
  useEffect(() => {
    if (notInMenu) complete()
  }, [notInMenu, complete])
  const menuEntry = useMemo(() => (wanted === undefined ? undefined : pageIn(info.menu, wanted)), [info.menu, wanted])
  usePageShown(info, view, view?.page_title ?? (schema || (waiting ? menuEntry?.page_title : undefined)))
  const placeOf = (id: string | undefined) => id && id + paths.schemaQuery(schema)
  useScrollRestoration(page.error ? undefined : placeOf(view?.page_id), placeOf(wanted), title)

  const { regular, mayEdit, newPage, suggestPage, copyPage, edit } = editLinksOf(
    info,
    schema ? undefined : (view ?? (waiting ? menuEntry : undefined)),
  )
  const covered = panel !== 'none'
  const { field, toFilter } = useFilterField(regular, leaveFull, openTree)
  useReadingKeys({
    filter: toFilter,
    edit: edit ? () => go(edit) : undefined,
    leave: covered ? close : full ? leaveFull : undefined,
  })
  const share = {
    itemPath: paths.item({ item_id: item }),
    pagePath: regular && wanted !== undefined && (view || waiting) ? hrefOf(wanted) + paths.schemaQuery(schema) : undefined,
    page_id: view?.page_id,
    unique_key: view?.unique_key ?? '',
    mayLink: mayEdit && view !== undefined && schema === '',
  }
  const bar = { info, item, view, edit, newPage, suggestPage, copyPage, share }
  const tree = { item, info, field, newPage, suggestPage, hrefOf, current: wanted, onPage: open, onNear: prefetch, onNeedAll: complete }
  const text = { item, info, wanted, page, schema, above: named.above, found, title, newPage, hrefOf, onNear: prefetch }
  return (
    <div className="reading" data-panel={panel} data-full={full || undefined} data-alone={!regular || undefined}>
      <div className="bar-box" inert={covered}>
        <ItemBar {...bar} hasTree={regular} onTree={openTree} onFull={() => setFull(true)} />
      </div>
      {waiting && <LoadingBar label={t.loadingPage} />}
      <div className="read">
        {regular && (
          <aside className="side" aria-label={t.contents} inert={panel === 'toc'}>
            <TreePanel {...tree} />
          </aside>
        )}
        <main className="mid" id={MAIN_ID} inert={covered}>
          <PageContent {...text} path={path?.map((catalog) => catalog.cat_name)} onToc={() => openPanel('toc')} />
        </main>
        <aside className="rail" aria-label={t.onThisPage} inert={panel === 'tree'}>
          {headings.length > 0 && <Toc headings={headings} onGo={toHash} />}
        </aside>
        {schema === '' && <Comments page={view} isForVisitors={info.allow_comment === '1'} reveal={reveal} />}
      </div>
      <Overlay covered={covered} full={full} onClose={close} onLeaveFull={leaveFull} />
      <FloatingButtons hidden={covered} hasTree={regular} hasToc={headings.length > 0} onPanel={openPanel} />
      <div className="visually-hidden" role="status">
        {view ? t.shown(view.page_title) : isSlow ? t.opening(schema || (menuEntry?.page_title ?? '')) : ''}
      </div>
    </div>
  )
}

const ITEM_TYPE_TABLE = '4'

const NotFound = lazyScreen(() => import('../../ui/frame/not-found-screen.tsx').then((m) => m.NotFoundScreen))

interface Sheet {
  /** Renders an item that is a spreadsheet. */
  sheet: ComponentType<{ item: string; page_id: string | undefined; info: Answer<'item', 'info'> }>
}

/** The item view (SPEC 2): `/item` and `/item/page`, the item by its number or its domain. */
export function ItemScreen({ sheet }: Sheet) {
  const { item = '', page_id } = useParams()
  const { missing } = useBoot()
  const { key } = useLocation()
  const isInitialLoad = key === 'default'
  if ((missing && isInitialLoad) || (page_id !== undefined && !/^\d{1,10}$/.test(page_id))) return <NotFound />
  return <ItemByAddress key={item} item={item} page_id={page_id} sheet={sheet} />
}

function ItemByAddress({ item, page_id, sheet: SheetScreen }: Sheet & { item: string; page_id: string | undefined }) {
  const t = useWords(readingWords)
  const { info, partial, complete, error, retry } = useItem(item)
  useVisit(info)
  if (info?.item_type === ITEM_TYPE_TABLE) return <SheetScreen item={item} page_id={page_id} info={info} />
  if (info) return <Reading item={item} page_id={page_id} info={info} partial={partial} complete={complete} />
  if (!error) return <ItemSkeleton />
  if (isLocked(error)) return <LockedItem item={item} page_id={page_id} />
  if (isMissing(error)) return <NotFound />
  return (
    <main className="calm">
      <ErrorNote title={t.itemFailed} error={error} onRetry={retry} />
    </main>
  )
}
