import { useQueryClient } from '@tanstack/react-query'
import { PageSortDialog } from '../page-order/dialog.tsx'
import { refreshTree } from '../tree/arrange.ts'
import type { Info } from '../tree/item-tree.ts'
import type { TreeEntry } from '../tree/shape.ts'
import { CopyDialog } from './catalog-copy-dialog.tsx'
import { DeleteDialog } from './catalog-delete-dialog.tsx'
import { EditDialog } from './catalog-edit-dialog.tsx'
import { PlaceDialog } from './catalog-place-dialog.tsx'
import { PageMoveDialog } from './page-move-dialog.tsx'

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
