import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPictureType } from '../../attachment/file.ts'
import { FileIcon } from '../../attachment/file-icon.tsx'
import { FileKinds } from '../../attachment/file-kinds.tsx'
import { api, read } from '../../lib/api.ts'
import { siteTime, sizeOf } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { adminWords } from '../admin.words.ts'
import { type AdminFile, FindField, ListPart, useListParams } from '../list.tsx'
import { filesWords } from './files.words.ts'

const ALL = '-1'

/** The files of all users with their size; administrators can delete them. */
export function Files() {
  const t = useWords(filesWords)
  const place = useListParams(['display_name', 'username', 'attachment_type'])
  const { filter, page, size } = place
  const [deleting, setDeleting] = useState<AdminFile>()
  const input = { ...filter, attachment_type: filter.attachment_type || ALL, page: String(page), count: String(size) }
  const found = useQuery({ ...read(api.attachment.getAllList, input), placeholderData: keepPreviousData })
  const data = found.data && { rows: found.data.list, total: Number(found.data.total) }
  return (
    <>
      <PageHead title={t.title} about={found.data ? t.used(Number(found.data.total), sizeOf(Number(found.data.used))) : '\u00a0'} />
      <div className="adm-filter">
        <FindField label={t.find} value={filter.display_name} onFind={(display_name) => place.find({ display_name })} />
        <FindField label={t.findUser} value={filter.username} onFind={(username) => place.find({ username })} />
        <FileKinds value={filter.attachment_type || ALL} onChange={(kind) => place.find({ attachment_type: kind === ALL ? '' : kind })} />
      </div>
      <ListPart query={{ ...found, data }} place={place} none={<Empty title={t.none}>{t.noneText}</Empty>}>
        {(files) => <FileTable files={files} onDelete={setDeleting} />}
      </ListPart>
      {deleting && <FileDelete file={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function FileTable({ files, onDelete }: { files: AdminFile[]; onDelete: (file: AdminFile) => void }) {
  const t = useWords(filesWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const columns: Column<AdminFile>[] = [
    { head: t.name, cell: (file) => <FileName file={file} />, isName: true },
    { head: t.by, cell: ({ username }) => username || t.gone, width: '18%', look: 'muted cut', title: ({ username }) => username },
    { head: t.size, cell: ({ file_size }) => sizeOf(Number(file_size)), width: 84, isNumber: true },
    {
      head: t.visits,
      cell: ({ visit_times }) => Number(visit_times),
      phone: ({ visit_times }) => t.visited(Number(visit_times)),
      width: 84,
      isNumber: true,
      from: 1200,
    },
    { head: t.added, cell: ({ addtime }) => siteTime(addtime, language), width: 170, look: 'muted' },
  ]
  const actions = (file: AdminFile) => (
    <>
      <a className="btn quiet small" href={file.url} target="_blank" rel="noreferrer" aria-label={t.open(file.display_name)}>
        {t.openShort}
      </a>
      <RowMenu name={file.display_name}>
        {file.page_id !== '0' && <MenuItem to={paths.pageById(file.page_id)}>{t.page}</MenuItem>}
        <MenuItem bad onSelect={() => onDelete(file)}>
          {t.delete}
        </MenuItem>
      </RowMenu>
    </>
  )
  return (
    <Table
      name={t.title}
      look="adm-table"
      columns={columns}
      rows={files}
      keyOf={({ file_id }) => file_id}
      actions={{ head: ui.actions, cell: actions, width: 112 }}
    />
  )
}

const FileName = ({ file: { display_name, file_type } }: { file: AdminFile }) => (
  <span className="row-name">
    <FileIcon picture={isPictureType(file_type)} />
    <span className="cut" title={`${display_name}\n${file_type}`}>
      {display_name}
    </span>
  </span>
)

function FileDelete({ file, onClose }: { file: AdminFile; onClose: () => void }) {
  const t = useWords(filesWords)
  const remove = useSend(api.attachment.deleteAttachment, { done: t.deleted(file.display_name) })
  const confirm = () => remove.send({ file_id: file.file_id })
  return (
    <ConfirmDialog title={t.deleteTitle(file.display_name)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      {t.deleteText(file.username || t.gone)}
    </ConfirmDialog>
  )
}
