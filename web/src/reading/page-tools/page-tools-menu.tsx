import { ArrowDownUp, Copy, FolderTree, History, Info as InfoIcon, MoveRight, Plus, SquarePen } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { editsIn } from '../../tree/rights.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { ClientMadeEntry, isClientMade } from '../bar/client-made.tsx'
import type { BarProps } from '../bar/props.ts'
import { readingWords } from '../reading.words.ts'
import type { PageTool } from './page-tools-dialogs.tsx'

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
