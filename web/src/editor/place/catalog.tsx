import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FolderPlus, FolderTree, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { writtenOf } from '../../tree/rights.ts'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { editorWords } from '../../writing/editor.words.ts'
import { EditorCatalogDialog } from './catalog-dialog.tsx'
import { readablePaths } from './catalog-paths.ts'

interface Props {
  item: Pick<Answer<'item', 'info'>, 'item_id' | 'edit_cats'>
  value: string
  onChange: (cat_id: string) => void
}

/** Where the page stands: a catalog by its full path, or none; a new one can be made on the way. */
export function EditorCatalog({ item: { item_id, edit_cats }, value, onChange }: Props) {
  const t = useWords(editorWords)
  const [adding, setAdding] = useState(false)
  const list = useQuery(read(api.catalog.catListName, { item_id }))
  // Those that are not the writer's are left out, and so is the top level where it is not.
  const catalogs = useMemo(() => writtenOf(readablePaths(list.data ?? []), edit_cats), [list.data, edit_cats])
  const known = value === '0' || catalogs.some((catalog) => catalog.cat_id === value)
  const refresh = async () => {
    const { isError, error } = await list.refetch()
    if (isError) toast(t.catalogsFailed, 'bad', { detail: error.message })
  }
  const chosen = catalogs.find((catalog) => catalog.cat_id === value)?.cat_name ?? t.root
  return (
    <div className="ed-catalog">
      <span className="ed-choice">
        <span className="cut" aria-hidden="true">
          {known ? chosen : '…'}
        </span>
        <ChevronDown className="i caret" aria-hidden="true" />
        <select aria-label={t.catalog} value={value} onChange={(event) => onChange(event.target.value)}>
          {edit_cats === null && <option value="0">{t.root}</option>}
          {!known && <option value={value}>…</option>}
          {catalogs.map((catalog) => (
            <option key={catalog.cat_id} value={catalog.cat_id}>
              {catalog.cat_name}
            </option>
          ))}
        </select>
      </span>
      <IconButton className="hide-s" name={t.refreshCatalogs} onClick={() => void refresh()}>
        <RefreshCw className={list.isFetching ? 'i ed-turn' : 'i'} aria-hidden="true" />
      </IconButton>
      <IconButton name={t.addCatalog} onClick={() => setAdding(true)}>
        <FolderPlus className="i" aria-hidden="true" />
      </IconButton>
      <IconLink className="hide-s" name={t.arrangeCatalogs} to={paths.catalog(item_id)} target="_blank">
        <FolderTree className="i" aria-hidden="true" />
      </IconLink>
      {adding && (
        <EditorCatalogDialog
          item_id={item_id}
          rootless={edit_cats !== null}
          catalogs={catalogs}
          inside={value}
          onClose={() => setAdding(false)}
          onMade={async (cat_id) => {
            await list.refetch()
            onChange(cat_id)
          }}
        />
      )}
    </div>
  )
}
