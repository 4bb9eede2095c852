import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Info } from '../item/item-tree.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { arrange } from './arrange.ts'
import { catalogWords } from './catalog.words.ts'
import { CatalogField, SelectField } from './catalog-fields.tsx'
import { choicesOf, others } from './tree-paths.ts'
import { isOpenTo, isPage, isSamePlace, nameOf, parentOf, placeOf, ROOT, shapeOf, type Thing } from './tree-shape.ts'

/** What a list of positions holds at most; further ones are reached by dragging. */
const POSITIONS = 500

/** The same as dragging, for those who would rather choose: the catalog, and before whom. */
export function PlaceDialog({ info, thing, onClose }: { info: Info; thing: Thing; onClose: () => void }) {
  const t = useWords(catalogWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const shape = useMemo(() => shapeOf(info), [info])
  const choices = useMemo(() => choicesOf(shape, thing), [shape, thing])
  const now = placeOf(shape, thing)
  const [parent, setParent] = useState(parentOf(shape, thing))
  const [before, setBefore] = useState(now.before)
  const name = nameOf(shape, thing)
  const labelOf = (id: string) => nameOf(shape, isPage(thing) ? { page_id: id } : { cat_id: id })
  const place = { parent, before }

  const move = () => {
    onClose()
    if (!isSamePlace(shape, thing, place)) void arrange({ queries, language, item_id: info.item_id }, thing, place)
  }
  return (
    <Dialog title={t.placeTitle(name)} onClose={onClose} onSubmit={move} actions={<FormFoot action={t.placeDo} onClose={onClose} />}>
      <CatalogField
        label={isPage(thing) ? t.catalog : t.parent}
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
        {others(shape, thing, parent)
          .slice(0, POSITIONS)
          .map((id) => (
            <option key={id} value={id}>
              {t.beforeThis(labelOf(id))}
            </option>
          ))}
        <option value={ROOT}>{t.atEnd}</option>
      </SelectField>
    </Dialog>
  )
}
