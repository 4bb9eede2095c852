import { ArrowDownUp, Copy, FolderTree, History, Info as InfoIcon, MoveRight, Plus, SquarePen } from 'lucide-react'
import { Suspense } from 'react'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { editsIn, type Info } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import type { View } from '../article/view.tsx'
import { ClientMadeEntry, isClientMade } from '../bar/entries.tsx'
import { readingWords } from '../reading.words.ts'
import type { ShareTarget } from '../share/target.ts'

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

/** What the bar of an item and its menus know. */
export interface BarProps {
  info: Info
  /** The item as the address names it. */
  item: string
  /** The page shown, when there is one. */
  view: View | undefined
  /** Where Edit leads, when the reader may edit what is shown. */
  edit: string | undefined
  newPage: string | undefined
  /** Where a copy of the page shown begins. */
  copyPage: string | undefined
  share: ShareTarget
  hasTree: boolean
  onTree: () => void
  onFull: () => void
}

type Props = Pick<BarProps, 'info' | 'view' | 'edit' | 'newPage' | 'copyPage'> & {
  /** The bar has no room for Edit. */
  withEdit: boolean
  onTool: (tool: PageTool) => void
}

/** What may be done with the page shown: by right, kind of item and archive state (SPEC 6). */
export function PageToolsMenu({ info, view, edit, newPage, copyPage, withEdit, onTool }: Props) {
  const t = useWords(readingWords)
  const account = useAccount()
  const tool = (name: PageTool) => () => onTool(name)
  return (
    <>
      {withEdit && edit && (
        <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} to={edit}>
          {t.editPage}
        </MenuItem>
      )}
      {withEdit && account && view && isClientMade(info) && <ClientMadeEntry />}
      {newPage && (
        <MenuItem icon={<Plus className="i" aria-hidden="true" />} to={newPage}>
          {t.newPage}
        </MenuItem>
      )}
      {copyPage && (
        <MenuItem icon={<Copy className="i" aria-hidden="true" />} to={copyPage}>
          {t.copyPage}
        </MenuItem>
      )}
      {view && editsIn(info, view.cat_id) && info.item_type !== '4' && (
        <MenuItem icon={<History className="i" aria-hidden="true" />} onSelect={tool('history')}>
          {t.history}
        </MenuItem>
      )}
      {view && edit && newPage && (
        <MenuItem icon={<ArrowDownUp className="i" aria-hidden="true" />} onSelect={tool('sort')}>
          {t.sortPages}
        </MenuItem>
      )}
      {view && edit && newPage && (
        <MenuItem icon={<MoveRight className="i" aria-hidden="true" />} onSelect={tool('move')}>
          {t.movePage}
        </MenuItem>
      )}
      {newPage && (
        <MenuItem icon={<FolderTree className="i" aria-hidden="true" />} to={paths.catalog(info.item_id)}>
          {t.catalogs}
        </MenuItem>
      )}
      {view && account && (
        <MenuItem icon={<InfoIcon className="i" aria-hidden="true" />} onSelect={tool('info')}>
          {t.pageInfo}
        </MenuItem>
      )}
    </>
  )
}
