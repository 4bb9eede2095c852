import { useId, useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { type Info, pathTo } from '../tree/item-tree.ts'
import { choicesOf, initialCatalogOf, isEditable, nodeOf, ROOT, shapeOf } from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { catalogWords } from './catalog.words.ts'
import { CatalogField } from './target-fields.tsx'

interface Props {
  info: Info
  /** Absent for a new catalog, which starts inside `parent`. */
  cat_id?: string
  parent?: string
  onClose: () => void
}

/** Creates a catalog, or edits its name and parent. */
export function EditDialog({ info, cat_id, parent = ROOT, onClose }: Props) {
  const t = useWords(catalogWords)
  const field = useId()
  const shape = useMemo(() => shapeOf(info), [info])
  const [old] = useState(() => (cat_id === undefined ? undefined : nodeOf(shape, cat_id)))
  const choices = useMemo(() => choicesOf(shape, cat_id === undefined ? undefined : { cat_id }), [shape, cat_id])
  const [name, setName] = useState(old?.name ?? '')
  const [inside, setInside] = useState(old?.parent ?? initialCatalogOf(shape, choices, parent))
  const cat_name = name.trim()
  const { send, busy, error } = useSend(api.catalog.save, { ...(!old && { done: t.created(cat_name) }), onDone: onClose, refresh: 'later' })

  const save = () => {
    if (!cat_name || inside === undefined) return
    // A catalog at the top of a member's limited view can have a hidden parent, which must not change.
    const topCatalog = old && inside === ROOT ? info.menu.catalogs.find((catalog) => catalog.cat_id === cat_id) : undefined
    void send({ item_id: info.item_id, cat_id: cat_id ?? '', cat_name, parent_cat_id: topCatalog?.parent_cat_id ?? inside })
  }
  return (
    <Dialog
      title={old ? t.editTitle(old.name) : t.newCatalog}
      onClose={onClose}
      onSubmit={save}
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
      <FieldError>{error?.message}</FieldError>
    </Dialog>
  )
}

/** A new catalog from the reading screen: its parent defaults to the catalog of the current page. */
export function NewCatalog({ info, current, onClose }: { info: Info; current: string | undefined; onClose: () => void }) {
  const parent = (current && pathTo(info.menu, current)?.at(-1)?.cat_id) || ROOT
  return <EditDialog info={info} parent={parent} onClose={onClose} />
}
