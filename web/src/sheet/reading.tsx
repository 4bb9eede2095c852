import type { Answer } from '@sheaf/contract/client'
import { Archive, Download, Ellipsis, History, Info as InfoIcon, Printer, Settings, Share2, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api } from '../lib/api.ts'
import { isUpTo } from '../lib/breakpoints.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import { CompactEntries, HomeEntry } from '../reading/bar/entries.tsx'
import { PageToolDialog } from '../reading/page-tools/menu.tsx'
import { Share } from '../reading/share/share.tsx'
import type { ShareTarget } from '../reading/share/target.ts'
import { useAccount } from '../session/session.ts'
import type { Info } from '../tree/item-tree.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { LanguageButton, Logo, ThemeButton } from '../ui/frame/top-bar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { WritingBar } from '../writing/bar.tsx'
import { SheetPaper } from './paper.tsx'
import { sheetWords } from './sheet.words.ts'

/** Exports the saved version when no grid is loaded. */
async function exportSaved(page_id: string, t: (typeof sheetWords)['en']) {
  try {
    const [{ saveAsXlsx }, { page_content }] = await Promise.all([import('./sheet-export.ts'), api.page.info({ page_id })])
    await saveAsXlsx(page_content, t)
  } catch (error) {
    toast(t.exportFailed, 'bad', { detail: (error as Error).message })
  }
}

const ShareSheet = lazyPart(() => import('../reading/share/sheet.tsx').then((m) => m.ShareSheet))

/** Actions that only exist, or work differently, in the editor. */
interface SheetTools {
  onImport?: (() => void) | undefined
  onExport?: (() => void) | undefined
  onHistory?: (() => void) | undefined
  /** The control of the edit lock. */
  lock?: ReactNode
}

/* Below 1000 px the menu also contains the entries that the compact bar omits (SPEC 2). */
const isCompact = () => isUpTo('tablet')

type SheetMoreProps = SheetPlace & SheetTools

function SheetMore(props: SheetMoreProps) {
  const t = useWords(sheetWords)
  const { info, view, share } = props
  const [open, setOpen] = useState<'share' | 'info'>()
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
          <ShareSheet share={share} onClose={close} />
        </Suspense>
      )}
      {open === 'info' && view && <PageToolDialog tool="info" view={view} info={info} item={info.item_id} onClose={close} />}
    </>
  )
}

function Entries({
  info,
  view,
  onImport,
  onExport,
  onHistory,
  lock,
  onOpen,
}: SheetMoreProps & { onOpen: (what: 'share' | 'info') => void }) {
  const t = useWords(sheetWords)
  const account = useAccount()
  return (
    <>
      {isCompact() && <HomeEntry />}
      {isCompact() && (
        <MenuItem icon={<Share2 className="i" aria-hidden="true" />} onSelect={() => onOpen('share')}>
          {t.share}
        </MenuItem>
      )}
      {onImport && (
        <MenuItem icon={<Upload className="i" aria-hidden="true" />} onSelect={onImport}>
          {t.import}
        </MenuItem>
      )}
      {info.item_edit && view && (
        <MenuItem icon={<Download className="i" aria-hidden="true" />} onSelect={onExport ?? (() => void exportSaved(view.page_id, t))}>
          {t.export}
        </MenuItem>
      )}
      <MenuItem icon={<Printer className="i" aria-hidden="true" />} onSelect={() => requestAnimationFrame(() => print())}>
        {t.print}
      </MenuItem>
      {onHistory && (
        <>
          <MenuRule />
          <MenuItem icon={<History className="i" aria-hidden="true" />} onSelect={onHistory}>
            {t.history}
          </MenuItem>
        </>
      )}
      {view && account && (
        <MenuItem icon={<InfoIcon className="i" aria-hidden="true" />} onSelect={() => onOpen('info')}>
          {t.pageInfo}
        </MenuItem>
      )}
      {lock}
      {info.item_manage && (
        <MenuItem icon={<Settings className="i" aria-hidden="true" />} to={paths.itemSetting(info.item_id)}>
          {t.settings}
        </MenuItem>
      )}
      {isCompact() && <CompactEntries />}
    </>
  )
}

interface Props extends SheetPlace, SheetTools {
  /** The save status. */
  state?: ReactNode
  onSave?: (() => void) | undefined
}

/** The bar of a spreadsheet, for readers too: what an editor adds are the status, Save and the entries of the menu. */
export function SheetBar({ info, view, share, state, onSave, ...tools }: Props) {
  const t = useWords(sheetWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  return (
    <WritingBar
      back={
        <Link className="brand" to={account ? paths.items() : paths.home()} aria-label={account ? t.toItems : t.toHome}>
          <Logo />
        </Link>
      }
      state={state}
      tools={
        <>
          <span className="row wide-only">
            <Share share={share} />
            <LanguageButton />
            <ThemeButton />
          </span>
          {!account && (
            <Link className="btn quiet small" to={paths.login(pathname + search)}>
              {t.logIn}
            </Link>
          )}
          <SheetMore {...{ info, view, share }} {...tools} />
        </>
      }
      save={onSave && { name: t.save, run: onSave }}
    >
      <h1 className="item cut">{info.item_name}</h1>
      <span className="tag wide-only">{t.kind}</span>
    </WritingBar>
  )
}

/** The spreadsheet on screen and the links that can be shared. */
export interface SheetPlace {
  info: Info
  /** The page as readers see it, once loaded. */
  view: View | undefined
  share: ShareTarget
}

/** The stored page of a spreadsheet, and the version from its history that the address requests. */
export interface OpenedSheet {
  page: Answer<'page', 'info'>
  restored: Answer<'page', 'diff'>['history_page'] | undefined
}

/** The reading view of a spreadsheet: the server's tables under the product's bar. `waiting` is true while the grid loads. */
export function SheetReading({ info, view, share, waiting = false, note }: SheetPlace & { waiting?: boolean; note?: ReactNode }) {
  const t = useWords(sheetWords)
  return (
    <div className="sheet">
      <SheetBar {...{ info, view, share }} />
      {waiting && <LoadingBar label={t.loading} />}
      {note}
      {info.is_archived === '1' && (
        <div className="line-note sheet-note">
          <Archive className="i" aria-hidden="true" />
          {t.archived}
        </div>
      )}
      <main className="sheet-main" id={MAIN_ID}>
        {view ? <SheetPaper html={view.html} whole={!view.needs.includes('grid')} waiting={waiting} /> : null}
      </main>
    </div>
  )
}
