import { Copy, Ellipsis, Home, Languages, LogIn, Maximize, MoveHorizontal, Plus, Settings, Share2, SquarePen, Trash2 } from 'lucide-react'
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
import { readingWords } from './reading.words.ts'

const PageDelete = lazy(() => import('./page-delete.tsx').then((m) => ({ default: m.PageDelete })))
const ShareSheet = lazy(() => import('./share-sheet.tsx').then((m) => ({ default: m.ShareSheet })))

/* Read when the menu opens: on phones it also holds what the bar has no room for. */
const onPhone = () => globalThis.matchMedia?.('(max-width: 767px)').matches ?? false

export function ItemBarMore(props: BarProps) {
  const t = useWords(readingWords)
  const [sharing, setSharing] = useState(false)
  const [deleting, setDeleting] = useState(false)
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
        <Entries {...props} onShare={() => setSharing(true)} onDelete={() => setDeleting(true)} />
      </Menu>
      {deleting && props.deletable && (
        <Suspense>
          <PageDelete page={props.deletable} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
      {sharing && (
        <Suspense>
          <ShareSheet share={props.share} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}

type EntriesProps = BarProps & { onShare: () => void; onDelete: () => void }

function Entries({ info, edit, newPage, copyPage, deletable, wide, onFull, onWide, onShare, onDelete }: EntriesProps) {
  const t = useWords(readingWords)
  const phone = onPhone()
  return (
    <>
      {phone && (
        <>
          <MenuItem icon={<Share2 className="i" aria-hidden="true" />} onSelect={onShare}>
            {t.share}
          </MenuItem>
          {edit && (
            <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} to={edit}>
              {t.editPage}
            </MenuItem>
          )}
          {newPage && (
            <MenuItem icon={<Plus className="i" aria-hidden="true" />} to={newPage}>
              {t.newPage}
            </MenuItem>
          )}
        </>
      )}
      {!phone && (
        <>
          <MenuItem icon={<Maximize className="i" aria-hidden="true" />} onSelect={onFull}>
            {t.fullScreen}
          </MenuItem>
          <MenuItem icon={<MoveHorizontal className="i" aria-hidden="true" />} checked={wide} onSelect={onWide}>
            {t.wideText}
          </MenuItem>
        </>
      )}
      {(info.item_edit || info.item_manage) && <MenuRule />}
      {copyPage && (
        <MenuItem icon={<Copy className="i" aria-hidden="true" />} to={copyPage}>
          {t.copyPage}
        </MenuItem>
      )}
      {deletable && (
        <MenuItem icon={<Trash2 className="i" aria-hidden="true" />} bad onSelect={onDelete}>
          {t.deletePage}
        </MenuItem>
      )}
      {info.item_manage && (
        <MenuItem icon={<Settings className="i" aria-hidden="true" />} to={paths.itemSetting(info.item_id)}>
          {t.settings}
        </MenuItem>
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
