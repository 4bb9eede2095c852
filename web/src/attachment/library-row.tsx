import { ExternalLink, Trash2 } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { attachmentWords } from './attachment.words.ts'
import { isPictureType, type OwnFile } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { FileMeta } from './file-meta.tsx'

interface LibraryRowProps {
  file: OwnFile
  here: boolean
  onAttach: (() => void) | undefined
  onInsert: () => void
  onDelete: () => void
}

/** One of one's own files, with what can be done with it for this page. */
export function LibraryRow({ file, here, onAttach, onInsert, onDelete }: LibraryRowProps) {
  const t = useWords(attachmentWords)
  const name = file.display_name
  const picture = isPictureType(file.file_type)
  return (
    <li>
      <span className="lib-thumb">
        {picture ? <img src={file.url} alt="" loading="lazy" decoding="async" /> : <FileIcon picture={false} />}
      </span>
      <span className="lib-what">
        <b className="cut" title={name}>
          {name}
        </b>
        <FileMeta size={file.file_size} addtime={file.addtime} />
      </span>
      <span className="lib-acts">
        <a className="ib" href={file.url} target="_blank" rel="noreferrer" aria-label={t.visit(name)} data-tip={t.visit(name)}>
          <ExternalLink className="i" aria-hidden="true" />
        </a>
        <IconButton name={t.deleteOf(name)} onClick={onDelete}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
        {here && <span className="tag ok">{t.onThisPage}</span>}
        {onAttach && !here && (
          <button type="button" className="btn s" aria-label={t.attachOf(name)} onClick={onAttach}>
            {t.attach}
          </button>
        )}
        <button type="button" className="btn s" aria-label={t.insertOf(name)} onClick={onInsert}>
          {t.insert}
        </button>
      </span>
    </li>
  )
}
