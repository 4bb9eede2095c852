import { useMutation } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { NewTab } from '../ui/new-tab.tsx'
import { toast } from '../ui/toast.ts'
import { attachmentWords } from './attachment.words.ts'
import type { OwnFile } from './file.ts'

/** One of one's own files, gone for good. */
export function DeleteOwnDialog({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const t = useWords(attachmentWords)
  const remove = useMutation(write(api.attachment.deleteMyAttachment, 'page'))
  const confirm = async () => {
    await remove.mutateAsync({ file_id: file.file_id })
    toast(t.deleted(file.display_name))
  }
  return (
    <ConfirmDialog title={t.deleteTitle(file.display_name)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      <p>{t.deleteText}</p>
      {file.page_id !== '0' && (
        <p>
          <a href={readBoot().base + paths.pageById(file.page_id)} target="_blank" rel="noreferrer">
            {t.onPage}
            <NewTab />
          </a>
        </p>
      )}
    </ConfirmDialog>
  )
}
