import {
  ALargeSmall,
  Bell,
  Braces,
  CalendarCheck,
  CircleCheck,
  Download,
  Ellipsis,
  FileInput,
  Maximize,
  PanelLeft,
  Settings,
  Share2,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isUpTo } from '../../lib/breakpoints.ts'
import { useControlKey } from '../../lib/control-key.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { MAIN_ID } from '../../ui/frame/main-id.ts'
import { LanguageButton, Logo, SearchButton, ThemeButton } from '../../ui/frame/top-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { LookButton, LookSheet } from '../look.tsx'
import { type BarProps, type PageTool, PageToolDialog, PageToolsMenu } from '../page-tools/menu.tsx'
import { lookWords, readingWords } from '../reading.words.ts'
import { Share } from '../share/share.tsx'
import { CompactEntries, DisabledEditButton, FeedbackEntry, HomeEntry, hasSources, isApiClientItem } from './entries.tsx'

const ImportDialog = lazyPart(() => import('../../items/add/import-dialog.tsx').then((m) => m.ImportDialog))
const WatchDialog = lazyPart(() => import('../../watch/place/dialog.tsx').then((m) => m.WatchDialog))
const ShareSheet = lazyPart(() => import('../share/sheet.tsx').then((m) => m.ShareSheet))

/** Entries that open a dialog of the bar; all others are page tools. */
const barDialogs = ['share', 'import', 'look', 'watch'] as const
type BarDialog = (typeof barDialogs)[number]
const isBarDialog = (what: PageTool | BarDialog): what is BarDialog => barDialogs.includes(what as BarDialog)

function ItemBarMore(props: BarProps) {
  const t = useWords(readingWords)
  const { view, info, item } = props
  const [open, setOpen] = useState<PageTool | BarDialog>()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isReviewWanted = new URLSearchParams(search).get('open') === 'review'
  const close = () => {
    setOpen(undefined)
    // A reload, Back and the copied address do not open it again.
    if (isReviewWanted) void navigate({ pathname, hash }, { replace: true, state: { isInPlace: true } })
  }
  useEffect(() => {
    if (isReviewWanted) setOpen('review')
  }, [isReviewWanted])
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
      {open === 'watch' && (
        <Suspense>
          <WatchDialog
            place={{ kind: 'item', subject_id: info.item_id, name: info.item_name }}
            manages={info.item_manage}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'look' && <LookSheet onClose={close} />}
      {open && !isBarDialog(open) && view && <PageToolDialog tool={open} view={view} info={info} item={item} onClose={close} />}
    </>
  )
}

type EntriesProps = BarProps & { onOpen: (what: PageTool | BarDialog) => void }

function Entries({ onOpen, ...props }: EntriesProps) {
  const t = useWords(readingWords)
  const { info, view, newPage, onFull } = props
  const look = useWords(lookWords)
  const account = useAccount()
  // Below 1000 px (SPEC 9) the menu has the entries that the compact bar omits; phones have no full screen.
  const [compact, phone] = [isUpTo('tablet'), isUpTo('phone')]
  return (
    <>
      {compact && <HomeEntry />}
      {compact && (
        <MenuItem icon={<Share2 className="i" aria-hidden="true" />} onSelect={() => onOpen('share')}>
          {t.share}
        </MenuItem>
      )}
      {compact && (
        <MenuItem icon={<ALargeSmall className="i" aria-hidden="true" />} onSelect={() => onOpen('look')}>
          {look.open}
        </MenuItem>
      )}
      {!phone && (
        <>
          <MenuItem icon={<Maximize className="i" aria-hidden="true" />} onSelect={onFull}>
            {t.fullScreen}
          </MenuItem>
          <MenuRule />
        </>
      )}
      <PageToolsMenu {...props} withEdit={compact} onTool={onOpen} />
      {(newPage || account) && (
        <>
          <MenuRule />
          <MenuHead>{t.thisItem}</MenuHead>
        </>
      )}
      {newPage && (
        <MenuItem icon={<FileInput className="i" aria-hidden="true" />} onSelect={() => onOpen('import')}>
          {t.importHere}
        </MenuItem>
      )}
      {account && (
        <MenuItem icon={<Bell className="i" aria-hidden="true" />} onSelect={() => onOpen('watch')}>
          {t.watchItem}
        </MenuItem>
      )}
      {info.item_edit && hasSources(info) && (
        <MenuItem icon={<Braces className="i" aria-hidden="true" />} to={paths.sources(info.item_id)}>
          {t.sources}
        </MenuItem>
      )}
      {info.item_edit && hasSources(info) && (
        <MenuItem icon={<CircleCheck className="i" aria-hidden="true" />} to={paths.truth(info.item_id)}>
          {t.truth}
        </MenuItem>
      )}
      {info.item_edit && (
        <MenuItem icon={<CalendarCheck className="i" aria-hidden="true" />} to={paths.review(info.item_id)}>
          {t.reviews}
        </MenuItem>
      )}
      {info.item_edit && info.allow_feedback && <FeedbackEntry item_id={info.item_id} />}
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
      {compact && <CompactEntries />}
    </>
  )
}

export function ItemBar(props: BarProps) {
  const { info, edit, share, hasTree, onTree } = props
  const t = useWords(readingWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  const control = useControlKey()
  return (
    <header className="top read-top">
      <a className="skip" href={`#${MAIN_ID}`}>
        {t.skip}
      </a>
      {hasTree && (
        <IconButton className="only-narrow" name={t.contents} onClick={onTree}>
          <PanelLeft className="i" aria-hidden="true" />
        </IconButton>
      )}
      <Link className="brand" to={account ? paths.items() : paths.home()} aria-label={account ? t.toItems : t.toHome}>
        <Logo />
      </Link>
      <span className="item cut">{info.item_name}</span>
      <span className="grow" />
      <span id="comment-button" />
      <SearchButton words={t.search} />
      <span className="acts">
        <Share share={share} />
        {edit && (
          <Link className="btn small" to={edit} data-tip={t.editPage} data-keys={`${control}E`} aria-label={t.editPage}>
            <SquarePen className="i" aria-hidden="true" />
            <span>{t.edit}</span>
          </Link>
        )}
        {account && props.view && isApiClientItem(info) && <DisabledEditButton />}
        <LookButton />
        <LanguageButton />
        <ThemeButton />
      </span>
      {!account && (
        <Link className="btn quiet small log-in" to={paths.login(pathname + search)}>
          {t.logIn}
        </Link>
      )}
      <ItemBarMore {...props} />
    </header>
  )
}
