import { FileInput } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

const MB = 1024 * 1024

export const inMb = (bytes: number) => `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`

const holdsFiles = (event: DragEvent | globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** What the server reads; a name without one of these may still be right, another one cannot be. */
const KNOWN = /\.(?:zip|md|markdown|json|ya?ml|har)$/i

/** Takes one file, by choosing or by dropping; what cannot be imported is told before anything is sent. */
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
    if (file.name.includes('.') && !KNOWN.test(file.name)) return setProblem(t.notKnown(file.name))
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
        <FileInput className="i" aria-hidden="true" />
        <b>{over ? t.dropNow : t.drop}</b>
        <span>{t.dropHelp(importMaxMb)}</span>
        <input
          type="file"
          className="sr"
          accept=".zip,.md,.markdown,.json,.yaml,.yml,.har"
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
