import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { attachmentWords } from './attachment.words.ts'
import { filesOf, holdsFiles } from './dropped.ts'

/** A file dropped beside the zone would otherwise take the place of the whole page. */
function useHeldDrops() {
  useEffect(() => {
    const hold = (event: DragEvent) => holdsFiles(event) && event.preventDefault()
    addEventListener('dragover', hold)
    addEventListener('drop', hold)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('drop', hold)
    }
  }, [])
}

/** Takes any number of files, chosen or dropped. */
export function UploadDrop({ small = false, onFiles }: { small?: boolean; onFiles: (files: File[]) => void }) {
  const t = useWords(attachmentWords)
  const { uploadMaxMb } = useBoot()
  const [over, setOver] = useState(false)
  useHeldDrops()
  return (
    <label
      className={`up-drop${small ? ' s' : ''}${over ? ' over' : ''}`}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(filesOf(event.dataTransfer))
      }}
    >
      <Upload className="i" aria-hidden="true" />
      <b className="up-mouse">{over ? t.dropNow : t.drop}</b>
      <b className="up-touch">{t.fromDevice}</b>
      <span className="up-help">{t.dropHelp(uploadMaxMb)}</span>
      <input
        type="file"
        multiple
        className="sr"
        aria-label={t.choose}
        data-autofocus
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <span className={small ? 'btn s' : 'btn'} aria-hidden="true">
        {t.choose}
      </span>
    </label>
  )
}
