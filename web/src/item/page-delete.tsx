import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import type { Deletable } from './item-bar.tsx'
import { readingWords } from './reading.words.ts'

/** Asks before a page goes to the recycle bin, and shows the rest of the item afterwards. */
export function PageDelete({ page, onClose }: { page: Deletable; onClose: () => void }) {
  const t = useWords(readingWords)
  const go = useNavigate()
  const queries = useQueryClient()
  const remove = async () => {
    await api.page.delete({ page_id: page.page_id })
    toast(t.pageDeleted(page.page_title), 'ok')
    await go(paths.item({ item_id: page.item }), { replace: true })
    queries.removeQueries({
      queryKey: ['page'],
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(`"page_id":"${page.page_id}"`),
    })
    await queries.invalidateQueries({ queryKey: ['item'] })
  }
  return (
    <ConfirmDialog title={t.deleteTitle(page.page_title)} action={t.deleteDo} danger onConfirm={remove} onClose={onClose}>
      {t.deleteText}
    </ConfirmDialog>
  )
}
