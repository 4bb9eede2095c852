import { FolderPlus, FolderTree, Plus } from 'lucide-react'
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { type Info, rowsOf } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { readingWords } from '../reading.words.ts'
import { useMenuSearch } from './menu-search.ts'
import { MenuSearchField } from './menu-search-field.tsx'
import { useOpenFolders } from './open.ts'
import { useTreeDrag } from './take.ts'
import { Tree } from './view.tsx'

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
