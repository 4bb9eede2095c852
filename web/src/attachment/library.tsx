import './library.css'
import { useEffect, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { Pager } from '../ui/pager.tsx'
import { attachmentWords } from './attachment.words.ts'
import { DeleteOwnDialog } from './delete-own-dialog.tsx'
import { ALL, type OwnFile } from './file.ts'
import { FileFilter } from './file-filter.tsx'
import { LibraryRow } from './library-row.tsx'
import { NO_FILTER, useOwnFiles, useUsage } from './own-files.ts'
import { Usage } from './usage.tsx'

const LIBRARY_PAGE_SIZE = 5

const Waiting = () => (
  <Skeleton>
    {Array.from({ length: LIBRARY_PAGE_SIZE }, (_, at) => (
      <Bone key={`${at + 1}`} height={50} />
    ))}
  </Skeleton>
)

interface Props {
  /** The kind it opens with. */
  kind?: string
  isHere: (file: OwnFile) => boolean
  /** Puts it on the page; absent where there is none yet. */
  onAttach: ((file: OwnFile) => Promise<void>) | undefined
  onInsert: (file: OwnFile) => void
  onClose: () => void
}

/** One's own files, to be put on the page or into its text. */
export function Library({ kind = ALL, isHere, onAttach, onInsert, onClose }: Props) {
  const t = useWords(attachmentWords)
  const [wanted, setWanted] = useState({ ...NO_FILTER, attachment_type: kind })
  const [page, setPage] = useState(1)
  const [deleting, setDeleting] = useState<OwnFile>()
  const files = useOwnFiles(wanted, page, LIBRARY_PAGE_SIZE)
  const usage = useUsage(wanted, files.data)
  const total = Number(files.data?.total ?? 0)
  const last = Math.max(1, Math.ceil(total / LIBRARY_PAGE_SIZE))
  useEffect(() => {
    if (files.data && !files.isPlaceholderData && page > last) setPage(last)
  }, [files.data, files.isPlaceholderData, page, last])

  const nothing = wanted.display_name === '' && wanted.attachment_type === ALL
  const list = files.data?.list ?? []
  return (
    <Dialog
      wide
      title={kind === ALL ? t.library : t.libraryPictures}
      onClose={onClose}
      actions={
        <button type="button" className="btn" onClick={onClose}>
          {t.close}
        </button>
      }
    >
      <div className="at-head lib-head">
        <FileFilter
          wanted={wanted}
          onChange={(next) => {
            setWanted(next)
            setPage(1)
          }}
        />
        <Usage usage={usage} />
      </div>
      <div className="lib-list">
        {files.error && !files.data && <ErrorNote title={t.failed} error={files.error} onRetry={() => void files.refetch()} />}
        {files.isPending && <Waiting />}
        {files.data && !list.length && <Empty title={nothing ? t.none : t.noneFound}>{nothing ? t.noneText : t.noneFoundText}</Empty>}
        {list.length > 0 && (
          <ul className={files.isPlaceholderData ? 'at-old' : undefined}>
            {list.map((file) => (
              <LibraryRow
                key={file.file_id}
                file={file}
                here={isHere(file)}
                onAttach={onAttach && (() => void onAttach(file))}
                onInsert={() => onInsert(file)}
                onDelete={() => setDeleting(file)}
              />
            ))}
          </ul>
        )}
      </div>
      <Pager page={Math.min(page, last)} size={LIBRARY_PAGE_SIZE} total={total} onPage={setPage} />
      {deleting && <DeleteOwnDialog file={deleting} onClose={() => setDeleting(undefined)} />}
    </Dialog>
  )
}
