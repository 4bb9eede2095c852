import { openSearchPanel } from '@codemirror/search'
import { factsOf } from '@sheaf/contract/languages'
import {
  ArrowDownUp,
  Braces,
  Download,
  Ellipsis,
  FlaskConical,
  Hash,
  History,
  Keyboard,
  Paperclip,
  Save,
  Search,
  TextSearch,
} from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { keyText } from '../../lib/control-key.ts'
import { paths } from '../../lib/paths.ts'
import { openPalette } from '../../lib/search-state.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { CompactEntries } from '../../reading/bar/entries.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { editorWords } from '../../writing/editor.words.ts'
import { LockItem } from '../../writing/lock/signs.tsx'
import type { EditingSession, PanelName } from '../session.ts'
import { hasLineNumbers, toggleLineNumbers } from '../text/line-numbers.ts'
import { panelKeys, SEARCH_KEY } from '../toolbar/tools.ts'
import { templateWords } from '../tools.words.ts'
import { useFileCount } from '../upload/page-files.ts'
import { CatalogItems } from './catalog.tsx'

const SINGLE_PAGE = '2'

/** Everything that concerns the page and is needed less often than its text. */
export function MoreMenu({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  return (
    <Menu
      label={t.more}
      button={(opener) => (
        <IconButton name={t.more} {...opener}>
          <Ellipsis className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      <PageItems session={session} />
      {session.item.item_type !== SINGLE_PAGE && (
        <>
          <MenuRule />
          <CatalogItems session={session} />
          <MenuItem icon={<ArrowDownUp className="i" aria-hidden="true" />} onSelect={() => session.show('sort')}>
            {t.sortPages}
          </MenuItem>
        </>
      )}
      <MenuRule />
      <TextItems session={session} />
      <CompactEntries />
    </Menu>
  )
}

function PageItems({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const { item, page_id, show, held } = session
  const { apitest } = useBoot().links
  const { operatorLinks } = factsOf(useLanguage())
  const count = useFileCount(session)
  const panel = (name: PanelName) => () => show(name)
  return (
    <>
      <MenuItem
        icon={<Paperclip className="i" aria-hidden="true" />}
        {...(count > 0 ? { end: <span className="ed-count">{count}</span> } : {})}
        onSelect={panel('files')}
      >
        {t.files}
      </MenuItem>
      <MenuItem icon={<History className="i" aria-hidden="true" />} onSelect={panel('history')}>
        {t.history}
      </MenuItem>
      <MenuItem icon={<Braces className="i" aria-hidden="true" />} onSelect={panel('mock')}>
        {t.mock}
      </MenuItem>
      {operatorLinks && apitest && (
        <MenuItem icon={<FlaskConical className="i" aria-hidden="true" />} href={apitest} newTab>
          {t.apiTest}
        </MenuItem>
      )}
      {page_id !== '0' && (
        <MenuItem icon={<Download className="i" aria-hidden="true" />} to={paths.exportItem(item.item_id, { page_id })}>
          {t.export}
        </MenuItem>
      )}
      <LockItem held={held} page_id={page_id} />
    </>
  )
}

function TextItems({ session: { editing, show } }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const ui = useWords(uiWords)
  const { saveAs } = useWords(templateWords)
  return (
    <>
      <MenuItem
        icon={<TextSearch className="i" aria-hidden="true" />}
        end={<span className="kbd">{keyText('Mod-f')}</span>}
        onSelect={() => openSearchPanel(editing.view)}
      >
        {t.find}
      </MenuItem>
      <MenuItem
        icon={<Search className="i" aria-hidden="true" />}
        end={<span className="kbd">{keyText(SEARCH_KEY)}</span>}
        onSelect={openPalette}
      >
        {ui.search}
      </MenuItem>
      <MenuItem icon={<Hash className="i" aria-hidden="true" />} on={hasLineNumbers()} onSelect={() => toggleLineNumbers(editing.view)}>
        {t.lineNumbers}
      </MenuItem>
      <MenuItem
        icon={<Keyboard className="i" aria-hidden="true" />}
        end={<span className="kbd">{keyText(panelKeys.shortcuts)}</span>}
        onSelect={() => show('shortcuts')}
      >
        {t.shortcuts}
      </MenuItem>
      <MenuItem icon={<Save className="i" aria-hidden="true" />} onSelect={() => show('saveTemplate')}>
        {saveAs}
      </MenuItem>
    </>
  )
}
