import { Download, Ellipsis, FileInput, Home, Languages, LogIn, Maximize, MoveHorizontal, Settings, Share2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { chooseLanguage } from '../lib/preferences.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx'
import { ThemeItems, useOtherLanguage } from '../ui/preference-buttons.tsx'
import { uiWords } from '../ui/ui.words.ts'
import type { BarProps } from './item-bar.tsx'
import { type PageTool, PageToolDialog } from './page-tools-dialogs.tsx'
import { PageToolsMenu } from './page-tools-menu.tsx'
import { readingWords } from './reading.words.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })))
const ShareSheet = lazy(() => import('./share-sheet.tsx').then((m) => ({ default: m.ShareSheet })))

/* Read when the menu opens: on phones it also holds what the bar has no room for. */
const onPhone = () => globalThis.matchMedia?.('(max-width: 767px)').matches ?? false

export function ItemBarMore(props: BarProps) {
  const t = useWords(readingWords)
  const { view, info, item } = props
  const [open, setOpen] = useState<PageTool | 'share' | 'import'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={t.more}
        button={(opener) => (
          <IconButton name={t.more} {...opener}>
            <Ellipsis className="i" aria-hidden="true" />
          </IconButton>
        )}
      >
        <Entries {...props} onOpen={setOpen} />
      </Menu>
      {open === 'share' && (
        <Suspense>
          <ShareSheet share={props.share} onClose={close} />
        </Suspense>
      )}
      {open === 'import' && (
        <Suspense>
          <ImportDialog info={info} onClose={close} />
        </Suspense>
      )}
      {open && open !== 'share' && open !== 'import' && view && <PageToolDialog {...{ tool: open, view, info, item }} onClose={close} />}
    </>
  )
}

type EntriesProps = BarProps & { onOpen: (what: PageTool | 'share' | 'import') => void }

function Entries({ onOpen, ...props }: EntriesProps) {
  const t = useWords(readingWords)
  const account = useAccount()
  const { info, view, newPage, wide, onFull, onWide } = props
  const phone = onPhone()
  return (
    <>
      {phone ? (
        <MenuItem icon={<Share2 className="i" aria-hidden="true" />} onSelect={() => onOpen('share')}>
          {t.share}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<Maximize className="i" aria-hidden="true" />} onSelect={onFull}>
            {t.fullScreen}
          </MenuItem>
          <MenuItem icon={<MoveHorizontal className="i" aria-hidden="true" />} checked={wide} onSelect={onWide}>
            {t.wideText}
          </MenuItem>
          {(info.item_edit || info.item_manage || (account && view)) && <MenuRule />}
        </>
      )}
      <PageToolsMenu {...props} withEdit={phone} onTool={onOpen} />
      {newPage && (
        <MenuItem icon={<FileInput className="i" aria-hidden="true" />} onSelect={() => onOpen('import')}>
          {t.importHere}
        </MenuItem>
      )}
      {info.item_edit && (
        <MenuItem icon={<Download className="i" aria-hidden="true" />} to={paths.exportItem(info.item_id)}>
          {t.exportItem}
        </MenuItem>
      )}
      {info.item_manage && (
        <MenuItem icon={<Settings className="i" aria-hidden="true" />} to={paths.itemSetting(info.item_id)}>
          {t.settings}
        </MenuItem>
      )}
      {view?.deletable && newPage && (
        <>
          <MenuRule />
          <MenuItem icon={<Trash2 className="i" aria-hidden="true" />} bad onSelect={() => onOpen('delete')}>
            {t.deletePage}
          </MenuItem>
        </>
      )}
      {phone && <PhoneEntries />}
    </>
  )
}

function PhoneEntries() {
  const t = useWords(readingWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  const other = useOtherLanguage()
  const { pathname, search } = useLocation()
  return (
    <>
      <MenuRule />
      <MenuItem icon={<Home className="i" aria-hidden="true" />} to={account ? paths.items() : paths.home()}>
        {account ? t.toItems : t.toHome}
      </MenuItem>
      {!account && (
        <MenuItem icon={<LogIn className="i" aria-hidden="true" />} to={paths.login(pathname + search)}>
          {t.logIn}
        </MenuItem>
      )}
      <MenuItem icon={<Languages className="i" aria-hidden="true" />} onSelect={() => chooseLanguage(other)}>
        <span lang={other}>{ui.otherLanguage}</span>
      </MenuItem>
      <MenuRule />
      <ThemeItems />
    </>
  )
}
