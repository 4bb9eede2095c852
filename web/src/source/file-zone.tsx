import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { sizeOf } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { useDrop } from '../ui/file-drop.ts'
import { uploadWords } from './source.words.ts'

const MB = 1024 * 1024
/** The limit of the server for a description. */
const SOURCE_MAX_MB = 24

/** Names that the server can read; a name without an ending is accepted. */
const KNOWN = /\.(?:json|ya?ml|gz)$/i

interface Props {
  file: File | undefined
  /** The error of a form without a file. */
  wrong?: string
  onFile: (file: File) => void
}

/** Takes one description, by choice or drop; reports what cannot be read before anything is sent. */
export function FileZone({ file, wrong = '', onFile }: Props) {
  const t = useWords(uploadWords)
  const { importMaxMb } = useBoot()
  const mb = Math.min(importMaxMb, SOURCE_MAX_MB)
  const [problem, setProblem] = useState('')
  const problemOf = ({ name, size }: File, count: number) => {
    if (count > 1) return t.onlyOne
    if (name.includes('.') && !KNOWN.test(name)) return t.notKnown(name)
    return size > mb * MB ? t.tooBig(name, mb) : ''
  }
  const take = (files: FileList | null) => {
    const one = files?.[0]
    if (!one) return
    const found = problemOf(one, files.length)
    setProblem(found)
    if (!found) onFile(one)
  }
  const { over, zone } = useDrop(({ files }) => take(files))
  const shown = problem || wrong
  return (
    <>
      <label className={['drop', 'src-zone', over && 'over', file && 'has'].filter(Boolean).join(' ')} {...zone}>
        <FileJson className="i" aria-hidden="true" />
        <b className="src-file">{over ? t.dropNow : (file?.name ?? t.drop)}</b>
        <span>{file && !over ? sizeOf(file.size) : t.dropHelp(mb)}</span>
        <input
          type="file"
          className="visually-hidden"
          accept=".json,.yaml,.yml,.gz"
          aria-label={file ? t.other : t.choose}
          aria-invalid={shown ? true : undefined}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <span className="btn small" aria-hidden="true">
          {file ? t.other : t.choose}
        </span>
      </label>
      {shown && (
        <p className="line-note bad src-wrong" role="alert">
          {shown}
        </p>
      )}
    </>
  )
}
