import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldError } from '../../ui/forms/wrong.tsx'
import { CopyLine } from './copy.tsx'
import { shareWords } from './share.words.ts'
import { absoluteUrl } from './target.ts'

interface Props {
  page_id: string
  uniqueKey: string
  onKey: (key: string) => void
}

/** The address of this page alone: made by the switch, withdrawn after a question because the old one stops at once. */
export function SinglePageLink({ page_id, uniqueKey, onKey }: Props) {
  const t = useWords(shareWords)
  const id = useId()
  const [asking, setAsking] = useState(false)
  const { mutateAsync, isPending, error } = useMutation(write(api.page.createSinglePage))
  const set = async (on: boolean) => {
    const answer = await mutateAsync({ page_id, isCreateSiglePage: on ? 'true' : 'false' })
    onKey(on && !Array.isArray(answer) ? answer.unique_key : '')
  }
  return (
    <>
      <div className="sh-row">
        <div>
          <b id={`${id}-name`}>{t.anyone}</b>
          <p id={`${id}-help`}>{t.anyoneHelp}</p>
        </div>
        <button
          type="button"
          role="switch"
          className={uniqueKey ? 'switch on' : 'switch'}
          aria-checked={uniqueKey !== ''}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-help`}
          disabled={isPending}
          onClick={() => (uniqueKey ? setAsking(true) : void set(true).catch(() => {}))}
        />
      </div>
      {error && !asking && <FieldError>{error.message}</FieldError>}
      {uniqueKey && <CopyLine label={t.anyoneLink} text={absoluteUrl(paths.pageByKey(uniqueKey))} />}
      {asking && (
        <ConfirmDialog
          title={t.stop}
          action={t.stopAction}
          cancel={t.keep}
          danger
          onConfirm={() => set(false)}
          onClose={() => setAsking(false)}
        >
          {t.stopHelp}
        </ConfirmDialog>
      )}
    </>
  )
}
