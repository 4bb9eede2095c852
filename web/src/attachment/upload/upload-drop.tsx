import { Upload } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { useDrop } from '../../ui/file-drop.ts'
import { attachmentWords } from '../attachment.words.ts'
import { filesOf } from './send.ts'

/** A field that accepts any number of chosen or dropped files. */
export function UploadDrop({ small = false, onFiles }: { small?: boolean; onFiles: (files: File[]) => void }) {
  const t = useWords(attachmentWords)
  const { uploadMaxMb } = useBoot()
  const { over, zone } = useDrop((dropped) => onFiles(filesOf(dropped)))
  return (
    <label className={`drop up-drop${small ? ' small' : ''}${over ? ' over' : ''}`} {...zone}>
      <Upload className="i" aria-hidden="true" />
      <b className="up-mouse">{over ? t.dropNow : t.drop}</b>
      <b className="up-touch">{t.fromDevice}</b>
      <span className="up-help">{t.dropHelp(uploadMaxMb)}</span>
      <input
        type="file"
        multiple
        className="visually-hidden"
        aria-label={t.choose}
        data-autofocus
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <span className={small ? 'btn small' : 'btn'} aria-hidden="true">
        {t.choose}
      </span>
    </label>
  )
}
