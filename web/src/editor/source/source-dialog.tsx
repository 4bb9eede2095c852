import './source-dialog.css'
import { type ReactNode, useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'

interface Props {
  title: string
  help: string
  label: string
  example: string
  value: string
  onChange: (value: string) => void
  /** Validation error, shown under the field. */
  error?: string | undefined
  /** Shown before the buttons: what the source contains. */
  summary?: ReactNode
  cancel: string
  action: string
  ready: boolean
  onDone: () => void
  onClose: () => void
}

/** A dialog with a large field for a source text, such as JSON or SQL, that is converted on submit. */
export function SourceDialog({
  title,
  help,
  label,
  example,
  value,
  onChange,
  error,
  summary,
  cancel,
  action,
  ready,
  onDone,
  onClose,
}: Props) {
  const id = useId()
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      onSubmit={onDone}
      actions={
        <>
          {summary && <span className="src-found">{summary}</span>}
          <button type="button" className="btn" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" className="btn primary" disabled={!ready}>
            {action}
          </button>
        </>
      }
    >
      <p id={`${id}help`}>{help}</p>
      <textarea
        className={`input src-text ${error ? 'err' : ''}`}
        aria-label={label}
        aria-describedby={error ? `${id}error` : `${id}help`}
        placeholder={example}
        value={value}
        rows={14}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !ready) return
          event.preventDefault()
          onDone()
        }}
        data-autofocus
      />
      <FieldError id={`${id}error`}>{error}</FieldError>
    </Dialog>
  )
}
