import './catalog-dialogs.css'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { PageSortDialog } from '../page-order/dialog.tsx'
import { arrange, refreshTree } from '../tree/arrange.ts'
import type { Info } from '../tree/item-tree.ts'
import {
  choicesOf,
  insideOf,
  isOpenTo,
  isPage,
  isSamePlace,
  nameOf,
  otherSiblings,
  parentOf,
  placeOf,
  ROOT,
  shapeOf,
  type TreeEntry,
} from '../tree/shape.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { toast } from '../ui/toast.tsx'
import { catalogWords } from './catalog.words.ts'
import { EditDialog } from './catalog-new.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { PageMoveDialog } from './page-move-dialog.tsx'
import { CatalogField } from './target-fields.tsx'

const LISTED_MAX = 8

/** Says what goes, by numbers and by names. */
function DeleteDialog({ info, thing, onClose, onDone }: { info: Info; thing: TreeEntry; onClose: () => void; onDone: () => void }) {
  const t = useWords(catalogWords)
  const shape = useMemo(() => shapeOf(info), [info])
  const name = nameOf(shape, thing)
  const remove = async () => {
    if (isPage(thing)) await api.page.delete(thing)
    else await api.catalog.delete({ item_id: info.item_id, ...thing })
    toast(t.deleted(name))
    onDone()
  }
  if (isPage(thing))
    return (
      <ConfirmDialog title={t.deleteTitle(name)} action={t.deletePageDo} danger onConfirm={remove} onClose={onClose}>
        {t.deletePageText}
      </ConfirmDialog>
    )
  const { catalogs, pages } = insideOf(shape, thing.cat_id)
  const inside = [...catalogs.map((cat_id) => nameOf(shape, { cat_id })), ...pages.map((page_id) => nameOf(shape, { page_id }))]
  const isEmpty = inside.length === 0
  return (
    <ConfirmDialog title={t.deleteTitle(name)} action={t.deleteDo} danger onConfirm={remove} onClose={onClose}>
      <p>{isEmpty ? t.deleteEmpty : t.deleteHolds(catalogs.length, pages.length)}</p>
      {!isEmpty && (
        <ul className="cat-goes">
          {inside.slice(0, LISTED_MAX).map((one, n) => (
            <li key={`${n} ${one}`} className={n < catalogs.length ? 'cut is-cat' : 'cut'}>
              {one}
            </li>
          ))}
          {inside.length > LISTED_MAX && <li className="more">{t.andMore(inside.length - LISTED_MAX)}</li>}
        </ul>
      )}
      {pages.length > 0 && !info.item_manage && <p>{t.deleteMembers}</p>}
    </ConfirmDialog>
  )
}

/** What a list of positions holds at most; further ones are reached by dragging. */
const POSITIONS = 500

/** The same as dragging a catalog, for those who would rather choose: inside which other, and before whom. */
function PlaceDialog({ info, cat_id, onClose }: { info: Info; cat_id: string; onClose: () => void }) {
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

/** What is asked for in a dialog. */
export type CatalogAction =
  | { kind: 'new'; parent: string }
  | { kind: 'edit' | 'sort' | 'copy' | 'place'; cat_id: string }
  | { kind: 'move'; page_id?: string }
  | { kind: 'delete'; thing: TreeEntry }

export function CatalogDialog({ asked, info, onClose }: { asked: CatalogAction; info: Info; onClose: () => void }) {
  const queries = useQueryClient()
  const done = () => refreshTree(queries)
  switch (asked.kind) {
    case 'new':
      return <EditDialog info={info} parent={asked.parent} onClose={onClose} onDone={done} />
    case 'edit':
      return <EditDialog info={info} cat_id={asked.cat_id} onClose={onClose} onDone={done} />
    case 'sort':
      return <PageSortDialog item={info} cat_id={asked.cat_id} onClose={onClose} />
    case 'copy':
      return <CopyDialog info={info} cat_id={asked.cat_id} onClose={onClose} onDone={done} />
    case 'place':
      return <PlaceDialog info={info} cat_id={asked.cat_id} onClose={onClose} />
    case 'move':
      return <PageMoveDialog info={info} onClose={onClose} {...(asked.page_id && { page_id: asked.page_id })} />
    default:
      return <DeleteDialog info={info} thing={asked.thing} onClose={onClose} onDone={done} />
  }
}
