import { useQueryClient } from '@tanstack/react-query'
import { refreshTree } from '../tree/arrange.ts'
import { type Info, pathTo } from '../tree/item-tree.ts'
import { ROOT } from '../tree/shape.ts'
import { EditDialog } from './catalog-edit-dialog.tsx'

/** A new catalog from the reading view: it starts beside the page read. */
export function NewCatalog({ info, current, onClose }: { info: Info; current: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const parent = (current && pathTo(info.menu, current)?.at(-1)?.cat_id) || ROOT
  return <EditDialog info={info} parent={parent} onClose={onClose} onDone={() => refreshTree(queries)} />
}
