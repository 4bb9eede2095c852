import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { PageSortDialog } from '../../page-order/dialog.tsx'
import { pageSortWords } from '../../page-order/page-order.words.ts'
import type { PanelProps } from '../session.ts'

/** Sorting from within the editor, beginning with the catalog of the page. */
export function PageSortPanel({ sitting, onClose }: PanelProps) {
  const t = useWords(pageSortWords)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { page_id, item, save } = sitting
  const saveNow = async () => {
    setBusy(true)
    const saved = await save()
    setBusy(false)
    // What hinders the save is told where one writes.
    if (saved !== 'all') return onClose()
    await queries.invalidateQueries({ queryKey: ['catalog'] })
  }
  return (
    <PageSortDialog
      item={item}
      cat_id={sitting.read().cat_id}
      page_id={page_id}
      onClose={onClose}
      note={
        page_id === '0' && (
          <div className="ps-note">
            {t.unsaved}
            <button type="button" className="btn s" disabled={busy} onClick={() => void saveNow()}>
              {t.savePage}
            </button>
          </div>
        )
      }
    />
  )
}
