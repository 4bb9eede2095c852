import { FileInput } from 'lucide-react'
import { useState } from 'react'
import { useBoot } from '../../lib/boot.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { useDrop } from '../../ui/file-drop.ts'
import { addItemWords } from './add-item.words.ts'

const kinds = [
  ['kindMarkdown', '.zip .md', 'kindMarkdownHelp'],
  ['kindExport', '.zip', 'kindExportHelp'],
  ['kindOpenapi', '.json .yaml', 'kindOpenapiHelp'],
  ['kindPostman', '.json', 'kindPostmanHelp'],
  ['kindHar', '.har', 'kindHarHelp'],
] as const

/** The importable file kinds and the result of each. */
export function ImportKinds() {
  const t = useWords(addItemWords)
  return (
    <dl className="import-kinds" aria-label={t.kinds}>
      {kinds.map(([name, suffixes, help]) => (
        <div key={name}>
          <dt>
            {t[name]} <span className="mono">{suffixes}</span>
          </dt>
          <dd>{t[help]}</dd>
        </div>
      ))}
    </dl>
  )
}

const MB = 1024 * 1024

/** Extensions that the server can read. A name without an extension is accepted, any other extension is refused. */
const KNOWN = /\.(?:zip|md|markdown|json|ya?ml|har)$/i

/** Accepts one file by choice or drop; reports files that cannot be imported before anything is sent. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const t = useWords(addItemWords)
  const { importMaxMb } = useBoot()
  const [problem, setProblem] = useState('')

  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    if (files.length > 1) return setProblem(t.onlyOne)
    if (file.name.includes('.') && !KNOWN.test(file.name)) return setProblem(t.notKnown(file.name))
    if (file.size > importMaxMb * MB) return setProblem(t.tooBig(file.name, sizeOf(file.size), importMaxMb))
    setProblem('')
    onFile(file)
  }
  const { over, zone } = useDrop(({ files }) => take(files))
  return (
    <>
      <label className={over ? 'drop import-zone over' : 'drop import-zone'} {...zone}>
        <FileInput className="i" aria-hidden="true" />
        <b>{over ? t.dropNow : t.drop}</b>
        <span>{t.dropHelp(importMaxMb)}</span>
        <input
          type="file"
          className="visually-hidden"
          accept=".zip,.md,.mdx,.markdown,.json,.yaml,.yml,.har"
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
