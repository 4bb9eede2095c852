import { Suspense } from 'react'
import type { Info } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import type { View } from '../article/view.tsx'

/** What is done with the page shown in a dialog of its own. */
export type PageTool = 'history' | 'sort' | 'move' | 'info' | 'delete'

interface ToolDialogProps {
  tool: PageTool
  view: View
  info: Info
  /** The item as the address names it. */
  item: string
  onClose: () => void
}

const HistoryDialog = lazyPart(() => import('../../versions/history/dialog.tsx').then((m) => m.HistoryDialog))
const Sort = lazyPart(() => import('../../page-order/dialog.tsx').then((m) => m.PageSortDialog))
const Move = lazyPart(() => import('../../catalog/page-move-dialog.tsx').then((m) => m.PageMoveDialog))
const PageInfo = lazyPart(() => import('./page-info.tsx').then((m) => m.PageInfo))
const PageDelete = lazyPart(() => import('./page-delete.tsx').then((m) => m.PageDelete))

/** The dialog that was asked for; each is loaded when it opens first. */
export function PageToolDialog({ tool, view, info, item, onClose }: ToolDialogProps) {
  const { page_id, cat_id } = view
  return (
    <Suspense>
      {tool === 'history' && <HistoryDialog {...{ item: info, page_id, onClose }} />}
      {tool === 'sort' && <Sort {...{ item: info, cat_id, page_id, onClose }} />}
      {tool === 'move' && <Move {...{ info, page_id, onClose }} isShown />}
      {tool === 'info' && <PageInfo view={view} onClose={onClose} />}
      {tool === 'delete' && <PageDelete view={view} item={item} onClose={onClose} />}
    </Suspense>
  )
}
