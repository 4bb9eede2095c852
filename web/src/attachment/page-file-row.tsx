import { Copy, CornerDownLeft, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { NewTab } from '../ui/new-tab.tsx'
import { attachmentWords } from './attachment.words.ts'
import { copyLink } from './copy-link.ts'
import { isPictureType, type PageFile } from './file.ts'
import { FileIcon } from './file-icon.tsx'
import { FileMeta } from './file-meta.tsx'

interface PageFileRowProps {
  file: PageFile
  onInsert: () => void
  onDelete: () => void
}

export function PageFileRow({ file, onInsert, onDelete }: PageFileRowProps) {
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
