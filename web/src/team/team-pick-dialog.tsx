import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { type Choice, PickList } from '../ui/forms/pick-list.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { teamWords } from './team.words.ts'
import { BATCH_MAX } from './team-rows.ts'

interface PickDialogProps {
  title: string
  text: string
  label: string
  find: string
  empty: string
  failed: string
  action: string
  choices: Choice[] | undefined
  loading: { error: Error | null; refetch: () => unknown }
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  saving: { isPending: boolean; error: Error | null }
  onSave: () => void
  onClose: () => void
  /** Under the list. */
  foot?: ReactNode
}

/** Choose some of many and add them. */
export function PickDialog(props: PickDialogProps) {
  const { title, text, label, find, empty, failed, action, choices, loading, chosen, onChange, saving, onSave, onClose, foot } = props
  const t = useWords(teamWords)
  const ready = chosen.size > 0 && chosen.size <= BATCH_MAX && !saving.isPending
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => ready && onSave()}
      actions={<FormFoot action={action} disabled={!ready} onClose={onClose} />}
    >
      <p>{text}</p>
      <div className="team-pick">
        {choices ? (
          <PickList label={label} find={find} choices={choices} chosen={chosen} onChange={onChange} empty={empty} autoFocus />
        ) : loading.error ? (
          <ErrorNote title={failed} error={loading.error} onRetry={() => void loading.refetch()} />
        ) : (
          <Skeleton>
            <Bone height={36} />
            <Bone height={274} />
          </Skeleton>
        )}
      </div>
      {foot}
      <FieldError>{chosen.size > BATCH_MAX ? t.tooMany(BATCH_MAX) : saving.error?.message}</FieldError>
    </Dialog>
  )
}
