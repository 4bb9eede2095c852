import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, FolderPlus, FolderTree, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { editableCatalogs } from '../../tree/item-tree.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import type { EditingSession } from '../session.ts'

export type Catalogs = Answer<'catalog', 'catListName'>

/** Catalogs with readable paths, "Orders / Lines"; the wire joins the names with a bare slash. */
export function readablePaths(catalogs: Catalogs): Catalogs {
  const byId = new Map(catalogs.map((catalog) => [catalog.cat_id, catalog]))
  const names = new Map<string, string>()
  const nameOf = (catalog: Catalogs[number]): string => {
    const known = names.get(catalog.cat_id)
    if (known !== undefined) return known
    const above = byId.get(catalog.parent_cat_id)
    const isBelow = above && above !== catalog && catalog.cat_name.startsWith(`${above.cat_name}/`)
    const name = isBelow ? `${nameOf(above)} / ${catalog.cat_name.slice(above.cat_name.length + 1)}` : catalog.cat_name
    names.set(catalog.cat_id, name)
    return name
  }
  return catalogs.map((catalog) => ({ ...catalog, cat_name: nameOf(catalog) }))
}

type Place = Pick<Answer<'item', 'info'>, 'item_id' | 'edit_cats'>

/** The catalogs that the user can write to; the top level only with that right. */
export function useWritableCatalogs({ item_id, edit_cats }: Place) {
  const { data, refetch } = useQuery(read(api.catalog.catListName, { item_id }))
  const catalogs = useMemo(() => editableCatalogs(readablePaths(data ?? []), edit_cats), [data, edit_cats])
  return { catalogs, refetch }
}

/** A long path keeps its first and its last catalog. */
const shortPath = (path: string) => {
  const names = path.split(' / ')
  return names.length > 2 ? `${names[0]} / … / ${names.at(-1)}` : path
}

interface Props {
  item: Place
  value: string
  onChange: (cat_id: string) => void
}

/** The field for the page's catalog, which offers every catalog by its full path. */
export function EditorCatalog({ item, value, onChange }: Props) {
  const t = useWords(editorWords)
  const { catalogs } = useWritableCatalogs(item)
  const known = value === '0' || catalogs.some((catalog) => catalog.cat_id === value)
  const chosen = catalogs.find((catalog) => catalog.cat_id === value)?.cat_name ?? t.root
  return (
    <span className="over-select ed-choice" data-tip={chosen}>
      <span className="cut" aria-hidden="true">
        {known ? shortPath(chosen) : '…'}
      </span>
      <ChevronDown className="i caret" aria-hidden="true" />
      <select aria-label={t.catalog} value={value} onChange={(event) => onChange(event.target.value)}>
        {item.edit_cats === null && <option value="0">{t.root}</option>}
        {!known && <option value={value}>…</option>}
        {catalogs.map((catalog) => (
          <option key={catalog.cat_id} value={catalog.cat_id}>
            {catalog.cat_name}
          </option>
        ))}
      </select>
    </span>
  )
}

const SINGLE_PAGE = '2'

/** Where the page is: its item and its catalog. */
export function EditorPlace({ item, ...field }: Props & { item: Answer<'item', 'info'> }) {
  const t = useWords(editorWords)
  return (
    <nav className="ed-where" aria-label={t.place}>
      <Link className="cut" to={paths.item(item)}>
        {item.item_name}
      </Link>
      <ChevronRight className="i" aria-hidden="true" />
      {item.item_type !== SINGLE_PAGE && (
        <>
          <EditorCatalog item={item} {...field} />
          <ChevronRight className="i ed-last" aria-hidden="true" />
        </>
      )}
    </nav>
  )
}

/** Menu entries for the catalogs of the item. */
export function CatalogItems({ session: { item, show } }: { session: Pick<EditingSession, 'item' | 'show'> }) {
  const t = useWords(editorWords)
  const { refetch } = useWritableCatalogs(item)
  const refresh = async () => {
    const { isError, error } = await refetch()
    if (isError) toast(t.catalogsFailed, 'bad', { detail: error.message })
  }
  return (
    <>
      <MenuItem icon={<FolderPlus className="i" aria-hidden="true" />} onSelect={() => show('newCatalog')}>
        {t.addCatalog}
      </MenuItem>
      <MenuItem icon={<FolderTree className="i" aria-hidden="true" />} to={paths.catalog(item.item_id)} newTab>
        {t.arrangeCatalogs}
      </MenuItem>
      <MenuItem icon={<RefreshCw className="i" aria-hidden="true" />} onSelect={() => void refresh()}>
        {t.refreshCatalogs}
      </MenuItem>
    </>
  )
}
