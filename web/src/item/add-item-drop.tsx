import { FileArchive } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

const MB = 1024 * 1024

export const inMb = (bytes: number) => `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`

const holdsFiles = (event: DragEvent | globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes one zip, by choosing or by dropping; what is no zip or too big is told before anything is sent. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const t = useWords(addItemWords)
  const { importMaxMb } = useBoot()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState('')

  /* A file dropped beside the zone would otherwise replace the whole page. */
  useEffect(() => {
    const hold = (event: globalThis.DragEvent) => holdsFiles(event) && event.preventDefault()
    addEventListener('dragover', hold)
    addEventListener('drop', hold)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('drop', hold)
    }
  }, [])

  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    if (files.length > 1) return setProblem(t.onlyOne)
    if (!/\.zip$/i.test(file.name)) return setProblem(t.notZip(file.name))
    if (file.size > importMaxMb * MB) return setProblem(t.tooBig(file.name, inMb(file.size), importMaxMb))
    setProblem('')
    onFile(file)
  }
  return (
    <>
      <label
        className={over ? 'drop over' : 'drop'}
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
          take(event.dataTransfer.files)
        }}
      >
        <FileArchive className="i" aria-hidden="true" />
        <b>{over ? t.dropNow : t.drop}</b>
        <span>{t.dropHelp(importMaxMb)}</span>
        <input
          type="file"
          className="sr"
          accept=".zip,application/zip"
          aria-label={t.choose}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <span className="btn" aria-hidden="true">
          {t.choose}
        </span>
      </label>
      {problem && (
        <p className="line-note bad" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
