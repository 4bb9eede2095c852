import './attachment.css'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { refreshAfter } from '../lib/changes.ts'
import { siteTime, sizeOf } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { type Column, Table } from '../ui/table/table.tsx'
import { attachmentWords } from './attachment.words.ts'
import { copyLink } from './copy-link.ts'
import { ALL, isPictureType, OTHERS, type OwnFile, PICTURES } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { DeleteOwnDialog, FileFilter, isEverything, type OwnFilesFilter, Usage, useOwnFiles, useUsage } from './own-files.tsx'
import { send, type UploadedFile } from './upload/send.ts'
import { UploadDrop } from './upload/upload-drop.tsx'
import { UploadRows } from './upload/upload-rows.tsx'
import { createUploads, isBusy, isTooMany, useUploadList, useUploadProblems } from './upload/uploads.ts'

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
      done: () => void refreshAfter(queries, { path: 'attachment/attachmentUpload' }, {}),
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
  const language = useLanguage()
  const columns: Column<OwnFile>[] = [
    { head: t.id, cell: ({ file_id }) => file_id, width: 72, look: 'at-id muted num' },
    { head: t.name, cell: (file) => <OwnName file={file} />, isName: true },
    {
      head: t.type,
      cell: ({ file_type }) => file_type,
      width: 150,
      from: 1000,
      look: 'muted cut',
      title: ({ file_type }) => file_type,
    },
    { head: t.size, cell: ({ file_size }) => sizeOf(Number(file_size)), width: 84, isNumber: true },
    {
      head: t.visits,
      cell: ({ visit_times }) => visit_times,
      phone: ({ visit_times }) => t.visited(Number(visit_times)),
      width: 88,
      isNumber: true,
    },
    { head: t.added, cell: ({ addtime }) => siteTime(addtime, language), width: 168, look: 'muted' },
  ]
  const actions = (file: OwnFile) => (
    <>
      <a className="btn quiet small" href={file.url} target="_blank" rel="noreferrer" aria-label={t.visit(file.display_name)}>
        {t.open}
      </a>
      <RowMenu name={file.display_name}>
        <MenuItem onSelect={() => void copyLink(file.url, t)}>{t.copyLink}</MenuItem>
        <MenuItem bad onSelect={() => onDelete(file)}>
          {t.delete}
        </MenuItem>
      </RowMenu>
    </>
  )
  return (
    <Table
      name={t.title}
      look="at-table"
      columns={columns}
      rows={list}
      keyOf={({ file_id }) => file_id}
      actions={{ head: t.actions, cell: actions, width: 112 }}
    />
  )
}

const OwnName = ({ file: { display_name, file_type } }: { file: OwnFile }) => (
  <span className="row-name">
    <FileIcon picture={isPictureType(file_type)} />
    <span className="cut" title={display_name}>
      {display_name}
    </span>
  </span>
)

/** /attachment/index: all files that the user has uploaded. */
export function AttachmentsScreen() {
  const t = useWords(attachmentWords)
  const size = useBoot().attachmentPageSize
  const place = useListAddress(['display_name', 'attachment_type'], [size])
  const { display_name, attachment_type: kind } = place.filter
  const wanted: OwnFilesFilter = { display_name, attachment_type: kind === PICTURES || kind === OTHERS ? kind : ALL }
  const files = useOwnFiles(wanted, place.page, size)
  const usage = useUsage(wanted, files.data)
  const [uploading, setUploading] = useState(false)
  const [deleting, setDeleting] = useState<OwnFile>()
  const data = files.data && { rows: files.data.list, total: Number(files.data.total) }
  const filtered = !isEverything(wanted)
  const filter = ({ display_name, attachment_type }: OwnFilesFilter) =>
    place.find({ display_name, attachment_type: attachment_type === ALL ? '' : attachment_type })

  const upload = (
    <button type="button" className="btn primary" onClick={() => setUploading(true)}>
      <Upload className="i" aria-hidden="true" />
      {t.upload}
    </button>
  )
  return (
    <Screen title={t.title}>
      <div className="screen attachments">
        <PageHead back={{ to: paths.items(), text: t.backToItems }} title={t.title} action={upload} about={t.about} />
        {(filtered || !data || data.total > 0) && (
          <div className="at-head">
            <FileFilter wanted={wanted} onChange={filter} />
            <Usage usage={usage} />
          </div>
        )}
        <PagedList
          query={{ ...files, data }}
          place={{ ...place, filtered }}
          words={t}
          rowHeight={49}
          none={<Empty title={t.none}>{t.noneText}</Empty>}
        >
          {(list) => <OwnTable list={list} onDelete={setDeleting} />}
        </PagedList>
        {uploading && <UploadDialog onClose={() => setUploading(false)} />}
        {deleting && <DeleteOwnDialog file={deleting} onClose={() => setDeleting(undefined)} />}
      </div>
    </Screen>
  )
}
