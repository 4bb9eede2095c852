import './library.css'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pager } from '../ui/pager.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { attachmentWords } from './attachment.words.ts'
import { ALL, isPictureType, type OwnFile } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { FileMeta } from './file-meta.tsx'
import { DeleteOwnDialog, FileFilter, NO_FILTER, Usage, useOwnFiles, useUsage } from './own-files.tsx'

interface LibraryRowProps {
  file: OwnFile
  here: boolean
  onAttach: (() => void) | undefined
  onInsert: () => void
  onDelete: () => void
}

/** One file of the user, with the actions for this page. */
function LibraryRow({ file, here, onAttach, onInsert, onDelete }: LibraryRowProps) {
  const t = useWords(attachmentWords)
  const name = file.display_name
  const picture = isPictureType(file.file_type)
  return (
    <li>
      <span className="lib-thumb">
        {picture ? <img src={file.url} alt="" loading="lazy" decoding="async" /> : <FileIcon picture={false} />}
      </span>
      <span className="lib-what grow">
        <b className="cut" title={name}>
          {name}
        </b>
        <FileMeta size={file.file_size} addtime={file.addtime} />
      </span>
      <span className="lib-acts row">
        <a className="ib" href={file.url} target="_blank" rel="noreferrer" aria-label={t.visit(name)} data-tip={t.visit(name)}>
          <ExternalLink className="i" aria-hidden="true" />
        </a>
        <IconButton name={t.deleteOf(name)} onClick={onDelete}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
        {here && <span className="tag ok">{t.onThisPage}</span>}
        {onAttach && !here && (
          <button type="button" className="btn small" aria-label={t.attachOf(name)} onClick={onAttach}>
            {t.attach}
          </button>
        )}
        <button type="button" className="btn small" aria-label={t.insertOf(name)} onClick={onInsert}>
          {t.insert}
        </button>
      </span>
    </li>
  )
}

const LIBRARY_PAGE_SIZE = 5

const Waiting = () => (
  <Skeleton>
    {Array.from({ length: LIBRARY_PAGE_SIZE }, (_, at) => (
      <Bone key={`${at + 1}`} height={50} />
    ))}
  </Skeleton>
)

interface Props {
  /** The kind of files shown first. */
  kind?: string
  isHere: (file: OwnFile) => boolean
  /** Attaches the file to the page; undefined when the page is not saved yet. */
  onAttach: ((file: OwnFile) => Promise<void>) | undefined
  onInsert: (file: OwnFile) => void
  onClose: () => void
}

/** The user's files, to attach them to the page or insert them into its text. */
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

  const unfiltered = wanted.display_name === '' && wanted.attachment_type === ALL
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
        {files.data && !list.length && <Empty title={unfiltered ? t.none : t.noneFound}>{unfiltered ? t.noneText : t.noneFoundText}</Empty>}
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
