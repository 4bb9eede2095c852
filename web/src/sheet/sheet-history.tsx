import { EditorSide } from '../editor/side.tsx'
import { siteTime } from '../lib/format/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { historyWords } from '../versions/history/history.words.ts'
import { HistoryList } from '../versions/history/list.tsx'
import { loadVersion, useVersions, type Version } from '../versions/history/versions.ts'
import { sheetEditWords } from './sheet-edit.words.ts'
import type { SheetState } from './sheet-work.ts'

interface SheetHistoryProps {
  page_id: string
  work: SheetState
  onClose: () => void
}

/** The history beside the cells; a restored version stands in the grid and is not saved. */
export function SheetHistory({ page_id, work, onClose }: SheetHistoryProps) {
  const t = useWords(historyWords)
  const e = useWords(sheetEditWords)
  const language = useLanguage()
  const { versions } = useVersions(page_id)

  const restore = async ({ page_history_id, addtime }: Version) => {
    const { page_content } = await loadVersion(page_id, page_history_id)
    const before = work.read()
    if (before === page_content) return toast(e.restoredSame, 'info')
    work.replace(page_content)
    toast(e.restored(siteTime(addtime, language)), 'ok', {
      detail: t.restoredDetail,
      action: { text: t.undo, run: () => work.replace(before) },
    })
    if (globalThis.matchMedia?.('(max-width: 767px)').matches) onClose()
  }
  return (
    <EditorSide title={t.history} count={versions?.length || undefined} onClose={onClose}>
      <HistoryList page_id={page_id} editable onRestore={restore} />
    </EditorSide>
  )
}
