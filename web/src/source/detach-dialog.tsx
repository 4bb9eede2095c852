import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { refreshAfter } from '../lib/changes.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { detachWords } from './source.words.ts'

interface Props {
  view: Pick<Answer<'page', 'view'>, 'page_id' | 'page_title' | 'sources'>
  /** The part is gone: it cannot be put back. */
  isGone?: boolean
  onClose: () => void
}

/** Makes a page that shows parts of a source plain text, after a confirmation that says what this means. */
export function DetachDialog({ view: { page_id, page_title, sources }, isGone = false, onClose }: Props) {
  const t = useWords(detachWords)
  const queries = useQueryClient()
  const detach = async () => {
    await api.source.detach({ page_id })
    toast(t.done(page_title), 'ok')
    await refreshAfter(queries, api.source.detach, { page_id })
  }
  return (
    <ConfirmDialog title={t.title(page_title)} action={t.action} onConfirm={detach} onClose={onClose}>
      <p>{t.text(sources.map((one) => one.title || one.name).join(', '))}</p>
      {!isGone && <p>{t.again}</p>}
    </ConfirmDialog>
  )
}
