import { useQueryClient } from '@tanstack/react-query'
import { type Info, pathTo } from '../item/item-tree.ts'
import { refreshTree } from './arrange.ts'
import { EditDialog } from './catalog-edit-dialog.tsx'
import { ROOT } from './tree-shape.ts'

/** A new catalog from the reading view: it starts beside the page read. */
export function NewCatalog({ info, current, onClose }: { info: Info; current: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const parent = (current && pathTo(info.menu, current)?.at(-1)?.cat_id) || ROOT
  return <EditDialog info={info} parent={parent} onClose={onClose} onDone={() => refreshTree(queries)} />
}
