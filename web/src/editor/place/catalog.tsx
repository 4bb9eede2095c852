import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FolderPlus, FolderTree, RefreshCw } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { editableCatalogs } from '../../tree/item-tree.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { SelectField } from '../../ui/forms/select.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { editorWords } from '../../writing/editor.words.ts'

interface CatalogDialogProps {
  item_id: string
  catalogs: Catalogs
  /** The user has no right to write at the top level. */
  rootless: boolean
  /** The page's catalog, preselected as the parent. */
  inside: string
  onClose: () => void
  onMade: (cat_id: string) => void
}

/** Catalog levels are numbered 2, 3 and 4; the last level has no children. */
const LAST_LEVEL = 4

function EditorCatalogDialog({ item_id, catalogs, rootless, inside, onClose, onMade }: CatalogDialogProps) {
  const t = useWords(editorWords)
  const field = useId()
  const parents = catalogs.filter((catalog) => Number(catalog.level) < LAST_LEVEL)
  const [cat_name, setName] = useState('')
  const [parent_cat_id, setParent] = useState(
    parents.some((catalog) => catalog.cat_id === inside) ? inside : rootless ? (parents[0]?.cat_id ?? '0') : '0',
  )
  const { send, busy, error } = useSend(api.catalog.save, {
    done: t.catalogCreated(cat_name.trim()),
    onDone: ({ cat_id }) => {
      onMade(cat_id)
      onClose()
    },
  })
  const create = () => {
    if (cat_name.trim()) void send({ item_id, cat_name: cat_name.trim(), parent_cat_id })
  }

  return (
    <Dialog
      title={t.addCatalog}
      onClose={onClose}
      onSubmit={create}
      actions={<FormActions action={t.createCatalog} disabled={!cat_name.trim() || busy} onClose={onClose} />}
    >
      <div className="field">
        <label htmlFor={`${field}name`}>{t.catalogName}</label>
        <input
          id={`${field}name`}
          className={error ? 'input err' : 'input'}
          value={cat_name}
          maxLength={255}
          onChange={(event) => setName(event.target.value)}
          aria-describedby={error ? `${field}error` : undefined}
          data-autofocus
        />
        <FieldError id={`${field}error`}>{error?.message}</FieldError>
      </div>
      <SelectField label={t.catalogParent} value={parent_cat_id} onChange={setParent}>
        {!rootless && <option value="0">{t.root}</option>}
        {parents.map((catalog) => (
          <option key={catalog.cat_id} value={catalog.cat_id}>
            {catalog.cat_name}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}

type Catalogs = Answer<'catalog', 'catListName'>

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

interface Props {
  item: Pick<Answer<'item', 'info'>, 'item_id' | 'edit_cats'>
  value: string
  onChange: (cat_id: string) => void
}

/** The field for the page's catalog, shown by full path; a new catalog can be created from it. */
export function EditorCatalog({ item: { item_id, edit_cats }, value, onChange }: Props) {
  const t = useWords(editorWords)
  const [adding, setAdding] = useState(false)
  const list = useQuery(read(api.catalog.catListName, { item_id }))
  // Only catalogs that the user can write to, and the top level only with that right.
  const catalogs = useMemo(() => editableCatalogs(readablePaths(list.data ?? []), edit_cats), [list.data, edit_cats])
  const known = value === '0' || catalogs.some((catalog) => catalog.cat_id === value)
  const refresh = async () => {
    const { isError, error } = await list.refetch()
    if (isError) toast(t.catalogsFailed, 'bad', { detail: error.message })
  }
  const chosen = catalogs.find((catalog) => catalog.cat_id === value)?.cat_name ?? t.root
  return (
    <div className="ed-catalog">
      <span className="over-select ed-choice">
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
          onMade={onChange}
        />
      )}
    </div>
  )
}
