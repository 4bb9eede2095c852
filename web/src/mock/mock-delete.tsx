import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, stayHere } from '../lib/api.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { mockWords } from './mock.words.ts'

/** Takes the mock off its page, after a question: whoever calls its addresses gets no answer any more. */
export function MockDelete({ page_id, onDeleted }: { page_id: string; onDeleted: () => void }) {
  const t = useWords(mockWords)
  const [asking, setAsking] = useState(false)
  const remove = useMutation(write(api.mock.delete))
  const confirm = async () => {
    await remove.mutateAsync(stayHere({ page_id }))
    toast(t.deleted)
    onDeleted()
  }
  return (
    <>
      <button type="button" className="btn danger" onClick={() => setAsking(true)}>
        {t.delete}
      </button>
      {asking && (
        <ConfirmDialog title={t.deleteTitle} action={t.deleteDo} danger onConfirm={confirm} onClose={() => setAsking(false)}>
          {t.deleteText}
        </ConfirmDialog>
      )}
    </>
  )
}
