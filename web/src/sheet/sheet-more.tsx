import { Download, Ellipsis, History, Info as InfoIcon, Printer, Settings, Share2, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { CompactEntries, HomeEntry } from '../reading/bar/compact-entries.tsx'
import { PageToolDialog } from '../reading/page-tools/page-tools-dialogs.tsx'
import { useAccount } from '../session/session.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import { sheetWords } from './sheet.words.ts'
import type { SheetPlace } from './sheet-place.ts'

/** Exports what is saved, where there is no grid. */
async function exportSaved(page_id: string, t: (typeof sheetWords)['en']) {
  try {
    const [{ saveAsXlsx }, { page_content }] = await Promise.all([import('./sheet-export.ts'), api.page.info({ page_id })])
    await saveAsXlsx(page_content, t)
  } catch (error) {
    toast(t.exportFailed, 'bad', { detail: (error as Error).message })
  }
}

const ShareSheet = lazyPart(() => import('../reading/share/sheet.tsx').then((m) => m.ShareSheet))

/** What only whoever edits can do, or does otherwise. */
export interface SheetTools {
  onImport?: (() => void) | undefined
  onExport?: (() => void) | undefined
  onHistory?: (() => void) | undefined
  /** Letting others edit, or not. */
  lock?: ReactNode
}

/* Below 1000 the menu also holds what the compact bar leaves out (SPEC 2). */
const isCompact = () => globalThis.matchMedia?.('(max-width: 999px)').matches ?? false

type SheetMoreProps = SheetPlace & SheetTools

export function SheetMore(props: SheetMoreProps) {
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
