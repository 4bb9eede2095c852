import { TEMPLATE_TITLE_MAX } from '@sheaf/contract/limits'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import type { PanelProps } from '../session.ts'
import { templateWords } from '../tools.words.ts'

/** Saves the current text as a template under its own title. */
export function TemplateSaveDialog({ session, onClose }: PanelProps) {
  const t = useWords(templateWords)
  const field = useId()
  const { title: page_title, text } = session.read()
  const [title, setTitle] = useState(page_title.trim().slice(0, TEMPLATE_TITLE_MAX))
  const { send, busy, error } = useSend(api.template.save, { done: t.saved(title.trim()), onDone: onClose })
  const empty = !text.trim()
  const save = () => {
    if (title.trim() && !empty) void send({ template_title: title.trim(), template_content: text })
  }
  return (
    <Dialog
      title={t.saveTitle}
      onClose={onClose}
      onSubmit={save}
      actions={<FormActions action={t.save} disabled={!title.trim() || empty || busy} onClose={onClose} />}
    >
      <p>{empty ? t.empty : t.saveText}</p>
      <div className="field">
        <label htmlFor={field}>{t.title}</label>
        <input
          id={field}
          className={error ? 'input err' : 'input'}
          value={title}
          maxLength={TEMPLATE_TITLE_MAX}
          onChange={(event) => setTitle(event.target.value)}
          aria-describedby={error ? `${field}error` : undefined}
          data-autofocus
        />
        <FieldError id={`${field}error`}>{error?.message}</FieldError>
      </div>
    </Dialog>
  )
}
