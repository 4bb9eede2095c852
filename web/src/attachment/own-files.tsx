import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { sizeOf } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { NewTab } from '../ui/icon-button.tsx'
import { useSend } from '../ui/send.ts'
import { attachmentWords } from './attachment.words.ts'
import { ALL, type OwnFile } from './file.ts'
import { FileKinds } from './file-kinds.tsx'

interface Props {
  wanted: OwnFilesFilter
  onChange: (wanted: OwnFilesFilter) => void
}

/** Filters by part of the name and by kind. */
export function FileFilter({ wanted, onChange }: Props) {
  const t = useWords(attachmentWords)
  return (
    <div className="at-filter">
      <SearchField
        label={t.find}
        clear={t.clear}
        value={wanted.display_name}
        onFind={(display_name) => onChange({ ...wanted, display_name })}
      />
      <FileKinds value={wanted.attachment_type} onChange={(attachment_type) => onChange({ ...wanted, attachment_type })} />
    </div>
  )
}

const MB = 2 ** 20

interface Used {
  /** Bytes. */
  used: string
  /** In units of 2^20 bytes. */
  used_flow_m: number
}

/** The storage used by the user's files and their traffic this month. */
export function Usage({ usage }: { usage: Used | undefined }) {
  const t = useWords(attachmentWords)
  return (
    <p className="at-usage num">
      {usage && (
        <>
          <span>{t.used(sizeOf(Number(usage.used)))}</span>
          <span>{t.flow(sizeOf(usage.used_flow_m * MB))}</span>
        </>
      )}
    </p>
  )
}

/** Confirms and deletes a file of the user permanently. */
export function DeleteOwnDialog({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const t = useWords(attachmentWords)
  const remove = useSend(api.attachment.deleteMyAttachment, { done: t.deleted(file.display_name) })
  return (
    <ConfirmDialog
      title={t.deleteTitle(file.display_name)}
      action={t.deleteDo}
      danger
      onConfirm={() => remove.send({ file_id: file.file_id })}
      onClose={onClose}
    >
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

export interface OwnFilesFilter {
  display_name: string
  attachment_type: string
}

export const NO_FILTER: OwnFilesFilter = { display_name: '', attachment_type: ALL }

export const isEverything = ({ display_name, attachment_type }: OwnFilesFilter) => display_name === '' && attachment_type === ALL

const ownFilesQuery = (wanted: OwnFilesFilter, page: number, count: number) =>
  read(api.attachment.getMyList, { ...wanted, page: String(page), count: String(count), username: '' })

/** One page of the user's files; the previous page stays until the next one is loaded. */
export const useOwnFiles = (wanted: OwnFilesFilter, page: number, count: number) =>
  useQuery({ ...ownFilesQuery(wanted, page, count), placeholderData: keepPreviousData })

/** The usage of all files of the user, independent of the filter. */
export function useUsage(wanted: OwnFilesFilter, shown: Used | undefined) {
  const filtered = !isEverything(wanted)
  const all = useQuery({ ...ownFilesQuery(NO_FILTER, 1, 1), enabled: filtered })
  return filtered ? all.data : shown
}
