import { siteTime } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { historyWords } from '../../versions/history/history.words.ts'
import { HistoryList } from '../../versions/history/list.tsx'
import { loadVersion, useVersions, type Version } from '../../versions/history/versions.ts'
import { contentOf } from '../../writing/saver.ts'
import type { PanelProps } from '../session.ts'
import { EditorSide } from '../side.tsx'

/** The history beside the text; a restored version stands in the editor and is not saved. */
export function HistoryPanel({ sitting, onClose }: PanelProps) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const { page_id } = sitting
  const { versions } = useVersions(page_id)

  const restore = async ({ page_history_id, addtime }: Version) => {
    const { title, text } = contentOf(await loadVersion(page_id, page_history_id))
    const before = sitting.read()
    if (before.text === text && before.title === title) return toast(t.restoredSame, 'info')
    sitting.replace({ title, text })
    toast(t.restored(siteTime(addtime, language)), 'ok', {
      detail: t.restoredDetail,
      action: { text: t.undo, run: () => sitting.replace(before) },
    })
    // Where the panel lies over the text, one wants to see what came.
    if (globalThis.matchMedia?.('(max-width: 767px)').matches) onClose()
  }

  return (
    <EditorSide title={t.history} count={versions?.length ? versions.length + 1 : undefined} onClose={onClose}>
      <HistoryList page_id={page_id} editable onRestore={restore} />
    </EditorSide>
  )
}
