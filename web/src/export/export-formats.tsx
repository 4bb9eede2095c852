import { FileArchive, FileText, FolderOpen, Printer } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { exportWords } from './export.words.ts'

export type Format = 'word' | 'markdown' | 'html' | 'pdf'

const formats = [
  ['word', FileText, 'wordText'],
  ['markdown', FileArchive, 'markdownText'],
  ['html', FolderOpen, 'htmlText'],
  ['pdf', Printer, 'pdfText'],
] as const

interface Props {
  format: Format
  disabled: boolean
  onChange: (format: Format) => void
}

/** Four ways to take an item along. */
export function ExportFormats({ format, disabled, onChange }: Props) {
  const t = useWords(exportWords)
  return (
    <fieldset className="export-formats" disabled={disabled}>
      <legend className="label">{t.format}</legend>
      {formats.map(([name, Icon, text]) => (
        <label key={name} className="export-card">
          <input type="radio" name="format" value={name} checked={name === format} onChange={() => onChange(name)} />
          <Icon className="i" aria-hidden="true" />
          <span>
            <b>{t[name]}</b>
            <small>{t[text]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
