import './catalog-dialogs.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Info } from '../item/item-tree.ts'
import { type ApiError, api, requestId } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { toast } from '../ui/toast.ts'
import { Wrong } from '../ui/wrong.tsx'
import { catalogWords } from './catalog.words.ts'
import { CatalogField, SelectField } from './catalog-fields.tsx'
import { choicesOf, firstOf, insideOf } from './tree-paths.ts'
import { heightOf, isOpenTo, LEVELS, nodeOf, ROOT, type Shape, shapeOf } from './tree-shape.ts'

interface Props {
  info: Info
  cat_id: string
  onClose: () => void
  onDone: () => void
}

/** Catalogs of another item, by what would be too deep in them. */
const elsewhere = (shape: Shape, height: number) =>
  choicesOf(shape, undefined).map((one) => ({ ...one, deep: nodeOf(shape, one.cat_id).depth + height > LEVELS }))

/** A catalog with all it holds, copied or moved to a place in this or another item. */
export function CopyDialog({ info, cat_id, onClose, onDone }: Props) {
  const t = useWords(catalogWords)
  const go = useNavigate()
  const here = useMemo(() => shapeOf(info), [info])
  const thing = { cat_id }
  const name = nodeOf(here, cat_id).name
  const inside = insideOf(here, cat_id)
  const [isMove, setMove] = useState(true)
  const [item_id, setItem] = useState(info.item_id)
  const [chosen, setParent] = useState<string>()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const request_id = useRef(requestId())

  const items = useQuery(read(api.item.myList, {}))
  const other = useQuery({ ...read(api.item.info, { item_id, default_page_id: '' }), enabled: item_id !== info.item_id, staleTime: 0 })
  const targets = (items.data ?? []).filter((one) => one.edit && one.is_archived !== '1' && ['0', '1'].includes(one.item_type))
  const isHere = item_id === info.item_id
  const item_name = isHere ? info.item_name : (targets.find((one) => one.item_id === item_id)?.item_name ?? '')
  const there = useMemo(() => (isHere ? here : other.data && shapeOf(other.data)), [isHere, here, other.data])
  const choices = useMemo(() => {
    if (!there) return []
    return isHere ? choicesOf(here, { cat_id }) : elsewhere(there, heightOf(here, { cat_id }))
  }, [there, isHere, here, cat_id])
  const parent = chosen ?? (there && firstOf(there, choices))

  const perform = async () => {
    if (parent === undefined) return
    setBusy(true)
    setError('')
    try {
      const fields = { ...thing, new_p_cat_id: parent, to_item_id: item_id, is_del: isMove ? '1' : '0', request_id: request_id.current }
      await api.catalog.copy(fields)
      const look = { text: t.look, run: () => void go(paths.catalog(item_id)) }
      toast(isMove ? t.movedTo(name, item_name) : t.copiedTo(name, item_name), 'ok', isHere ? {} : { action: look, lasts: 8000 })
      onDone()
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      // Without an answer it may have happened all the same: the next try is the same one.
      if ((problem as ApiError).code !== 0) request_id.current = requestId()
      setBusy(false)
    }
  }
  const waits = parent === undefined || busy
  return (
    <Dialog
      title={t.copyTitle(name)}
      onClose={onClose}
      onSubmit={() => void (waits || perform())}
      actions={
        <>
          {busy && (
            <span className="cat-state" role="status">
              {t.working}
            </span>
          )}
          <FormFoot action={isMove ? t.doMove : t.doCopy} disabled={waits} onClose={onClose} />
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
      <SelectField
        label={t.item}
        value={item_id}
        onChange={(next) => {
          setItem(next)
          setParent(undefined)
        }}
      >
        <option value={info.item_id}>{info.item_name}</option>
        {targets
          .filter((one) => one.item_id !== info.item_id)
          .map((one) => (
            <option key={one.item_id} value={one.item_id}>
              {one.item_name}
            </option>
          ))}
      </SelectField>
      <Wrong>{items.error ? `${t.itemsFailed}: ${items.error.message}` : ''}</Wrong>
      <CatalogField
        label={t.parent}
        value={there ? parent : ROOT}
        choices={choices}
        rootless={there && !isOpenTo(there, ROOT)}
        disabled={!there}
        onChange={setParent}
      />
      <Wrong>{error || (!isHere && other.error ? `${t.catalogsFailed}: ${other.error.message}` : '')}</Wrong>
    </Dialog>
  )
}
