import {
  Activity,
  ArrowDownUp,
  CalendarCheck,
  Copy,
  FileCode2,
  FilePlus,
  FileText,
  FolderTree,
  History,
  Info as InfoIcon,
  KeyRound,
  ListChecks,
  MessageSquarePlus,
  MoveRight,
  Plus,
  SquarePen,
  Unlink,
} from 'lucide-react'
import { Suspense } from 'react'
import { useBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { hasEditRight, type Info } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { View } from '../article/view.tsx'
import { hasSources, isApiClientItem, ReadOnlyEntry } from '../bar/entries.tsx'
import { readingWords } from '../reading.words.ts'
import type { ShareTarget } from '../share/target.ts'
import { pageToolsWords } from './page-tools.words.ts'

/** Actions on the current page that open a dialog. */
export type PageTool = 'ask' | 'history' | 'sort' | 'move' | 'info' | 'review' | 'truth' | 'detach' | 'delete'

interface ToolDialogProps {
  tool: PageTool
  view: View
  info: Info
  /** The item number or domain from the URL. */
  item: string
  onClose: () => void
}

const HistoryDialog = lazyPart(() => import('../../versions/history/dialog.tsx').then((m) => m.HistoryDialog))
const Sort = lazyPart(() => import('../../page-order/dialog.tsx').then((m) => m.PageSortDialog))
const Move = lazyPart(() => import('../../catalog/page-move-dialog.tsx').then((m) => m.PageMoveDialog))
const PageInfo = lazyPart(() => import('./page-info.tsx').then((m) => m.PageInfo))
const Detach = lazyPart(() => import('../../source/detach-dialog.tsx').then((m) => m.DetachDialog))
const ProofPanel = lazyPart(() => import('../../truth/panel.tsx').then((m) => m.ProofPanel))
const Ask = lazyPart(() => import('../../ask/dialog.tsx').then((m) => m.AskDialog))
const ReviewDialog = lazyPart(() => import('../../review/dialog.tsx').then((m) => m.ReviewDialog))
const PageDelete = lazyPart(() => import('./page-delete.tsx').then((m) => m.PageDelete))

/** The dialog of the selected tool. The code of each dialog is loaded when it first opens. */
export function PageToolDialog({ tool, view, info, item, onClose }: ToolDialogProps) {
  const { page_id, cat_id } = view
  return (
    <Suspense>
      {tool === 'history' && <HistoryDialog item={info} page_id={page_id} onClose={onClose} />}
      {tool === 'sort' && <Sort item={info} cat_id={cat_id} page_id={page_id} onClose={onClose} />}
      {tool === 'move' && <Move info={info} page_id={page_id} onClose={onClose} isShown />}
      {tool === 'info' && <PageInfo view={view} onClose={onClose} />}
      {tool === 'truth' && <ProofPanel page={view} onClose={onClose} />}
      {tool === 'review' && <ReviewDialog page={view} version={view.version} isEditor={view.editable} onClose={onClose} />}
      {tool === 'detach' && <Detach view={view} onClose={onClose} />}
      {tool === 'ask' && <Ask item_id={info.item_id} page_id={page_id} onClose={onClose} />}
      {tool === 'delete' && <PageDelete view={view} item={item} onClose={onClose} />}
    </Suspense>
  )
}

/** Props of the item bar and its menus. */
export interface BarProps {
  info: Info
  /** The item number or domain from the URL. */
  item: string
  /** The current page, if it is loaded. */
  view: View | undefined
  /** Path of the editor; undefined without permission to edit the page. */
  edit: string | undefined
  newPage: string | undefined
  /** Path of the editor that suggests a new page; undefined for those who can add one. */
  suggestPage: string | undefined
  /** Path of the editor with a copy of the current page. */
  copyPage: string | undefined
  share: ShareTarget
  hasTree: boolean
  onTree: () => void
  onFull: () => void
}

async function markdownAt(address: string): Promise<string> {
  const reply = await fetch(address, { headers: { accept: 'text/markdown' } })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.text()
}

/** The page as Markdown for programs: in the clipboard, or in a tab of its own. */
function MarkdownEntries({ info, view }: { info: Info; view: View }) {
  const t = useWords(pageToolsWords)
  const { base } = useBoot()
  const address = `${base}${paths.pageMarkdown(info, view.page_id)}`
  const copy = async () => {
    const isCopied = await markdownAt(address).then(copyText, () => false)
    if (isCopied) toast(t.markdownCopied)
    else toast(t.markdownNotCopied, 'bad')
  }
  return (
    <>
      <MenuItem icon={<FileCode2 className="i" aria-hidden="true" />} onSelect={() => void copy()}>
        {t.copyMarkdown}
      </MenuItem>
      <MenuItem icon={<FileText className="i" aria-hidden="true" />} href={address} newTab>
        {t.viewMarkdown}
      </MenuItem>
    </>
  )
}

/** Editors can plan a review; others see one that is planned. */
const hasReviews = (info: Info, view: View) => hasEditRight(info, view.cat_id) || view.review !== undefined

type Props = Pick<BarProps, 'info' | 'view' | 'edit' | 'newPage' | 'suggestPage' | 'copyPage'> & {
  /** True when the bar is too narrow for the Edit button. */
  withEdit: boolean
  onTool: (tool: PageTool) => void
}

/** Menu entries for the current page, by permission, item type and archive state (SPEC 6). */
export function PageToolsMenu({ info, view, edit, newPage, suggestPage, copyPage, withEdit, onTool }: Props) {
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
      {withEdit && account && view && isApiClientItem(info) && <ReadOnlyEntry />}
      {account && view?.suggestable && (
        <MenuItem icon={<MessageSquarePlus className="i" aria-hidden="true" />} to={paths.suggest(info.item_id, view.page_id)}>
          {t.suggestEdit}
        </MenuItem>
      )}
      {suggestPage && (
        <MenuItem icon={<FilePlus className="i" aria-hidden="true" />} to={suggestPage}>
          {t.suggestPage}
        </MenuItem>
      )}
      {account && view && info.is_archived !== '1' && !hasEditRight(info, view.cat_id) && (
        <MenuItem icon={<KeyRound className="i" aria-hidden="true" />} onSelect={tool('ask')}>
          {t.askToEdit}
        </MenuItem>
      )}
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
      <MenuRule />
      {view && hasEditRight(info, view.cat_id) && info.item_type !== '4' && (
        <MenuItem icon={<History className="i" aria-hidden="true" />} onSelect={tool('history')}>
          {t.history}
        </MenuItem>
      )}
      {view && (
        <MenuItem icon={<Activity className="i" aria-hidden="true" />} to={paths.changes(info.item_id, view.page_id)}>
          {t.changes}
        </MenuItem>
      )}
      {view && account && (
        <MenuItem icon={<InfoIcon className="i" aria-hidden="true" />} onSelect={tool('info')}>
          {t.pageInfo}
        </MenuItem>
      )}
      {view && account && hasReviews(info, view) && (
        <MenuItem icon={<CalendarCheck className="i" aria-hidden="true" />} onSelect={tool('review')}>
          {t.review}
        </MenuItem>
      )}
      {view && edit && hasSources(info) && (
        <MenuItem icon={<ListChecks className="i" aria-hidden="true" />} onSelect={tool('truth')}>
          {t.writtenFrom}
        </MenuItem>
      )}
      <MenuRule />
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
      {view && edit && view.sources.length > 0 && (
        <MenuItem icon={<Unlink className="i" aria-hidden="true" />} onSelect={tool('detach')}>
          {t.detach}
        </MenuItem>
      )}
      {newPage && (
        <MenuItem icon={<FolderTree className="i" aria-hidden="true" />} to={paths.catalog(info.item_id)}>
          {t.catalogs}
        </MenuItem>
      )}
      <MenuRule />
      {view && <MarkdownEntries info={info} view={view} />}
    </>
  )
}
