import { ExternalLink, Link as LinkIcon, Trash2 } from 'lucide-react'
import { siteTime } from '../lib/format/dates.ts'
import { sizeOf } from '../lib/format/sizes.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { attachmentWords } from './attachment.words.ts'
import { copyLink } from './copy-link.ts'
import { isPictureType, type OwnFile } from './file.ts'
import { FileIcon } from './file-icon.tsx'

export function OwnRow({ file, onDelete }: { file: OwnFile; onDelete: () => void }) {
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
