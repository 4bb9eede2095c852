import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldError } from '../../ui/forms/wrong.tsx'
import { adminWords } from '../admin.words.ts'
import type { FoundUpdate } from './find-update.ts'
import { updateWords } from './update.words.ts'

interface Props {
  found: FoundUpdate
  onGone: (version: string) => void
  onClose: () => void
}

const WRONG_PASSWORD = 10208

/** Says what will happen and asks for the own password; then downloads, then switches. */
export function UpdateDialog({ found, onGone, onClose }: Props) {
  const t = useWords(updateWords)
  const ui = useWords(adminWords)
  const needsBackup = found.needs_backup === '1'
  const [password, setPassword] = useState('')
  const [hasBackup, setHasBackup] = useState(false)
  const [missing, setMissing] = useState<'password' | 'backup'>()
  const [step, setStep] = useState('')
  const run = useMutation({
    mutationFn: async () => {
      const { new_version, file_url } = found
      setStep(t.downloading)
      let isThere = found.is_staged === '1'
      /* It answers after a while in any case, so that no gateway in between gives up. */
      while (!isThere) isThere = (await api.adminUpdate.download({ new_version, file_url, password })).is_staged === '1'
      setStep(t.switching)
      return api.adminUpdate.updateFiles({ password, has_backup: hasBackup ? '1' : '' })
    },
    onSuccess: ({ new_version }) => onGone(new_version),
    onSettled: () => setStep(''),
  })
  const submit = () => {
    if (run.isPending) return
    const lack = password === '' ? 'password' : needsBackup && !hasBackup ? 'backup' : undefined
    setMissing(lack)
    if (!lack) run.mutate()
  }
  const isWrong = run.error instanceof ApiError && run.error.code === WRONG_PASSWORD
  return (
    <Dialog
      title={t.dialogTitle(found.new_version)}
      onClose={() => run.isPending || onClose()}
      onSubmit={submit}
      actions={
        <>
          <button type="button" className="btn" disabled={run.isPending} onClick={onClose}>
            {ui.cancel}
          </button>
          <button type="submit" className="btn primary" disabled={run.isPending}>
            {step || t.do}
          </button>
        </>
      }
    >
      <p>{needsBackup ? t.dialogTextPostgres : t.dialogText}</p>
      <p className="muted adm-writing">{t.writing}</p>
      <Field
        label={t.password}
        type="password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        disabled={run.isPending}
        wrong={missing === 'password' ? t.passwordMissing : isWrong ? run.error?.message : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsBackup && (
        <label className="check">
          <input type="checkbox" checked={hasBackup} onChange={(event) => setHasBackup(event.target.checked)} /> {t.hasBackup}
        </label>
      )}
      <FieldError>{missing === 'backup' ? t.backupMissing : isWrong ? undefined : run.error?.message}</FieldError>
    </Dialog>
  )
}
