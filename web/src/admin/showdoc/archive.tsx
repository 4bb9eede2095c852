import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { FieldError } from '../../ui/forms/wrong.tsx'
import { showdocWords } from './showdoc.words.ts'

interface ArchiveFieldProps {
  help: string
  wrong: string | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}

/** The browser's own field lies unseen over a button in the page's language: what it says itself is in the browser's. */
export function ArchiveField({ help, wrong, disabled, onFile }: ArchiveFieldProps) {
  const t = useWords(showdocWords)
  const [name, setName] = useState('')
  return (
    <div className="field">
      <label htmlFor="showdoc-archive">{t.archive}</label>
      <div className="adm-file">
        <input
          id="showdoc-archive"
          type="file"
          accept=".gz,.tgz,.tar,.zip"
          disabled={disabled}
          aria-invalid={Boolean(wrong)}
          aria-describedby="showdoc-archive-help"
          onChange={({ target: { files } }) => {
            setName(files?.[0]?.name ?? '')
            onFile(files?.[0])
          }}
        />
        <span className="btn" aria-hidden="true">
          {t.choose}
        </span>
        <span className="cut" aria-hidden="true">
          {name || t.noFile}
        </span>
      </div>
      {wrong ? (
        <FieldError id="showdoc-archive-help">{wrong}</FieldError>
      ) : (
        <div className="help" id="showdoc-archive-help">
          {help}
        </div>
      )}
    </div>
  )
}
