import './upload/upload.css'
import './page-files.css'
import { useQuery } from '@tanstack/react-query'
import { Copy, CornerDownLeft, Download, Ellipsis, FolderOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconButton, NewTab } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { attachmentWords } from './attachment.words.ts'
import { copyLink } from './copy-link.ts'
import { isPictureType, type PageFile } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { FileMeta } from './file-meta.tsx'
import { UploadDrop } from './upload/upload-drop.tsx'
import { UploadRows } from './upload/upload-rows.tsx'
import type { UploadList } from './upload/uploads.ts'

interface PageFileRowProps {
  file: PageFile
  onInsert: () => void
  onDelete: () => void
}

function PageFileRow({ file, onInsert, onDelete }: PageFileRowProps) {
  const t = useWords(attachmentWords)
  const name = file.display_name
  return (
    <li>
      <FileIcon picture={isPictureType(file.file_type)} />
      <span className="pf-what">
        <a className="cut" href={file.url} target="_blank" rel="noreferrer" title={name}>
          {name}
          <NewTab />
        </a>
        <FileMeta size={file.file_size} addtime={file.addtime} />
      </span>
      <IconButton name={t.insertOf(name)} onClick={onInsert}>
        <CornerDownLeft className="i" aria-hidden="true" />
      </IconButton>
      <Menu
        label={t.more(name)}
        button={(opener) => (
          <IconButton name={t.more(name)} {...opener}>
            <Ellipsis className="i" aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuItem icon={<Copy className="i" aria-hidden="true" />} onSelect={() => void copyLink(file.url, t)}>
          {t.copyLink}
        </MenuItem>
        <MenuItem icon={<Download className="i" aria-hidden="true" />} href={file.url} download={name}>
          {t.download}
        </MenuItem>
        <MenuItem bad icon={<Trash2 className="i" aria-hidden="true" />} onSelect={onDelete}>
          {t.delete}
        </MenuItem>
      </Menu>
    </li>
  )
}

function DeleteDialog({ file, page_id, used, onClose }: { file: PageFile; page_id: string; used: boolean; onClose: () => void }) {
  const t = useWords(attachmentWords)
  const remove = useSend(api.page.deleteUploadFile, { done: t.deleted(file.display_name) })
  return (
    <ConfirmDialog
      title={t.deleteTitle(file.display_name)}
      action={t.deleteDo}
      danger
      onConfirm={() => remove.send({ file_id: file.file_id, page_id })}
      onClose={onClose}
    >
      <p>{t.takeOffText}</p>
      {used && <p className="pf-used">{t.inText}</p>}
    </ConfirmDialog>
  )
}

interface Props {
  page_id: string
  uploads: UploadList
  /** Whether the current text uses the file. */
  isUsed: (file: PageFile) => boolean
  onFiles: (files: File[]) => void
  onInsert: (file: PageFile) => void
  onLibrary: () => void
}

/** The attachments of a saved page. */
export function PageFiles({ page_id, uploads, isUsed, onFiles, onInsert, onLibrary }: Props) {
  const t = useWords(attachmentWords)
  const files = useQuery(read(api.page.uploadList, { page_id }))
  const [deleting, setDeleting] = useState<PageFile>()
  return (
    <>
      <div className="pf-add">
        <UploadDrop small onFiles={onFiles} />
        <button type="button" className="btn small wide" onClick={onLibrary}>
          <FolderOpen className="i" aria-hidden="true" />
          {t.fromLibrary}
        </button>
        <UploadRows uploads={uploads} />
      </div>
      {files.error && !files.data && <ErrorNote title={t.filesFailed} error={files.error} onRetry={() => void files.refetch()} />}
      {files.isPending && (
        <div className="pf-wait">
          <Skeleton lines={6} />
        </div>
      )}
      {files.data?.length === 0 && <Empty title={t.noFiles}>{t.noFilesText}</Empty>}
      {files.data && files.data.length > 0 && (
        <ul className="pf-list">
          {files.data.map((file) => (
            <PageFileRow key={file.file_id} file={file} onInsert={() => onInsert(file)} onDelete={() => setDeleting(file)} />
          ))}
        </ul>
      )}
      {deleting && <DeleteDialog file={deleting} page_id={page_id} used={isUsed(deleting)} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
