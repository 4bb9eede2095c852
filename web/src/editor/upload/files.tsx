import { useState } from 'react'
import { attachmentWords } from '../../attachment/attachment.words.ts'
import { usesFile } from '../../attachment/file.ts'
import { PageFiles } from '../../attachment/page-files.tsx'
import { useWords } from '../../lib/words.ts'
import { Empty } from '../../ui/placeholder.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PanelProps } from '../session.ts'
import { EditorSide } from '../side.tsx'
import { insertFile, useFileCount } from './page-files.ts'

/** The attachments of the page, next to its text. */
export function EditorFiles({ session, onClose }: PanelProps) {
  const t = useWords(attachmentWords)
  const { page_id, files, save, show, read } = session
  const count = useFileCount(session)
  const [busy, setBusy] = useState(false)
  const savePage = async () => {
    setBusy(true)
    await save()
    setBusy(false)
  }
  return (
    <EditorSide title={t.files} count={page_id === '0' ? undefined : count} onClose={onClose}>
      {page_id === '0' ? (
        <Empty
          title={t.unsaved}
          actions={
            <button type="button" className="btn" disabled={busy} onClick={() => void savePage()}>
              {t.savePage}
            </button>
          }
        >
          {t.unsavedText}
        </Empty>
      ) : (
        <PageFiles
          page_id={page_id}
          uploads={files.uploads}
          isUsed={(file) => usesFile(read().text, file.url)}
          onFiles={files.toPage}
          onInsert={(file) => {
            insertFile(session, file)
            toast(t.inserted(file.display_name))
          }}
          onLibrary={() => show('library')}
        />
      )}
    </EditorSide>
  )
}
