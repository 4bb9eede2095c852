import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { arrange } from '../tree/arrange.ts'
import { type Info, pathTo } from '../tree/item-tree.ts'
import {
  choicesOf,
  initialCatalogOf,
  isEditable,
  isMovable,
  isSamePlace,
  nameOf,
  otherSiblings,
  parentOf,
  placeOf,
  ROOT,
  type Shape,
  shapeOf,
} from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ComboboxField } from '../ui/forms/combobox.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { PickList } from '../ui/forms/pick-list.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { useSend } from '../ui/send.ts'
import { toast } from '../ui/toast.tsx'
import { pageMoveWords } from './catalog.words.ts'
import { CatalogField, useTarget } from './target-fields.tsx'

interface Props {
  info: Info
  /** The page to move; without it the user chooses pages in the dialog. */
  page_id?: string
  onClose: () => void
  /** The screen shows this page and follows it to its new address; otherwise the toast offers a link. */
  isShown?: boolean
}

/** Maximum number of listed positions; further ones are reachable by dragging. */
const POSITIONS = 500

/** Moves pages to another catalog of this or another item; a single page also to a position within this item. */
export function PageMoveDialog({ info, page_id, onClose, isShown = false }: Props) {
  const t = useWords(pageMoveWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const go = useNavigate()
  const here = useMemo(() => shapeOf(info), [info])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const target = useTarget(info)
  const { item_id, item_name, isHere, shape } = target
  const entry = page_id === undefined ? undefined : { page_id }
  const now = entry && placeOf(here, entry)
  const [parent, setParent] = useState(entry ? parentOf(here, entry) : ROOT)
  const [before, setBefore] = useState(now?.before ?? ROOT)
  const { send, busy, error } = useSend(api.page.move, { onDone: onClose, refresh: 'later' })

  const choices = useMemo(() => (shape ? choicesOf(shape, { page_id: page_id ?? '' }) : []), [shape, page_id])
  const to_cat_id = shape && initialCatalogOf(shape, choices, parent)
  const page_ids = page_id === undefined ? [...here.places.keys()].filter((id) => chosen.has(id)) : [page_id]
  const name = page_ids.length === 1 ? nameOf(here, { page_id: page_ids[0] as string }) : ''
  const isThere =
    isHere &&
    to_cat_id !== undefined &&
    page_ids.length > 0 &&
    (entry
      ? isSamePlace(here, entry, { parent: to_cat_id, before })
      : page_ids.every((id) => parentOf(here, { page_id: id }) === to_cat_id))
  const waits = to_cat_id === undefined || busy || page_ids.length === 0 || isThere

  const perform = async () => {
    if (to_cat_id === undefined) return
    if (entry && isHere) {
      onClose()
      void arrange({ queries, language, item_id }, entry, { parent: to_cat_id, before })
      return
    }
    await send({ item_id: info.item_id, page_ids: JSON.stringify(page_ids), to_item_id: item_id, to_cat_id })
    const openAction = { text: t.look, run: () => go(paths.page({ item_id }, page_ids[0] as string)) }
    const isOffered = !isHere && !isShown
    const to = isHere ? '' : item_name
    toast(name ? t.moved(name, to) : t.movedAll(page_ids.length, to), 'ok', isOffered ? { action: openAction, durationMs: 8000 } : {})
  }
  return (
    <Dialog
      title={page_id === undefined ? t.titleAll : t.title(name)}
      onClose={onClose}
      onSubmit={() => void (waits || perform().catch(() => {}))}
      actions={<FormActions action={page_ids.length > 1 ? t.doAll(page_ids.length) : t.doMove} disabled={waits} onClose={onClose} />}
    >
      {page_id === undefined && (
        <div className="field">
          <PickList
            {...{ label: t.pages, find: t.findPages, empty: t.noPages, chosen, onChange: setChosen }}
            choices={pagesIn(info, here)}
            rows={5}
            autoFocus
          />
        </div>
      )}
      <ComboboxField
        label={t.item}
        placeholder={t.findItem}
        {...target.items}
        value={item_id}
        onChange={(next) => {
          target.setItem(next)
          setParent(next === info.item_id && entry ? parentOf(here, entry) : ROOT)
          setBefore(next === info.item_id ? (now?.before ?? ROOT) : ROOT)
        }}
      />
      <CatalogField
        label={t.catalog}
        value={shape ? to_cat_id : ROOT}
        choices={choices}
        rootless={shape && !isEditable(shape, ROOT)}
        disabled={!shape}
        autoFocus={entry !== undefined}
        onChange={(next) => {
          setParent(next)
          setBefore(isHere && next === now?.parent ? now.before : ROOT)
        }}
      />
      {entry && isHere && (
        <SelectField label={t.position} value={before} onChange={setBefore}>
          {otherSiblings(here, entry, to_cat_id ?? ROOT)
            .slice(0, POSITIONS)
            .map((id) => (
              <option key={id} value={id}>
                {t.beforeThis(nameOf(here, { page_id: id }))}
              </option>
            ))}
          <option value={ROOT}>{t.atEnd}</option>
        </SelectField>
      )}
      <p className="help" aria-live="polite">
        {isThere ? t.isThere(page_ids.length) : isHere ? t.stays : t.leaves(item_name, page_ids.length)}
      </p>
      <FieldError>{error?.message ?? target.wrong}</FieldError>
    </Dialog>
  )
}

/** The pages that the user can move, in tree order, each with the names of its catalogs. */
const pagesIn = (info: Info, shape: Shape) =>
  [...shape.places.keys()]
    .filter((page_id) => isMovable(shape, { page_id }))
    .map((id) => ({
      id,
      text: nameOf(shape, { page_id: id }),
      more: (pathTo(info.menu, id) ?? []).map((catalog) => catalog.cat_name).join(' / '),
    }))
