import { useQueryClient } from '@tanstack/react-query'
import { FilePlus, FolderPlus, FolderTree, Plus } from 'lucide-react'
import { type PointerEvent, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCommentCounts } from '../../comment/counts.ts'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { storedInTab } from '../../lib/stored.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { type Info, type Menu, pathTo, type Row, rowsOf } from '../../tree/item-tree.ts'
import { holdTouches } from '../../ui/drag/hold-touches.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { textScale } from '../../ui/text/scale.ts'
import { readingWords } from '../reading.words.ts'
import { MenuSearchField, useMenuSearch } from './menu-search.tsx'
import { Tree } from './view.tsx'

const keyOf = (item: string) => `open:${item}`

function rememberedFolders(item: string): string[] {
  const kept = storedInTab.readJson(keyOf(item))
  return Array.isArray(kept) ? kept.map(String) : []
}

/** The ids of the folders above the page; undefined while a partial menu does not contain the page. */
const ancestorIdsOf = (menu: Menu, page_id: string | undefined) =>
  page_id === undefined ? undefined : pathTo(menu, page_id)?.map((catalog) => catalog.cat_id)

const union = (open: ReadonlySet<string>, more: string[]) => (more.every((id) => open.has(id)) ? open : new Set([...open, ...more]))

/** The open folders: those above the current page, and those the reader has opened in this tab. */
function useOpenFolders(item: string, menu: Menu, page_id: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(ancestorIdsOf(menu, page_id)))
  const [followed, setFollowed] = useState(() => ancestorIdsOf(menu, page_id) && page_id)
  if (followed !== page_id) {
    const ancestors = ancestorIdsOf(menu, page_id)
    if (ancestors) {
      setFollowed(page_id)
      setOpen(union(open, ancestors))
    }
  }

  /* After the first render only: the server cannot read this storage, and hydration needs the same HTML. */
  useLayoutEffect(() => setOpen((now) => union(now, rememberedFolders(item))), [item])
  useEffect(() => void storedInTab.write(keyOf(item), JSON.stringify([...open])), [item, open])

  const setFolderOpen = useCallback((cat_id: string, on: boolean) => {
    setOpen((now) => {
      const next = new Set(now)
      if (on) next.add(cat_id)
      else next.delete(cat_id)
      return next
    })
  }, [])
  return { open, setFolderOpen }
}

/** As in the style sheet: where names begin, and the indentation of each level. */
const INDENT = { start: 30, step: 14 }
const loadDragModules = () => Promise.all([import('../../tree/drag.ts'), import('../../tree/arrange.ts')])

interface TreeDragOptions {
  info: Info
  rows: Row[]
  onNeedAll: () => void
  onOpen: (cat_id: string) => void
}

/** Drag and drop of rows by mouse and touch. Its modules load when a user with edit permission first presses a row. */
function useTreeDrag({ info, rows, onNeedAll, onOpen }: TreeDragOptions) {
  const queries = useQueryClient()
  const language = useLanguage()
  const latest = useRef({ info, rows })
  latest.current = { info, rows }
  const mayEdit = info.item_edit && info.is_archived !== '1'
  useEffect(() => (mayEdit ? holdTouches(document.querySelector('.side .lines')) : undefined), [mayEdit])
  if (!mayEdit) return undefined
  return (event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => {
    const [pointerDown, lines] = [event.nativeEvent, event.currentTarget]
    let released = false
    const ended = new AbortController()
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, () => (released = true), { signal: ended.signal, capture: true })
    onNeedAll()
    void loadDragModules()
      .then(([{ dragEntry }, { arrange }]) => {
        if (released) return
        const rowHeight = lines.firstElementChild?.getBoundingClientRect().height ?? 30
        dragEntry(pointerDown, row, {
          box,
          lines,
          rowHeight,
          indent: { start: INDENT.start * textScale(), step: INDENT.step * textScale() },
          language,
          onOpen,
          rows: () => latest.current.rows,
          tree: () => latest.current.info,
          onDrop: (dragged, place) => void arrange({ queries, language, item_id: info.item_id }, dragged, place),
        })
      })
      .finally(() => ended.abort())
  }
}

