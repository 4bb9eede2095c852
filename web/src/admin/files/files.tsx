import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isPictureType } from '../../attachment/file.ts'
import { FileIcon } from '../../attachment/file-icon.tsx'
import { FileKinds } from '../../attachment/file-kinds.tsx'
import { api, read, write } from '../../lib/api.ts'
import { siteTime, sizeOf } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from '../admin.words.ts'
import { type AdminFile, FindField, ListPart, useListParams } from '../list.tsx'
import { filesWords } from './files.words.ts'

function FileRow({ file, onDelete }: { file: AdminFile; onDelete: () => void }) {
  const t = useWords(filesWords)
  const language = useLanguage()
  const name = file.display_name
  const visits = Number(file.visit_times)
  return (
    <tr>
      <th scope="row">
        <span className="adm-who">
          <FileIcon picture={isPictureType(file.file_type)} />
          <span className="cut" title={`${name}\n${file.file_type}`}>
            {name}
          </span>
        </span>
      </th>
      <td className="muted cut" title={file.username}>
        {file.username || t.gone}
      </td>
      <td className="r">{sizeOf(Number(file.file_size))}</td>
      <td className="r visits">
        <span className="hide-s">{visits}</span>
        <span className="only-s">{t.visited(visits)}</span>
      </td>
      <td className="when muted">{siteTime(file.addtime, language)}</td>
      <td className="acts">
        {file.page_id !== '0' && (
          <IconLink name={t.page(name)} to={paths.pageById(file.page_id)}>
            <FileText className="i" aria-hidden="true" />
          </IconLink>
        )}
        <a className="ib" href={file.url} target="_blank" rel="noreferrer" aria-label={t.open(name)} data-tip={t.open(name)}>
          <ExternalLink className="i" aria-hidden="true" />
        </a>
        <IconButton name={t.delete(name)} onClick={onDelete}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

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
      <div className="adm-head">
        <h1>{t.title}</h1>
        <span className="muted num">{found.data && t.used(Number(found.data.total), sizeOf(Number(found.data.used)))}</span>
      </div>
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
  return (
    <Table
      name={t.title}
      look="adm-table files"
      columns={[t.name, t.by, [t.size, 'r'], [t.visits, 'r visits'], [t.added, 'when']]}
      actions={ui.actions}
    >
      {files.map((file) => (
        <FileRow key={file.file_id} file={file} onDelete={() => onDelete(file)} />
      ))}
    </Table>
  )
}

function FileDelete({ file, onClose }: { file: AdminFile; onClose: () => void }) {
  const t = useWords(filesWords)
  const remove = useMutation(write(api.attachment.deleteAttachment, 'page', 'adminOverview'))
  const confirm = async () => {
    await remove.mutateAsync({ file_id: file.file_id })
    toast(t.deleted(file.display_name))
  }
  return (
    <ConfirmDialog title={t.deleteTitle(file.display_name)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      {t.deleteText(file.username || t.gone)}
    </ConfirmDialog>
  )
}
