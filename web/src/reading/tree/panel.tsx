import { useQueryClient } from '@tanstack/react-query'
import { FolderPlus, FolderTree, Plus } from 'lucide-react'
import { type PointerEvent, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { storedInTab } from '../../lib/stored.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { type Info, type Menu, pathTo, type Row, rowsOf } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { readingWords } from '../reading.words.ts'
import { MenuSearchField, useMenuSearch } from './menu-search.tsx'
import { Tree } from './view.tsx'

const keyOf = (item: string) => `open:${item}`

function remembered(item: string): string[] {
  const kept = storedInTab.readJson(keyOf(item))
  return Array.isArray(kept) ? kept.map(String) : []
}

/** The folders on the way to the page; undefined while a partial menu does not know it. */
const ancestorIdsOf = (menu: Menu, page_id: string | undefined) =>
  page_id === undefined ? undefined : pathTo(menu, page_id)?.map((catalog) => catalog.cat_id)

const plus = (open: ReadonlySet<string>, more: string[]) => (more.every((id) => open.has(id)) ? open : new Set([...open, ...more]))

/** Which folders are open: those on the way to the page, and those the reader opened in this tab before. */
function useOpenFolders(item: string, menu: Menu, page_id: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(ancestorIdsOf(menu, page_id)))
  const [followed, setFollowed] = useState(() => ancestorIdsOf(menu, page_id) && page_id)
  if (followed !== page_id) {
    const way = ancestorIdsOf(menu, page_id)
    if (way) {
      setFollowed(page_id)
      setOpen(plus(open, way))
    }
  }

  /* Only now: the server does not know them, and the first drawing must be the server's. */
  useLayoutEffect(() => setOpen((now) => plus(now, remembered(item))), [item])
  useEffect(() => void storedInTab.write(keyOf(item), JSON.stringify([...open])), [item, open])

  const turn = useCallback((cat_id: string, on: boolean) => {
    setOpen((now) => {
      const next = new Set(now)
      if (on) next.add(cat_id)
      else next.delete(cat_id)
      return next
    })
  }, [])
  return { open, turn }
}

/** As the style sheet draws it: where names begin, and by how much each level goes in. */
const INDENT = { start: 30, step: 14 }
const load = () => Promise.all([import('../../tree/drag.ts'), import('../../tree/arrange.ts')])

interface Given {
  info: Info
  rows: Row[]
  onNeedAll: () => void
  onOpen: (cat_id: string) => void
}

/** Moving lines of the reading view's tree by mouse and finger. What it takes is fetched when somebody who may presses a line. */
function useTreeDrag({ info, rows, onNeedAll, onOpen }: Given) {
  const queries = useQueryClient()
  const language = useLanguage()
  const now = useRef({ info, rows })
  now.current = { info, rows }
  const mayEdit = info.item_edit && info.is_archived !== '1'
  /* Browsers ask for this before a finger goes down, or they scroll away with what it holds. */
  useEffect(() => {
    const lines = mayEdit && document.querySelector('.side .lines')
    if (!lines) return
    const none = () => {}
    lines.addEventListener('touchmove', none, { passive: false })
    return () => lines.removeEventListener('touchmove', none)
  }, [mayEdit])
  if (!mayEdit) return undefined
  return (event: PointerEvent<HTMLElement>, row: Row, box: HTMLElement) => {
    const [begun, lines] = [event.nativeEvent, event.currentTarget]
    let over = false
    const ended = new AbortController()
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, () => (over = true), { signal: ended.signal, capture: true })
    onNeedAll()
    void load()
      .then(([{ follow }, { arrange }]) => {
        if (over) return
        const rowHeight = lines.firstElementChild?.getBoundingClientRect().height ?? 30
        follow(begun, row.page_id === undefined ? { cat_id: row.cat_id as string } : { page_id: row.page_id }, {
          ...{ box, lines, rowHeight, indent: INDENT, language, onOpen },
          rows: () => now.current.rows,
          tree: () => now.current.info,
          onDrop: (thing, place) => void arrange({ queries, language, item_id: info.item_id }, thing, place),
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
  /** Where New page leads, when the reader may write. */
  newPage: string | undefined
  hrefOf: (page_id: string) => string
  /** A page was chosen; `searched` are the words it was found by. */
  onPage: (page_id: string, searched: string) => void
  onNear: (page_id: string) => void
  onNeedAll: () => void
}

/** The left side: filter, tree or search results, and New page. */
export function TreePanel({ item, info, current, field, newPage, hrefOf, onPage, onNear, onNeedAll }: Props) {
  const t = useWords(readingWords)
  const { base } = useBoot()
  const side = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState(false)
  const { open, turn } = useOpenFolders(item, info.menu, current)
  const all = useMemo(() => rowsOf(info.menu, (cat_id) => open.has(cat_id)), [info.menu, open])
  const search = useMenuSearch(item, info.menu)
  const { rows: found, hits, typed } = search
  const folder = (cat_id: string, on: boolean) => {
    if (on) onNeedAll()
    turn(cat_id, on)
  }
  const take = useTreeDrag({ info, rows: all, onNeedAll, onOpen: (cat_id) => folder(cat_id, true) })
  const linkOf = (page_id: string) => base + hrefOf(page_id)
  const choose = (page_id: string) => onPage(page_id, hits ? typed : '')
  const nothing = found?.length === 0
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
          onFolder={folder}
          onNear={onNear}
          onTake={take}
        />
      )}
      {nothing && (
        <div className="no-hit">
          <b>{search.searching ? t.searching : (search.failed?.message ?? t.noHit(typed))}</b>
          {!search.searching && !search.failed && <p>{t.noHitHint}</p>}
        </div>
      )}
      <div className="sr" role="status">
        {hits ? t.hits(hits.length) : ''}
      </div>
      {newPage && (
        <div className="side-foot">
          <Link className="btn quiet s" to={newPage}>
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
