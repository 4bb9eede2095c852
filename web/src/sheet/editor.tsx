import '../editor/editor.css'
import type { Answer } from '@sheaf/contract/client'
import { CONTENT_CHARS_MAX } from '@sheaf/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { EditorSide } from '../editor/side.tsx'
import { keyText } from '../lib/control-key.ts'
import { longDate, siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import { useAccount } from '../session/session.ts'
import type { Info } from '../tree/item-tree.ts'
import { toast } from '../ui/toast.tsx'
import { historyWords } from '../versions/history/history.words.ts'
import { HistoryList } from '../versions/history/list.tsx'
import { loadVersion, useVersions, type Version } from '../versions/history/versions.ts'
import { useConflictResolution } from '../versions/merge/settle.ts'
import { useDrafts } from '../writing/drafts.ts'
import { EditorLeave, type PendingNavigation } from '../writing/leave.tsx'
import type { EditLock } from '../writing/lock/lock.ts'
import { LockItem, LockNote } from '../writing/lock/signs.tsx'
import { type Content, contentOf, createSaver, type Outcome } from '../writing/saver.ts'
import { type SavedOutcome, type SaveResult, useSaveWhen, useSaving } from '../writing/saving.ts'
import { DraftNote, SaveNote, SaveStatus } from '../writing/status.tsx'
import { SheetConflict } from './conflict.tsx'
import { GridGuard, SheetGrid, SheetPrint } from './grid/sheet-grid.tsx'
import { SheetPaper } from './paper.tsx'
import { type OpenedSheet, SheetBar, type SheetPlace } from './reading.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'
import { useExport } from './sheet-export.ts'
import { SheetImport } from './sheet-import.tsx'
import { type SheetState, useSheetState } from './state.ts'

interface SheetSavingOptions {
  item_id: string
  page: Answer<'page', 'info'>
  work: SheetState
  onSaved: () => void
}

/** Saving, drafts and conflicts as for a text page, with the spreadsheet as the content. */
function useSheetSaving({ item_id, page, work, onSaved: notifySaved }: SheetSavingOptions) {
  const t = useWords(sheetEditWords)
  const account = useAccount()
  const { read, markSaved, replace, isDirty, commitCell } = work
  const [start] = useState(() => contentOf(page))
  const version = useRef(page.version)
  const [saver] = useState(() => createSaver(item_id, { page_id: page.page_id, version: page.version, content: start }))

  const content = useMemo(
    () => ({
      read: (): Content => ({ ...start, text: read() }),
      write: ({ text }: Content) => replace(text),
      markSaved: ({ text }: Content) => markSaved(text),
    }),
    [start, read, replace, markSaved],
  )
  const drafts = useDrafts({
    place: { uid: account?.uid ?? '', item_id, page_id: page.page_id },
    loaded: start,
    version: useCallback(() => version.current, []),
    read: content.read,
    isDirty,
  })
  const guarded = useMemo(
    () => ({
      async save(now: Content, over?: string): Promise<Outcome> {
        if (now.text.length <= CONTENT_CHARS_MAX) return saver.save(now, over)
        return { kind: 'refused', message: t.tooLarge((now.text.length / 1024 / 1024).toFixed(1)) }
      },
    }),
    [saver, t],
  )
  const onSaved = useCallback(
    (outcome: SavedOutcome) => {
      version.current = outcome.version
      markSaved(outcome.content.text)
      drafts.clear()
      notifySaved()
    },
    [markSaved, drafts.clear, notifySaved],
  )
  const same = useCallback(() => !isDirty(), [isDirty])
  const { state, save: saveText, conflict, closeConflict } = useSaving({ saver: guarded, content: content.read, same, onSaved })
  const save = useCallback(
    (over?: string): Promise<SaveResult> => {
      commitCell()
      return saveText(over)
    },
    [commitCell, saveText],
  )
  const restoreDraft = () => {
    const { offer } = drafts
    if (!offer) return
    replace(offer.text)
    if (offer.version) {
      saver.rebase(offer.version)
      version.current = offer.version
    }
    drafts.settle()
  }
  return { state, save, conflict, closeConflict, drafts, saver, version, content, restoreDraft }
}

interface SheetHistoryProps {
  page_id: string
  work: SheetState
  onClose: () => void
}

/** The history next to the cells. A restored version appears in the grid and is not saved. */
function SheetHistory({ page_id, work, onClose }: SheetHistoryProps) {
  const t = useWords(historyWords)
  const e = useWords(sheetEditWords)
  const language = useLanguage()
  const { versions } = useVersions(page_id)

  const restore = async ({ page_history_id, addtime }: Version) => {
    const { page_content } = await loadVersion(page_id, page_history_id)
    const current = work.read()
    if (current === page_content) return toast(e.restoredSame, 'info')
    work.replace(page_content)
    toast(e.restored(siteTime(addtime, language)), 'ok', {
      detail: t.restoredDetail,
      action: { text: t.undo, run: () => work.replace(current) },
    })
    if (globalThis.matchMedia?.('(max-width: 767px)').matches) onClose()
  }
  return (
    <EditorSide title={t.history} count={versions?.length || undefined} onClose={onClose}>
      <HistoryList page_id={page_id} editable onRestore={restore} />
    </EditorSide>
  )
}

/** Shown instead of a grid that failed: the reason and the saved spreadsheet, read-only. */
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

/** Loads the version requested in the address into the grid, once. It is not saved yet. */
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
    // After a reload the draft counts, not the version in the address.
    void navigate(paths.page(info, page.page_id), { replace: true, state: { editor: session } })
  }, [opened, info, session, replace, t, history, language, navigate])
}

interface Props extends SheetPlace {
  view: View
  opened: OpenedSheet
  held: EditLock
  session: string
}

/** One editing session of one spreadsheet. */
export function SheetEditor({ info, view, share, opened, held, session }: Props) {
  const t = useWords(sheetEditWords)
  const { page } = opened
  const { page_id } = page
  const queries = useQueryClient()
  const work = useSheetState(page.page_content)
  const [panel, setPanel] = useState<'history' | 'import'>()
  const wayOut: RefObject<PendingNavigation | undefined> = useRef(undefined)

  const onSaved = useCallback(() => {
    for (const group of ['page', 'item']) void queries.invalidateQueries({ queryKey: [group] })
  }, [queries])
  const saving = useSheetSaving({ item_id: info.item_id, page, work, onSaved })
  const { state, save, conflict, closeConflict, drafts, saver, version, content } = saving
  const resolution = useConflictResolution({
    content,
    saver,
    version,
    keepDraft: drafts.setAside,
    save,
    closeConflict,
    pendingNavigation: wayOut,
  })
  const saveNow = useCallback(() => void save(), [save])
  const exportNow = useExport(work)
  useRestoredSheet({ opened, info, session, work })

  useEffect(() => held.lock.enter(), [held.lock])

  // Registered before the grid, which has its own keyboard shortcuts.
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
      <EditorLeave dirty={work.dirty} session={session} onSave={save} pendingNavigation={wayOut} />
      {conflict && (
        <SheetConflict
          {...resolution}
          page_id={page_id}
          newer={conflict}
          origin={saver.origin()}
          mine={content.read}
          onExport={exportNow}
        />
      )}
    </div>
  )
}
