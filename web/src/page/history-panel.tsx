import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { siteTime } from '../lib/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.ts'
import type { PanelProps } from './editor-panels.tsx'
import { contentOf } from './editor-saver.ts'
import { historyWords } from './history.words.ts'
import { HistoryList } from './history-list.tsx'
import { loadVersion, useVersions, type Version } from './history-versions.ts'

/** The history beside the text; a restored version stands in the editor and is not saved. */
export function HistoryPanel({ sitting, onClose }: PanelProps) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const panel = useRef<HTMLElement>(null)
  const { page_id } = sitting
  const { versions } = useVersions(page_id)

  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    panel.current?.focus()
    return () => before?.focus()
  }, [])

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
    <aside
      ref={panel}
      className="hist scroll"
      aria-label={t.history}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2>{t.history}</h2>
        {!!versions?.length && (
          <span className="hist-count" title={t.count(versions.length)}>
            {versions.length}
          </span>
        )}
        <span className="grow" />
        <IconButton name={t.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <HistoryList page_id={page_id} editable onRestore={restore} />
    </aside>
  )
}
