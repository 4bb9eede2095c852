import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { api, requestId } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { refreshTree } from '../tree/arrange.ts'
import { type Info, pathTo } from '../tree/item-tree.ts'
import { choicesOf, initialCatalogOf, isEditable, nodeOf, ROOT, shapeOf } from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { toast } from '../ui/toast.tsx'
import { catalogWords } from './catalog.words.ts'
import { CatalogField } from './target-fields.tsx'

interface Props {
  info: Info
  /** Absent for a new catalog, which starts inside `parent`. */
  cat_id?: string
  parent?: string
  onClose: () => void
  onDone: (cat_id: string) => void
}

/** Creates a catalog, or edits its name and parent. */
export function EditDialog({ info, cat_id, parent = ROOT, onClose, onDone }: Props) {
  const t = useWords(catalogWords)
  const field = useId()
  const shape = useMemo(() => shapeOf(info), [info])
  const [old] = useState(() => (cat_id === undefined ? undefined : nodeOf(shape, cat_id)))
  const choices = useMemo(() => choicesOf(shape, cat_id === undefined ? undefined : { cat_id }), [shape, cat_id])
  const [name, setName] = useState(old?.name ?? '')
  const [inside, setInside] = useState(old?.parent ?? initialCatalogOf(shape, choices, parent))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const request_id = useRef(requestId())
  const cat_name = name.trim()

  const save = async () => {
    if (!cat_name || inside === undefined || busy) return
    setBusy(true)
    setError('')
    try {
      // A catalog at the top of a member's limited view can have a hidden parent, which must not change.
      const topCatalog = old && inside === ROOT ? info.menu.catalogs.find((catalog) => catalog.cat_id === cat_id) : undefined
      const parent_cat_id = topCatalog?.parent_cat_id ?? inside
      const made = await api.catalog.save({
        item_id: info.item_id,
        cat_id: cat_id ?? '',
        cat_name,
        parent_cat_id,
        request_id: request_id.current,
      })
      if (!old) toast(t.created(cat_name))
      onDone(made.cat_id)
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={old ? t.editTitle(old.name) : t.newCatalog}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={<FormActions action={old ? t.saveDo : t.createDo} disabled={!cat_name || inside === undefined || busy} onClose={onClose} />}
    >
      <div className="field">
        <label htmlFor={field}>{t.name}</label>
        <input
          id={field}
          className="input"
          value={name}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          data-autofocus
        />
      </div>
      {(!old || isEditable(shape, old.parent)) && (
        <CatalogField label={t.parent} value={inside} choices={choices} rootless={!isEditable(shape, ROOT)} onChange={setInside} />
      )}
      <FieldError>{error}</FieldError>
    </Dialog>
  )
}

/** A new catalog from the reading screen: its parent defaults to the catalog of the current page. */
export function NewCatalog({ info, current, onClose }: { info: Info; current: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const parent = (current && pathTo(info.menu, current)?.at(-1)?.cat_id) || ROOT
  return <EditDialog info={info} parent={parent} onClose={onClose} onDone={() => refreshTree(queries)} />
}
