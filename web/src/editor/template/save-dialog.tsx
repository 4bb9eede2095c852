import { TEMPLATE_TITLE_MAX } from '@sheaf/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { api, requestId, write } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PanelProps } from '../session.ts'
import { templateWords } from '../tools.words.ts'

/** Saves the current text as a template under its own title. */
export function TemplateSaveDialog({ session, onClose }: PanelProps) {
  const t = useWords(templateWords)
  const field = useId()
  const { title: page_title, text } = session.read()
  const [title, setTitle] = useState(page_title.trim().slice(0, TEMPLATE_TITLE_MAX))
  const request_id = useRef(requestId())
  const { mutate, isPending, error } = useMutation(write(api.template.save))
  const empty = !text.trim()
  const save = () => {
    if (!title.trim() || empty || isPending) return
    const fields = { template_title: title.trim(), template_content: text, request_id: request_id.current }
    mutate(fields, {
      onSuccess: () => {
        toast(t.saved(title.trim()))
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={t.saveTitle}
      onClose={onClose}
      onSubmit={save}
      actions={<FormActions action={t.save} disabled={!title.trim() || empty || isPending} onClose={onClose} />}
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
