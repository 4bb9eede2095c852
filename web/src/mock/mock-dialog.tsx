import './mock.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { mockWords } from './mock.words.ts'
import { MockForm } from './mock-form.tsx'
import type { MockOf } from './mock-of.ts'

/** The mock of a page: made, changed, tried, deleted. */
export function MockDialog({ page_id, savePage, onClose, ...of }: MockOf) {
  const t = useWords(mockWords)
  const [busy, setBusy] = useState(false)
  const mock = useQuery({
    ...read(api.mock.infoByPageId, withoutLoginRedirect({ page_id })),
    enabled: page_id !== '0',
    staleTime: 0,
    gcTime: 0,
  })
  if (mock.isSuccess) return <MockForm {...of} page_id={page_id} mock={mock.data} onClose={onClose} />
  const save = async () => {
    setBusy(true)
    await savePage()
    setBusy(false)
  }
  const close = (
    <button type="button" className="btn" onClick={onClose}>
      {t.close}
    </button>
  )
  return (
    <Dialog wide title={t.title} onClose={onClose} actions={close}>
      {page_id === '0' ? (
        <Empty
          title={t.unsaved}
          actions={
            <button type="button" className="btn primary" disabled={busy} onClick={() => void save()} data-autofocus>
              {t.savePage}
            </button>
          }
        >
          {t.unsavedText}
        </Empty>
      ) : mock.error ? (
        <ErrorNote title={t.failed} error={mock.error} onRetry={() => void mock.refetch()} />
      ) : (
        <div className="mk-wait">
          <Skeleton>
            <Bone width="60%" height={14} />
            <Bone height={36} />
            <Bone height={36} />
            <Bone height={360} />
          </Skeleton>
        </div>
      )}
    </Dialog>
  )
}
