import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { PageSortDialog } from '../../page-order/dialog.tsx'
import { pageSortWords } from '../../page-order/page-order.words.ts'
import type { PanelProps } from '../session.ts'

/** Sorts pages from within the editor, starting with the page's catalog. */
export function PageSortPanel({ session, onClose }: PanelProps) {
  const t = useWords(pageSortWords)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { page_id, item, save } = session
  const saveNow = async () => {
    setBusy(true)
    const saved = await save()
    setBusy(false)
    // The reason a save failed is shown in the editor.
    if (saved !== 'all') return onClose()
    await queries.invalidateQueries({ queryKey: ['catalog'] })
  }
  return (
    <PageSortDialog
      item={item}
      cat_id={session.read().cat_id}
      page_id={page_id}
      onClose={onClose}
      note={
        page_id === '0' && (
          <div className="ps-note row">
            {t.unsaved}
            <button type="button" className="btn small" disabled={busy} onClick={() => void saveNow()}>
              {t.savePage}
            </button>
          </div>
        )
      }
    />
  )
}
