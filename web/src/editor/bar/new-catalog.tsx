import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { SelectField } from '../../ui/forms/select.tsx'
import { useSend } from '../../ui/send.ts'
import { editorWords } from '../../writing/editor.words.ts'
import type { EditingSession } from '../session.ts'
import { useWritableCatalogs } from './catalog.tsx'

interface Props {
  session: Pick<EditingSession, 'item' | 'read' | 'setCatalog'>
  onClose: () => void
}

/** Catalog levels are numbered 2, 3 and 4; the last level has no children. */
const LAST_LEVEL = 4

/** Creates a catalog, by default inside the page's own, and moves the page there. */
export function NewCatalogDialog({ session: { item, read, setCatalog }, onClose }: Props) {
  const t = useWords(editorWords)
  const { item_id, edit_cats } = item
  const { catalogs } = useWritableCatalogs(item)
  const rootless = edit_cats !== null
  const [inside] = useState(() => read().cat_id)
  const field = useId()
  const parents = catalogs.filter((catalog) => Number(catalog.level) < LAST_LEVEL)
  const [cat_name, setName] = useState('')
  const [parent_cat_id, setParent] = useState(
    parents.some((catalog) => catalog.cat_id === inside) ? inside : rootless ? (parents[0]?.cat_id ?? '0') : '0',
  )
  const { send, busy, error } = useSend(api.catalog.save, {
    done: t.catalogCreated(cat_name.trim()),
    onDone: ({ cat_id }) => {
      setCatalog(cat_id)
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
