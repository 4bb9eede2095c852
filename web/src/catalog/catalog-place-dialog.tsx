import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLanguage, useWords } from '../lib/words.ts'
import { arrange } from '../tree/arrange.ts'
import type { Info } from '../tree/item-tree.ts'
import { choicesOf, otherSiblings } from '../tree/paths.ts'
import { isOpenTo, isSamePlace, nameOf, parentOf, placeOf, ROOT, shapeOf } from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { catalogWords } from './catalog.words.ts'
import { CatalogField } from './catalog-fields.tsx'

/** What a list of positions holds at most; further ones are reached by dragging. */
const POSITIONS = 500

/** The same as dragging a catalog, for those who would rather choose: inside which other, and before whom. */
export function PlaceDialog({ info, cat_id, onClose }: { info: Info; cat_id: string; onClose: () => void }) {
  const t = useWords(catalogWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const shape = useMemo(() => shapeOf(info), [info])
  const thing = useMemo(() => ({ cat_id }), [cat_id])
  const choices = useMemo(() => choicesOf(shape, thing), [shape, thing])
  const now = placeOf(shape, thing)
  const [parent, setParent] = useState(parentOf(shape, thing))
  const [before, setBefore] = useState(now.before)
  const name = nameOf(shape, thing)
  const place = { parent, before }

  const move = () => {
    onClose()
    if (!isSamePlace(shape, thing, place)) void arrange({ queries, language, item_id: info.item_id }, thing, place)
  }
  return (
    <Dialog title={t.placeTitle(name)} onClose={onClose} onSubmit={move} actions={<FormFoot action={t.placeDo} onClose={onClose} />}>
      <CatalogField
        label={t.parent}
        value={parent}
        choices={choices}
        rootless={!isOpenTo(shape, ROOT)}
        autoFocus
        onChange={(next) => {
          setParent(next)
          setBefore(next === now.parent ? now.before : ROOT)
        }}
      />
      <SelectField label={t.position} value={before} onChange={setBefore}>
        {otherSiblings(shape, thing, parent)
          .slice(0, POSITIONS)
          .map((id) => (
            <option key={id} value={id}>
              {t.beforeThis(nameOf(shape, { cat_id: id }))}
            </option>
          ))}
        <option value={ROOT}>{t.atEnd}</option>
      </SelectField>
    </Dialog>
  )
}
