import './catalog-dialogs.css'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import {
  choicesOf,
  DEPTH_MAX,
  descendantsOf,
  heightOf,
  initialCatalogOf,
  isEditable,
  nodeOf,
  ROOT,
  type Shape,
  shapeOf,
} from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ComboboxField } from '../ui/forms/combobox.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { toast } from '../ui/toast.tsx'
import { catalogWords } from './catalog.words.ts'
import { CatalogField, useTarget } from './target-fields.tsx'

interface Props {
  info: Info
  cat_id: string
  onClose: () => void
}

/** Catalogs of another item as targets; those that would exceed the depth limit are disabled. */
const elsewhere = (shape: Shape, height: number) =>
  choicesOf(shape, undefined).map((choice) => ({ ...choice, deep: nodeOf(shape, choice.cat_id).depth + height > DEPTH_MAX }))

/** Copies or moves a catalog with its content within this item or to another one. */
export function CopyDialog({ info, cat_id, onClose }: Props) {
  const t = useWords(catalogWords)
  const go = useNavigate()
  const here = useMemo(() => shapeOf(info), [info])
  const entry = { cat_id }
  const name = nodeOf(here, cat_id).name
  const inside = descendantsOf(here, cat_id)
  const [isMove, setMove] = useState(true)
  const [chosen, setParent] = useState<string>()
  const { item_id, setItem, isHere, items, shape, item_name, wrong } = useTarget(info)
  const choices = useMemo(() => {
    if (!shape) return []
    return isHere ? choicesOf(here, { cat_id }) : elsewhere(shape, heightOf(here, { cat_id }))
  }, [shape, isHere, here, cat_id])
  const parent = chosen ?? (shape && initialCatalogOf(shape, choices))

  const { send, busy, error } = useSend(api.catalog.copy, { onDone: onClose, refresh: 'later' })
  const perform = async () => {
    if (parent === undefined) return
    await send({ ...entry, new_p_cat_id: parent, to_item_id: item_id, is_del: isMove ? '1' : '0' })
    const openAction = { text: t.look, run: () => go(paths.catalog(item_id)) }
    toast(isMove ? t.movedTo(name, item_name) : t.copiedTo(name, item_name), 'ok', isHere ? {} : { action: openAction, durationMs: 8000 })
  }
  const waits = parent === undefined || busy
  return (
    <Dialog
      title={t.copyTitle(name)}
      onClose={onClose}
      onSubmit={() => void (waits || perform().catch(() => {}))}
      actions={
        <>
          {busy && (
            <span className="cat-state" role="status">
              {t.working}
            </span>
          )}
          <FormActions action={isMove ? t.doMove : t.doCopy} disabled={waits} onClose={onClose} />
        </>
      }
    >
      <p>{t.copyOf(inside.catalogs.length + 1, inside.pages.length)}</p>
      <fieldset className="cat-ways">
        {[
          { move: true, label: t.doMove, text: isHere ? t.moveText : `${t.moveText} ${t.leavesText}` },
          { move: false, label: t.doCopy, text: t.copyText },
        ].map(({ move, label, text }) => (
          <label key={label}>
            <input
              type="radio"
              name="way"
              checked={isMove === move}
              onChange={() => setMove(move)}
              data-autofocus={move ? '' : undefined}
            />
            <span>
              <b>{label}</b>
              <span className="help">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ComboboxField
        label={t.item}
        placeholder={t.findItem}
        {...items}
        value={item_id}
        onChange={(next) => {
          setItem(next)
          setParent(undefined)
        }}
      />
      <CatalogField
        label={t.parent}
        value={shape ? parent : ROOT}
        choices={choices}
        rootless={shape && !isEditable(shape, ROOT)}
        disabled={!shape}
        onChange={setParent}
      />
      <FieldError>{error?.message ?? wrong}</FieldError>
    </Dialog>
  )
}
