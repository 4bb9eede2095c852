import '../editor/editor.css'
import { CONTENT_CHARS_MAX } from '@sheaf/contract/limits'
import { useMemo, useState } from 'react'
import { EditorSide } from '../editor/side.tsx'
import { isUpTo } from '../lib/breakpoints.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { toast } from '../ui/toast.tsx'
import { historyWords } from '../versions/history/history.words.ts'
import { HistoryList } from '../versions/history/list.tsx'
import { loadVersion, useVersions, type Version } from '../versions/history/versions.ts'
import { EditorLeave } from '../writing/leave.tsx'
import type { EditLock } from '../writing/lock/lock.ts'
import { LockItem } from '../writing/lock/signs.tsx'
import { type Content, contentOf } from '../writing/saver.ts'
import { useWritingSession, type WrittenContent } from '../writing/session.ts'
import { SaveStatus, WritingNotes } from '../writing/status.tsx'
import { SheetConflict } from './conflict.tsx'
import { GridGuard, SheetGrid, SheetPrint } from './grid/sheet-grid.tsx'
import { SheetPaper } from './paper.tsx'
import { type OpenedSheet, SheetBar, type SheetPlace } from './reading.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'
import { useExport } from './sheet-export.ts'
import { SheetImport } from './sheet-import.tsx'
import { type SheetState, useSheetState } from './state.ts'

/** The adapter of the spreadsheet for a writing session: only its text changes. */
function useSheetContent(start: Content, work: SheetState): WrittenContent {
  const t = useWords(sheetEditWords)
  const { read, isDirty, replace, markSaved, commitCell } = work
  return useMemo(
    () => ({
      isReady: true,
      read: () => ({ ...start, text: read() }),
      isDirty,
      write: ({ text }) => replace(text),
      restore: ({ text }) => replace(text),
      markSaved: ({ text }) => markSaved(text),
      commit: commitCell,
      refuse: ({ text }) => (text.length <= CONTENT_CHARS_MAX ? undefined : t.tooLarge((text.length / 1024 / 1024).toFixed(1))),
    }),
    [start, read, isDirty, replace, markSaved, commitCell, t],
  )
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
    if (isUpTo('phone')) onClose()
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
  const work = useSheetState(page.page_content)
  const [panel, setPanel] = useState<'history' | 'import'>()
  const [begin] = useState(() => ({
    page_id,
    version: page.version,
    content: contentOf(page),
    restored: opened.restored && { ...contentOf(opened.restored), addtime: opened.restored.addtime },
  }))
  const { restoredDetail } = useWords(historyWords)
  const { state, save, saveNow, conflict, notes, leave } = useWritingSession({
    item_id: info.item_id,
    opened: begin,
    content: useSheetContent(begin.content, work),
    held,
    sessionKey: session,
    pathOf: (id) => paths.page(info, id),
    restoredWords: useMemo(() => ({ restored: t.restored, restoredDetail }), [t, restoredDetail]),
    ownKeys: true,
  })
  const exportNow = useExport(work)

  return (
    <div className="ed sheet">
      <SheetBar
        {...{ info, view, share }}
        state={<SaveStatus state={state} dirty={work.dirty} lock={held.state} conflict={conflict !== undefined} />}
        onImport={() => setPanel('import')}
        onExport={exportNow}
        onHistory={() => setPanel('history')}
        lock={<LockItem held={held} page_id={page_id} />}
        onSave={saveNow}
      />
      <div className="ed-notes">
        <WritingNotes {...notes} />
      </div>
      <main className="sheet-main" id={MAIN_ID}>
        <GridGuard key={work.book.id} instead={<GridFailed view={view} />}>
          <SheetGrid ref={work.grid} sheets={work.book.sheets} editable onOp={work.onOp} />
        </GridGuard>
      </main>
      {panel === 'history' && <SheetHistory page_id={page_id} work={work} onClose={() => setPanel(undefined)} />}
      {panel === 'import' && <SheetImport work={work} onClose={() => setPanel(undefined)} />}
      <SheetPrint view={view} />
      <EditorLeave dirty={work.dirty} {...leave} onSave={save} />
      {conflict && <SheetConflict {...conflict} onExport={exportNow} />}
    </div>
  )
}
