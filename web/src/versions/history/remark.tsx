import { COMMENT_MAX } from '@sheaf/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { historyWords } from './history.words.ts'
import type { Version } from './versions.ts'

/** The note on a version, changed where it stands. */
export function HistoryRemark({ version: { page_id, page_history_id, page_comments } }: { version: Version }) {
  const t = useWords(historyWords)
  const [text, setText] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, error, reset, variables } = useMutation(write(api.page.updateHistoryComments, 'page'))

  const close = () => {
    setText(undefined)
    reset()
    // The button is there again after this press.
    setTimeout(() => button.current?.focus())
  }
  const save = () => {
    if (text === undefined || isPending) return
    const now = text.trim()
    if (now === page_comments) return close()
    mutate(withoutLoginRedirect({ page_id, page_history_id, page_comments: now }), { onSuccess: () => setText(undefined) })
  }
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      save()
    }
  }

  if (text === undefined) {
    const shown = isPending ? (variables?.page_comments ?? '') : page_comments
    return (
      <button ref={button} type="button" className="hist-remark" onClick={() => setText(page_comments)}>
        <span className={shown ? undefined : 'muted'}>{shown || t.addRemark}</span>
        {shown && <span className="sr">{t.editRemark}</span>}
        <Pencil className="i" aria-hidden="true" />
      </button>
    )
  }
  return (
    <div className="hist-field">
      <input
        className={error ? 'input err' : 'input'}
        aria-label={t.remark}
        placeholder={t.remarkPlace}
        value={text}
        maxLength={COMMENT_MAX}
        enterKeyHint="done"
        readOnly={isPending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
        onBlur={save}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
      />
      <p className={error ? 'help err' : 'help'} role={error ? 'alert' : undefined}>
        {error?.message ?? t.remarkKeys}
      </p>
    </div>
  )
}
