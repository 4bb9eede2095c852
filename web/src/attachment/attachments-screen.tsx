import './attachment.css'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Link as LinkIcon, Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { siteTime, sizeOf } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ListHead } from '../ui/frame/list-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pager } from '../ui/pager.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
import { attachmentWords } from './attachment.words.ts'
import { copyLink } from './copy-link.ts'
import { ALL, isPictureType, OTHERS, type OwnFile, PICTURES } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { DeleteOwnDialog, FileFilter, NO_FILTER, type OwnFilesFilter, Usage, useOwnFiles, useUsage } from './own-files.tsx'
import { send, type UploadedFile } from './upload/send.ts'
import { UploadDrop } from './upload/upload-drop.tsx'
import { UploadRows } from './upload/upload-rows.tsx'
import { createUploads, isBusy, isTooMany, useUploadList, useUploadProblems } from './upload/uploads.ts'

function OwnRow({ file, onDelete }: { file: OwnFile; onDelete: () => void }) {
  const t = useWords(attachmentWords)
  const language = useLanguage()
  const name = file.display_name
  return (
    <tr>
      <td className="at-id muted num">{file.file_id}</td>
      <th scope="row">
        <span className="at-name">
          <FileIcon picture={isPictureType(file.file_type)} />
          <span className="cut" title={name}>
            {name}
          </span>
        </span>
      </th>
      <td className="at-type muted cut" title={file.file_type}>
        {file.file_type}
      </td>
      <td className="at-size r">{sizeOf(Number(file.file_size))}</td>
      <td className="at-visits r">
        <span className="hide-s">{file.visit_times}</span>
        <span className="only-s">{t.visited(Number(file.visit_times))}</span>
      </td>
      <td className="at-when muted">{siteTime(file.addtime, language)}</td>
      <td className="acts">
        <a className="ib" href={file.url} target="_blank" rel="noreferrer" aria-label={t.visit(name)} data-tip={t.visit(name)}>
          <ExternalLink className="i" aria-hidden="true" />
        </a>
        <IconButton name={t.copyLinkOf(name)} onClick={() => void copyLink(file.url, t)}>
          <LinkIcon className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.deleteOf(name)} onClick={onDelete}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

const NO_PAGE = { item_id: '0', page_id: '0' }

/** Uploads files of the user that are not attached to a page. Closing the dialog cancels unfinished uploads. */
function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(attachmentWords)
  const queries = useQueryClient()
  const { refuse, explain } = useUploadProblems()
  const [uploads] = useState(() =>
    createUploads<undefined, UploadedFile>({
      send: (file, _to, sent) => send('own', file, NO_PAGE, sent),
      refuse,
      explain: (error, { file }) => explain(error, file.name),
      tooMany: isTooMany,
      done: () => void queries.invalidateQueries({ queryKey: ['attachment'] }),
      keepFinished: true,
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

function OwnTable({ list, onDelete }: { list: OwnFile[]; onDelete: (file: OwnFile) => void }) {
  const t = useWords(attachmentWords)
  return (
    <Table name={t.title} look="at-table" columns={[t.id, t.name, t.type, [t.size, 'r'], [t.visits, 'r'], t.added]} actions={t.actions}>
      {list.map((file) => (
        <OwnRow key={file.file_id} file={file} onDelete={() => onDelete(file)} />
      ))}
    </Table>
  )
}

const OwnTableWaiting = ({ rows }: { rows: number }) => (
  <Skeleton>
    <div className="at-wait">
      {Array.from({ length: rows }, (_, at) => (
        <div key={`${at + 1}`}>
          <Bone width={`${[34, 48, 28, 40][at % 4]}%`} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)

/** Keeps filter and page in the address, so that reload and the back button restore them. */
function useAttachmentsPlace() {
  const [address, setAddress] = useSearchParams()
  const kind = address.get('attachment_type') ?? ALL
  const wanted: OwnFilesFilter = {
    display_name: address.get('display_name') ?? '',
    attachment_type: kind === PICTURES || kind === OTHERS ? kind : ALL,
  }
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1)

  const go = (to: OwnFilesFilter, page: number, replace: boolean) => {
    const next = new URLSearchParams()
    if (to.display_name) next.set('display_name', to.display_name)
    if (to.attachment_type !== ALL) next.set('attachment_type', to.attachment_type)
    if (page > 1) next.set('page', String(page))
    setAddress(next, { replace })
  }
  return {
    wanted,
    page,
    /** A changed filter starts at the first page. */
    filter: (to: OwnFilesFilter) => go(to, 1, true),
    turn: (page: number, replace = false) => go(wanted, page, replace),
  }
}

/** /attachment/index: all files that the user has uploaded. */
export function AttachmentsScreen() {
  const t = useWords(attachmentWords)
  const size = useBoot().attachmentPageSize
  const { wanted, page, filter, turn } = useAttachmentsPlace()
  const files = useOwnFiles(wanted, page, size)
  const usage = useUsage(wanted, files.data)
  const [uploading, setUploading] = useState(false)
  const [deleting, setDeleting] = useState<OwnFile>()

  const total = Number(files.data?.total ?? 0)
  const list = files.data?.list ?? []
  const last = Math.max(1, Math.ceil(total / size))
  const beyond = files.data !== undefined && !files.isPlaceholderData && page > last
  // The last row of the last page was deleted, in this window or another one.
  useEffect(() => {
    if (beyond) turn(last, true)
  })

  const upload = (look: string) => (
    <button type="button" className={look} onClick={() => setUploading(true)}>
      <Upload className="i" aria-hidden="true" />
      {t.upload}
    </button>
  )
  const filtered = wanted.display_name !== '' || wanted.attachment_type !== NO_FILTER.attachment_type
  const content = () => {
    if (files.error && !files.data) return <ErrorNote title={t.failed} error={files.error} onRetry={() => void files.refetch()} />
    if (!files.data || beyond) return <OwnTableWaiting rows={size} />
    if (list.length)
      return (
        <div className={files.isPlaceholderData ? 'at-old' : undefined}>
          <OwnTable list={list} onDelete={setDeleting} />
          <Pager page={page} size={size} total={total} onPage={turn} />
        </div>
      )
    if (!filtered)
      return (
        <Empty title={t.none} actions={upload('btn')}>
          {t.noneText}
        </Empty>
      )
    const showAll = (
      <button type="button" className="btn" onClick={() => filter(NO_FILTER)}>
        {t.showAll}
      </button>
    )
    return (
      <Empty title={t.noneFound} actions={showAll}>
        {t.noneFoundText}
      </Empty>
    )
  }
  return (
    <Screen title={t.title}>
      <div className="screen attachments">
        <ListHead back={{ to: paths.items(), text: t.backToItems }} title={<h1>{t.title}</h1>} action={upload('btn primary')} />
        <p className="about">{t.about}</p>
        {(filtered || total > 0 || !files.data) && (
          <div className="at-head">
            <FileFilter wanted={wanted} onChange={filter} />
            <Usage usage={usage} />
          </div>
        )}
        {content()}
        {uploading && <UploadDialog onClose={() => setUploading(false)} />}
        {deleting && <DeleteOwnDialog file={deleting} onClose={() => setDeleting(undefined)} />}
      </div>
    </Screen>
  )
}
