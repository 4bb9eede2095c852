import { factsOf } from '@sheaf/contract/languages'
import { ArrowDownUp, ArrowLeft, Braces, ChevronRight, Ellipsis, FlaskConical, History, Keyboard, Paperclip, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { keyText } from '../lib/control-key.ts'
import { paths } from '../lib/paths.ts'
import { openPalette } from '../lib/search-state.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { LanguageButton, ThemeButton } from '../ui/frame/top-bar.tsx'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { editorWords } from '../writing/editor.words.ts'
import { LockItem } from '../writing/lock/signs.tsx'
import type { SaveState } from '../writing/saving.ts'
import { SaveStatus } from '../writing/status.tsx'
import type { EditingSession, Opened, PanelName } from './session.ts'
import { panelKeys, SEARCH_KEY } from './toolbar/tools.ts'
import { useFileCount } from './upload/page-files.ts'

const SINGLE_PAGE = '2'

/** Actions on the page rather than its text: files, history and a menu with the rest. */
export function EditorActions({ session }: { session: EditingSession }) {
  const t = useWords(editorWords)
  const ui = useWords(uiWords)
  const { show, panel } = session
  const { apitest } = useBoot().links
  const { operatorLinks } = factsOf(useLanguage())
  const count = useFileCount(session)
  const toggle = (name: PanelName) => () => show(panel === name ? undefined : name)
  return (
    <>
      <button type="button" className="btn quiet ed-wide" aria-expanded={panel === 'files'} onClick={toggle('files')}>
        <Paperclip className="i" aria-hidden="true" />
        {t.files}
        {count > 0 && <span className="ed-count">{count}</span>}
      </button>
      <button type="button" className="btn quiet ed-wide" aria-expanded={panel === 'history'} onClick={toggle('history')}>
        <History className="i" aria-hidden="true" />
        {t.history}
      </button>
      <Menu
        label={t.more}
        button={(opener) => (
          <IconButton name={t.more} {...opener}>
            <Ellipsis className="i" aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuItem icon={<Paperclip className="i" aria-hidden="true" />} onSelect={() => show('files')}>
          {t.files}
        </MenuItem>
        <MenuItem icon={<History className="i" aria-hidden="true" />} onSelect={() => show('history')}>
          {t.history}
        </MenuItem>
        <MenuItem icon={<Braces className="i" aria-hidden="true" />} onSelect={() => show('mock')}>
          {t.mock}
        </MenuItem>
        {operatorLinks && apitest && (
          <MenuItem icon={<FlaskConical className="i" aria-hidden="true" />} href={apitest} newTab>
            {t.apiTest}
          </MenuItem>
        )}
        {session.item.item_type !== SINGLE_PAGE && (
          <MenuItem icon={<ArrowDownUp className="i" aria-hidden="true" />} onSelect={() => show('sort')}>
            {t.sortPages}
          </MenuItem>
        )}
        <MenuItem
          icon={<Search className="i" aria-hidden="true" />}
          end={<span className="kbd">{keyText(SEARCH_KEY)}</span>}
          onSelect={openPalette}
        >
          {ui.search}
        </MenuItem>
        <MenuItem
          icon={<Keyboard className="i" aria-hidden="true" />}
          end={<span className="kbd">{keyText(panelKeys.shortcuts)}</span>}
          onSelect={() => show('shortcuts')}
        >
          {t.shortcuts}
        </MenuItem>
        <LockItem held={session.held} page_id={session.page_id} />
      </Menu>
    </>
  )
}

interface Props {
  item: Opened['item']
  page_id: string
  dirty: boolean
  state: SaveState
  onSave: () => void
  /** The catalog field. */
  children: ReactNode
  /** Files, history and the other page actions. */
  actions: ReactNode
}

export function EditorTop({ item, page_id, dirty, state, onSave, children, actions }: Props) {
  const t = useWords(editorWords)
  const isNew = page_id === '0'
  return (
    <header className="top">
      <IconLink name={isNew ? t.backToItem : t.back} to={isNew ? paths.item(item) : paths.page(item, page_id)}>
        <ArrowLeft className="i" aria-hidden="true" />
      </IconLink>
      <nav className="crumbs ed-crumbs">
        <Link className="cut ed-wide" to={paths.item(item)}>
          {item.item_name}
        </Link>
        {children && <ChevronRight className="i ed-wide" aria-hidden="true" />}
        {children}
      </nav>
      <span className="grow" />
      <SaveStatus state={state} dirty={dirty} />
      {actions}
      <span className="row ed-wide ed-prefs">
        <LanguageButton />
        <ThemeButton />
      </span>
      <button type="button" className="btn primary ed-save" data-tip={t.save} data-keys={keyText('Mod-s')} onClick={onSave}>
        {t.save}
      </button>
    </header>
  )
}
