import './catalog-dialogs.css'
import { useMemo } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { insideOf } from '../tree/paths.ts'
import { isPage, nameOf, shapeOf, type TreeEntry } from '../tree/shape.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { catalogWords } from './catalog.words.ts'

const LISTED_MAX = 8

/** Says what goes, by numbers and by names. */
export function DeleteDialog({ info, thing, onClose, onDone }: { info: Info; thing: TreeEntry; onClose: () => void; onDone: () => void }) {
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