const NewCatalog = lazyPart(() => import('../../catalog/catalog-new.tsx').then((m) => m.NewCatalog))

interface Props {
  item: string
  info: Info
  current: string | undefined
  field: RefObject<HTMLInputElement | null>
  /** Path of the editor for a new page; undefined without permission to add pages. */
  newPage: string | undefined
  suggestPage: string | undefined
  hrefOf: (page_id: string) => string
  /** A page was selected; `searched` is the search text that found it, or empty. */
  onPage: (page_id: string, searched: string) => void
  onNear: (page_id: string) => void
  onNeedAll: () => void
}

/** The left panel: filter, tree or search results, and New page. */
export function TreePanel({ item, info, current, field, newPage, suggestPage, hrefOf, onPage, onNear, onNeedAll }: Props) {
  const t = useWords(readingWords)
  const { base } = useBoot()
  const side = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState(false)
  const { open, setFolderOpen } = useOpenFolders(item, info.menu, current)
  const all = useMemo(() => rowsOf(info.menu, (cat_id) => open.has(cat_id)), [info.menu, open])
  const search = useMenuSearch(item, info.menu)
  const { rows: found, hits, typed } = search
  const toggleFolder = (cat_id: string, on: boolean) => {
    if (on) onNeedAll()
    setFolderOpen(cat_id, on)
  }
  const counts = useCommentCounts(info.item_id, info.item_edit && info.is_login)
  const startDrag = useTreeDrag({ info, rows: all, onNeedAll, onOpen: (cat_id) => toggleFolder(cat_id, true) })
  const linkOf = (page_id: string) => base + hrefOf(page_id)
  const choose = (page_id: string) => onPage(page_id, hits ? typed : '')
  const noMatch = found?.length === 0
  return (
    <div className="side-box" ref={side}>
      <MenuSearchField
        search={search}
        field={field}
        onUse={onNeedAll}
        onDown={() => side.current?.querySelector<HTMLElement>('[role=tree]')?.focus()}
      />
      {found ? (
        <Tree
          key="found"
          rows={found}
          label={t.found}
          current={current}
          searched={typed}
          hrefOf={linkOf}
          onPage={choose}
          onFolder={search.turn}
          onNear={onNear}
        />
      ) : (
        <Tree
          key="all"
          rows={all}
          label={t.pages}
          current={current}
          hrefOf={linkOf}
          onPage={choose}
          onFolder={toggleFolder}
          onNear={onNear}
          counts={counts}
          onTake={startDrag}
        />
      )}
      {noMatch && (
        <div className="no-hit">
          <b>{search.searching ? t.searching : (search.failed?.message ?? t.noHit(typed))}</b>
          {!search.searching && !search.failed && <p>{t.noHitHint}</p>}
        </div>
      )}
      <div className="visually-hidden" role="status">
        {hits ? t.hits(hits.length) : ''}
      </div>
      {suggestPage && (
        <div className="side-foot">
          <Link className="btn quiet small" to={suggestPage}>
            <FilePlus className="i" aria-hidden="true" />
            {t.suggestPage}
          </Link>
        </div>
      )}
      {newPage && (
        <div className="side-foot">
          <Link className="btn quiet small" to={newPage}>
            <Plus className="i" aria-hidden="true" />
            {t.newPage}
          </Link>
          <span className="grow" />
          <IconButton name={t.newCatalog} onClick={() => setAdding(true)}>
            <FolderPlus className="i" aria-hidden="true" />
          </IconButton>
          <IconLink name={t.catalogs} to={paths.catalog(info.item_id)}>
            <FolderTree className="i" aria-hidden="true" />
          </IconLink>
        </div>
      )}
      {adding && (
        <Suspense>
          <NewCatalog info={info} current={current} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}
