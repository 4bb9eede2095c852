import type { Answer } from '@sheaf/contract/client'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSend } from '../ui/send.ts'
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
  const detach = useSend(api.source.detach, { done: t.done(page_title) })
  return (
    <ConfirmDialog title={t.title(page_title)} action={t.action} onConfirm={() => detach.send({ page_id })} onClose={onClose}>
      <p>{t.text(sources.map((one) => one.title || one.name).join(', '))}</p>
      {!isGone && <p>{t.again}</p>}
    </ConfirmDialog>
  )
}
