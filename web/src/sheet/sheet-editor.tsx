import '../editor/editor.css'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { keyText } from '../lib/control-key.ts'
import { longDate } from '../lib/format/dates.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import type { Info } from '../tree/item-tree.ts'
import { toast } from '../ui/toast.ts'
import { historyWords } from '../versions/history/history.words.ts'
import { useConflictResolution } from '../versions/merge/settle.ts'
import { EditorLeave, type PendingNavigation } from '../writing/leave.tsx'
import { LockItem, LockNote } from '../writing/lock/signs.tsx'
import type { EditLock } from '../writing/lock/use.ts'
import { DraftNote, SaveNote } from '../writing/notes.tsx'
import { useSaveWhen } from '../writing/save-when.ts'
import { SaveStatus } from '../writing/state.tsx'
import { GridGuard } from './grid/grid-guard.tsx'
import { SheetGrid } from './grid/sheet-grid.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { SheetConflict } from './sheet-conflict.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'
import { useExport } from './sheet-export.ts'
import { SheetHistory } from './sheet-history.tsx'
import { SheetImport } from './sheet-import.tsx'
import { SheetPaper } from './sheet-paper.tsx'
import type { OpenedSheet, SheetPlace } from './sheet-place.ts'
import { SheetPrint } from './sheet-print.tsx'
import { useSheetSaving } from './sheet-saving.ts'
import { type SheetState, useSheetState } from './sheet-work.ts'

/** In the place of the grid: what is saved, and what can still be done with it. */
function GridFailed({ view }: { view: View }) {
  const t = useWords(sheetEditWords)
  return (
    <>
      <p className="line-note bad sheet-note" role="alert">
        {t.gridFailed}
      </p>
      <SheetPaper html={view.html} whole={!view.needs.includes('grid')} />
    </>
  )
}

interface Options {
  opened: OpenedSheet
  info: Info
  session: string
  work: SheetState
}

/** A version that was asked for by the address is put over the present one, once; it is not saved yet. */
function useRestoredSheet({ opened, info, session, work: { replace } }: Options) {
  const t = useWords(sheetEditWords)
  const history = useWords(historyWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    const { restored, page } = opened
    if (!restored || done.current) return
    done.current = true
    replace(restored.page_content)
    toast(t.restored(longDate(Number(restored.addtime), language)), 'ok', { detail: history.restoredDetail })
    // When the page is loaded again it is the draft that counts.
    void navigate(paths.page(info, page.page_id), { replace: true, state: { editor: session } })
  }, [opened, info, session, replace, t, history, language, navigate])
}

interface Props extends SheetPlace {
  view: View
  opened: OpenedSheet
  held: EditLock
  session: string
}

/** One sitting at one spreadsheet. */
export function SheetEditor({ info, view, share, opened, held, session }: Props) {
  const t = useWords(sheetEditWords)
  const { page } = opened
  const { page_id } = page
  const queries = useQueryClient()
  const work = useSheetState(page.page_content)
  const [panel, setPanel] = useState<'history' | 'import'>()
  const wayOut: RefObject<PendingNavigation | undefined> = useRef(undefined)

  const onSaved = useCallback(() => {
    for (const room of ['page', 'item']) void queries.invalidateQueries({ queryKey: [room] })
  }, [queries])
  const saving = useSheetSaving({ item_id: info.item_id, page, work, onSaved })
  const { state, save, conflict, closeConflict, drafts, saver, version, content } = saving
  const settling = useConflictResolution({ content, saver, version, keepDraft: drafts.setAside, save, closeConflict, wayOut })
  const saveNow = useCallback(() => void save(), [save])
  const exportNow = useExport(work)
  useRestoredSheet({ opened, info, session, work })

  useEffect(() => held.lock.enter(), [held.lock])

  // Before the grid, which has keys of its own.
  useSaveWhen(state.kind, saveNow, { first: true })

  const notes = useMemo(
    () => (
      <>
        <SaveNote state={state} onSave={saveNow} />
        <LockNote state={held.state} />
        {drafts.offer && <DraftNote draft={drafts.offer} onRestore={saving.restoreDraft} onDiscard={drafts.discard} />}
      </>
    ),
    [state, saveNow, held.state, drafts.offer, drafts.discard, saving.restoreDraft],
  )

  return (
    <div className="ed sheet">
      <SheetBar
        {...{ info, view, share }}
        state={<SaveStatus state={state} dirty={work.dirty} />}
        onImport={() => setPanel('import')}
        onExport={exportNow}
        onHistory={() => setPanel('history')}
        lock={<LockItem held={held} page_id={page_id} />}
        save={
          <button type="button" className="btn primary ed-save" data-tip={t.save} data-keys={keyText('Mod-s')} onClick={saveNow}>
            {t.save}
          </button>
        }
      />
      <div className="ed-notes">{notes}</div>
      <main className="sheet-main" id="text">
        <GridGuard key={work.book.id} instead={<GridFailed view={view} />}>
          <SheetGrid ref={work.grid} sheets={work.book.sheets} editable onOp={work.onOp} />
        </GridGuard>
      </main>
      {panel === 'history' && <SheetHistory page_id={page_id} work={work} onClose={() => setPanel(undefined)} />}
      {panel === 'import' && <SheetImport work={work} onClose={() => setPanel(undefined)} />}
      <SheetPrint view={view} />
      <EditorLeave dirty={work.dirty} session={session} onSave={save} wayOut={wayOut} />
      {conflict && (
        <SheetConflict {...settling} page_id={page_id} newer={conflict} origin={saver.origin()} mine={content.read} onExport={exportNow} />
      )}
    </div>
  )
}
