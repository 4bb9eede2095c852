import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { attachmentWords } from '../attachment.words.ts'
import { send, type UploadedFile } from './send.ts'
import { UploadDrop } from './upload-drop.tsx'
import { UploadRows } from './upload-rows.tsx'
import { createUploads, isBusy } from './uploads.ts'
import { isTooMany, useUploadList, useUploadProblems } from './use-uploads.ts'

const NOWHERE = { item_id: '0', page_id: '0' }

/** Files of one's own, on no page yet. Closing it stops what is still on its way. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(attachmentWords)
  const queries = useQueryClient()
  const { refuse, explain } = useUploadProblems()
  const [uploads] = useState(() =>
    createUploads<undefined, UploadedFile>({
      send: (file, _to, sent) => send('own', file, NOWHERE, sent),
      refuse,
      explain: (error, { file }) => explain(error, file.name),
      tooMany: isTooMany,
      done: () => void queries.invalidateQueries({ queryKey: ['attachment'] }),
      keep: true,
    }),
  )
  const list = useUploadList(uploads)
  useEffect(() => () => uploads.stop(), [uploads])
  const busy = isBusy(list)
  return (
    <Dialog
      title={t.uploadTitle}
      onClose={onClose}
      actions={
        <button type="button" className={list.length && !busy ? 'btn primary' : 'btn'} onClick={onClose}>
          {busy ? t.cancel : t.close}
        </button>
      }
    >
      <UploadDrop onFiles={(files) => uploads.add(files.map((file) => ({ file, to: undefined })))} />
      <UploadRows uploads={uploads} />
    </Dialog>
  )
}
