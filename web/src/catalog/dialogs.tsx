import './catalog-dialogs.css'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { PageSortDialog } from '../page-order/dialog.tsx'
import { CatalogReviewDialog } from '../review/set.tsx'
import { arrange } from '../tree/arrange.ts'
import type { Info } from '../tree/item-tree.ts'
import {
  choicesOf,
  descendantsOf,
  isEditable,
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
import { FormActions } from '../ui/forms/form-foot.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { useSend } from '../ui/send.ts'
import { WatchDialog } from '../watch/place/dialog.tsx'
import { catalogWords } from './catalog.words.ts'
import { EditDialog } from './catalog-new.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { PageMoveDialog } from './page-move-dialog.tsx'
import { CatalogField } from './target-fields.tsx'

const LISTED_MAX = 8

/** Confirms a deletion; names what will be deleted and how many pages and catalogs that is. */
function DeleteDialog({ info, entry, onClose }: { info: Info; entry: TreeEntry; onClose: () => void }) {
  const t = useWords(catalogWords)
  // As it was asked: the entry can be gone from the tree before the answer to the deletion arrives.
  const [shape] = useState(() => shapeOf(info))
  const name = nameOf(shape, entry)
  const page = useSend(api.page.delete, { done: t.deleted(name), refresh: 'later' })
  const catalog = useSend(api.catalog.delete, { done: t.deleted(name), refresh: 'later' })
  const remove = () => (isPage(entry) ? page.send(entry) : catalog.send({ item_id: info.item_id, ...entry }))
  if (isPage(entry))
    return (
      <ConfirmDialog title={t.deleteTitle(name)} action={t.deletePageDo} danger onConfirm={remove} onClose={onClose}>
        {t.deletePageText}
      </ConfirmDialog>
    )
  const { catalogs, pages } = descendantsOf(shape, entry.cat_id)
  const inside = [...catalogs.map((cat_id) => nameOf(shape, { cat_id })), ...pages.map((page_id) => nameOf(shape, { page_id }))]
  const isEmpty = inside.length === 0
  return (
    <ConfirmDialog title={t.deleteTitle(name)} action={t.deleteDo} danger onConfirm={remove} onClose={onClose}>
      <p>{isEmpty ? t.deleteEmpty : t.deleteHolds(catalogs.length, pages.length)}</p>
      {!isEmpty && (
        <ul className="cat-goes">
          {inside.slice(0, LISTED_MAX).map((name, n) => (
            <li key={`${n} ${name}`} className={n < catalogs.length ? 'cut is-cat' : 'cut'}>
              {name}
            </li>
          ))}
          {inside.length > LISTED_MAX && <li className="more">{t.andMore(inside.length - LISTED_MAX)}</li>}
        </ul>
      )}
      {pages.length > 0 && !info.item_manage && <p>{t.deleteMembers}</p>}
    </ConfirmDialog>
  )
}

/** Maximum number of listed positions; further ones are reachable by dragging. */
const POSITIONS = 500

/** The alternative to dragging a catalog: choose its parent and the sibling it goes before. */
function PlaceDialog({ info, cat_id, onClose }: { info: Info; cat_id: string; onClose: () => void }) {
  const t = useWords(catalogWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const shape = useMemo(() => shapeOf(info), [info])
  const entry = useMemo(() => ({ cat_id }), [cat_id])
  const choices = useMemo(() => choicesOf(shape, entry), [shape, entry])
  const now = placeOf(shape, entry)
  const [parent, setParent] = useState(parentOf(shape, entry))
  const [before, setBefore] = useState(now.before)
  const name = nameOf(shape, entry)
  const place = { parent, before }

  const isThere = isSamePlace(shape, entry, place)

  const move = () => {
    if (isThere) return
    onClose()
    void arrange({ queries, language, item_id: info.item_id }, entry, place)
  }
  return (
    <Dialog
      title={t.placeTitle(name)}
      onClose={onClose}
      onSubmit={move}
      actions={<FormActions action={t.placeDo} disabled={isThere} onClose={onClose} />}
    >
      <CatalogField
        label={t.parent}
        value={parent}
        choices={choices}
        rootless={!isEditable(shape, ROOT)}
        autoFocus
        onChange={(next) => {
          setParent(next)
          setBefore(next === now.parent ? now.before : ROOT)
        }}
      />
      <SelectField label={t.position} value={before} onChange={setBefore}>
        {otherSiblings(shape, entry, parent)
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

/** An action that needs a dialog. */
export type CatalogAction =
  | { kind: 'new'; parent: string }
  | { kind: 'edit' | 'sort' | 'copy' | 'place' | 'watch' | 'review'; cat_id: string }
  | { kind: 'move'; page_id?: string }
  | { kind: 'delete'; entry: TreeEntry }

export function CatalogDialog({ action, info, onClose }: { action: CatalogAction; info: Info; onClose: () => void }) {
  switch (action.kind) {
    case 'new':
      return <EditDialog info={info} parent={action.parent} onClose={onClose} />
    case 'edit':
      return <EditDialog info={info} cat_id={action.cat_id} onClose={onClose} />
    case 'sort':
      return <PageSortDialog item={info} cat_id={action.cat_id} onClose={onClose} />
    case 'copy':
      return <CopyDialog info={info} cat_id={action.cat_id} onClose={onClose} />
    case 'watch': {
      const { cat_id } = action
      const place = { kind: 'catalog' as const, subject_id: cat_id, name: nameOf(shapeOf(info), { cat_id }) }
      return <WatchDialog place={place} manages={info.item_manage} onClose={onClose} />
    }
    case 'review': {
      const { cat_id } = action
      return <CatalogReviewDialog item_id={info.item_id} cat_id={cat_id} name={nameOf(shapeOf(info), { cat_id })} onClose={onClose} />
    }
    case 'place':
      return <PlaceDialog info={info} cat_id={action.cat_id} onClose={onClose} />
    case 'move':
      return <PageMoveDialog info={info} onClose={onClose} {...(action.page_id && { page_id: action.page_id })} />
    default:
      return <DeleteDialog info={info} entry={action.entry} onClose={onClose} />
  }
}
