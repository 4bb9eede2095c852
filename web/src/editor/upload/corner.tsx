import './upload.css'
import { Paperclip } from 'lucide-react'
import { UploadRows } from '../../attachment/upload/upload-rows.tsx'
import { useUploadList } from '../../attachment/upload/use-uploads.ts'
import { useWords } from '../../lib/words.ts'
import { uploadWords } from './upload.words.ts'
import type { PageUploads } from './uploads.ts'

/** What is on its way, in the corner; and over the text, while files are held there, what a drop would do. */
export function EditorUploads({ files: { uploads, over }, hidden }: { files: PageUploads; hidden: boolean }) {
  const t = useWords(uploadWords)
  const any = useUploadList(uploads).length > 0
  return (
    <>
      {any && !hidden && (
        <div className="ed-uploads">
          <UploadRows uploads={uploads} />
        </div>
      )}
      {over && (
        <div className="ed-over" style={{ left: over.left, top: over.top, width: over.width, height: over.height }}>
          <span>
            <Paperclip className="i" aria-hidden="true" />
            <b>{t.dropHere}</b>
            {t.dropHint}
          </span>
        </div>
      )}
    </>
  )
}
