import { ExternalLink, FileText, Trash2 } from 'lucide-react'
import { isPictureType } from '../../attachment/file.ts'
import { FileIcon } from '../../attachment/file-icon.tsx'
import { siteTime } from '../../lib/format/dates.ts'
import { sizeOf } from '../../lib/format/sizes.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import type { AdminFile } from '../admin-rows.ts'
import { filesWords } from './files.words.ts'

export function FileRow({ file, onDelete }: { file: AdminFile; onDelete: () => void }) {
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
