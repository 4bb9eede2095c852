import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { api, requestId } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { SelectField } from '../../ui/forms/select.tsx'
import { FieldError } from '../../ui/forms/wrong.tsx'
import { toast } from '../../ui/toast.ts'
import { editorWords } from '../../writing/editor.words.ts'
import type { Catalogs } from './catalog-paths.ts'

interface CatalogDialogProps {
  item_id: string
  catalogs: Catalogs
  /** The top level is not theirs to write in. */
  rootless: boolean
  /** The catalog the page is in; the new one starts inside it. */
  inside: string
  onClose: () => void
  onMade: (cat_id: string) => Promise<void>
}

/** Levels are numbered 2, 3, 4; nothing goes below the last. */
const LAST_LEVEL = 4

export function EditorCatalogDialog({ item_id, catalogs, rootless, inside, onClose, onMade }: CatalogDialogProps) {
  const t = useWords(editorWords)
  const queries = useQueryClient()
  const field = useId()
  const parents = catalogs.filter((catalog) => Number(catalog.level) < LAST_LEVEL)
  const [cat_name, setName] = useState('')
  const [parent_cat_id, setParent] = useState(
    parents.some((catalog) => catalog.cat_id === inside) ? inside : rootless ? (parents[0]?.cat_id ?? '0') : '0',
  )
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const request_id = useRef(requestId())

  const create = async () => {
    if (!cat_name.trim() || busy) return
    setBusy(true)
    setError('')
    try {
      const made = await api.catalog.save({ item_id, cat_name: cat_name.trim(), parent_cat_id, request_id: request_id.current })
      void queries.invalidateQueries({ queryKey: ['item'] })
      await onMade(made.cat_id)
      toast(t.catalogCreated(cat_name.trim()))
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t.addCatalog}
      onClose={onClose}
      onSubmit={() => void create()}
      actions={<FormFoot action={t.createCatalog} disabled={!cat_name.trim() || busy} onClose={onClose} />}
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
        <FieldError id={`${field}error`}>{error}</FieldError>
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
