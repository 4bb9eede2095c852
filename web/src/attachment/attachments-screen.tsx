import './attachment.css'
import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { ListHead } from '../ui/frame/list-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Pager } from '../ui/pager.tsx'
import { attachmentWords } from './attachment.words.ts'
import { useAttachmentsPlace } from './attachments-place.ts'
import { DeleteOwnDialog } from './delete-own-dialog.tsx'
import type { OwnFile } from './file.ts'
import { FileFilter } from './file-filter.tsx'
import { EVERYTHING, useOwnFiles, useUsage } from './own-files.ts'
import { OwnTable, OwnTableWaiting } from './own-table.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { Usage } from './usage.tsx'

/** /attachment/index: all one has uploaded. */
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
  // The last row of the last page has been deleted, here or elsewhere.
  useEffect(() => {
    if (beyond) turn(last, true)
  })

  const upload = (look: string) => (
    <button type="button" className={look} onClick={() => setUploading(true)}>
      <Upload className="i" aria-hidden="true" />
      {t.upload}
    </button>
  )
  const filtered = wanted.display_name !== '' || wanted.attachment_type !== EVERYTHING.attachment_type
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
      <button type="button" className="btn" onClick={() => filter(EVERYTHING)}>
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
