import { isUpTo } from '../../lib/breakpoints.ts'
import { siteTime } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { historyWords } from '../../versions/history/history.words.ts'
import { HistoryList } from '../../versions/history/list.tsx'
import { loadVersion, useVersions, type Version } from '../../versions/history/versions.ts'
import { contentOf } from '../../writing/saver.ts'
import type { PanelProps } from '../session.ts'
import { EditorSide } from '../side.tsx'

/** The history next to the text; restoring a version replaces the text in the editor and saves nothing. */
export function HistoryPanel({ session, onClose }: PanelProps) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const { page_id } = session
  const { versions } = useVersions(page_id)

  const restore = async ({ page_history_id, addtime }: Version) => {
    const { title, text } = contentOf(await loadVersion(page_id, page_history_id))
    const previous = session.read()
    if (previous.text === text && previous.title === title) return toast(t.restoredSame, 'info')
    session.replace({ title, text })
    toast(t.restored(siteTime(addtime, language)), 'ok', {
      detail: t.restoredDetail,
      action: { text: t.undo, run: () => session.replace(previous) },
    })
    // On small screens the panel covers the text: closing it shows the result.
    if (isUpTo('phone')) onClose()
  }

  return (
    <EditorSide title={t.history} count={versions?.length ? versions.length + 1 : undefined} onClose={onClose}>
      <HistoryList page_id={page_id} editable onRestore={restore} />
    </EditorSide>
  )
}
