import { useWords } from '../lib/words.ts'
import { Wrong } from './admin-field.tsx'
import { showdocWords } from './showdoc.words.ts'

interface Props {
  help: string
  wrong: string | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}

/** The browser's own field: it tells the file's name by itself. */
export function ArchiveField({ help, wrong, disabled, onFile }: Props) {
  const t = useWords(showdocWords)
  return (
    <div className="field">
      <label htmlFor="showdoc-archive">{t.archive}</label>
      <input
        id="showdoc-archive"
        type="file"
        accept=".gz,.tgz,.tar,.zip"
        disabled={disabled}
        aria-invalid={Boolean(wrong)}
        aria-describedby="showdoc-archive-help"
        onChange={(event) => onFile(event.target.files?.[0])}
      />
      {wrong ? (
        <Wrong id="showdoc-archive-help">{wrong}</Wrong>
      ) : (
        <div className="help" id="showdoc-archive-help">
          {help}
        </div>
      )}
    </div>
  )
}
