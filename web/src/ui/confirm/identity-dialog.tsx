import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useLogout } from '../../session/session.ts'
import { Dialog } from '../dialog.tsx'
import { FieldFrame } from '../forms/field.tsx'
import { PasswordInput } from '../forms/form-fields.tsx'
import { FieldError, FormActions } from '../forms/form-foot.tsx'
import { Bone, ErrorNote, Skeleton } from '../placeholder.tsx'
import { useSend } from '../send.ts'
import { uiWords } from '../ui.words.ts'
import './confirm.css'
import { confirmWords } from './confirm.words.ts'
import { CodeProof, isPassword, isProofError, ProofChoice, type ProofKind, possibleKinds } from './proof.tsx'
import { usePasskey } from './use-passkey.ts'

/** Asks the person to confirm that it is them: passkey, password, code or recovery code, as the account has them (W48). */
export function IdentityDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useWords(confirmWords)
  const info = useQuery({ ...read(api.secondStep.info, {}), staleTime: 0 })
  const cancel = () => onDone(false)
  // A confirmation fetches this again; the question stays mounted meanwhile.
  if (info.data && info.isFetchedAfterMount) return <Question info={info.data} onDone={onDone} />
  return (
    <Dialog title={t.title} onClose={cancel}>
      {info.error && !info.isFetching ? (
        <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Skeleton>
          <Bone width="70%" />
          <Bone height={36} />
          <Bone height={36} />
        </Skeleton>
      )}
    </Dialog>
  )
}

function Question({ info, onDone }: { info: Answer<'secondStep', 'info'>; onDone: (isConfirmed: boolean) => void }) {
  const t = useWords(confirmWords)
  const { signOut, cancel: cancelText } = useWords(uiWords)
  const logout = useLogout()
  const kinds = possibleKinds(info.confirm_by)
  const [kind, setKind] = useState<ProofKind | undefined>(kinds.includes('passkey') ? 'passkey' : kinds[0])
  const passkey = usePasskey()
  const [value, setValue] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const prove = async (entered: string) => {
    if (kind === 'passkey') return api.user.confirm({ password: '', code: '', passkey: await passkey.ask('confirm') })
    return api.user.confirm(isPassword(kind) ? { password: entered, code: '' } : { password: '', code: entered.trim() })
  }
  const confirm = useSend(prove, { changes: api.user.confirm, onDone: () => onDone(true), onFailed: () => kind === 'totp' && setValue('') })
  const wrong = isMissing
    ? kind === 'fresh' || kind === 'passkey' || !kind
      ? ''
      : t[`${kind}Missing`]
    : isProofError(confirm.error)
      ? confirm.error?.message
      : ''

  // The field of another proof is a new one, and a refused one is enabled again.
  useEffect(() => field.current?.focus(), [kind, confirm.busy])

  const submit = (entered = value) => {
    if (confirm.busy) return
    const isEmpty = kind !== 'fresh' && kind !== 'passkey' && entered.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) void confirm.send(entered)
  }
  const change = (next: string) => {
    setValue(next)
    setMissing(false)
    confirm.reset()
  }
  const choose = (next: ProofKind) => {
    change('')
    setKind(next)
  }
  const cancel = () => onDone(false)
  if (!kind)
    return (
      <Dialog
        title={t.title}
        onClose={cancel}
        actions={
          <>
            <button type="button" className="btn" onClick={cancel}>
              {cancelText}
            </button>
            <button type="button" className="btn primary" onClick={() => void logout()}>
              {signOut}
            </button>
          </>
        }
      >
        <p>{t.none}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={t.title}
      onClose={cancel}
      onSubmit={submit}
      actions={<FormActions action={kind === 'passkey' ? t.passkey : t.confirm} disabled={confirm.busy} onClose={cancel} />}
    >
      {kind === 'passkey' && (
        <span className="confirm-sign">
          <Fingerprint className="i" aria-hidden="true" />
        </span>
      )}
      <p>{kind === 'fresh' ? `${t.fresh} ${t.text}` : t.text}</p>
      {(kind === 'password' || kind === 'directory') && (
        <FieldFrame label={t[kind]} wrong={wrong}>
          {(control) => (
            <PasswordInput
              {...control}
              inputRef={field}
              name="password"
              autoComplete="current-password"
              value={value}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </FieldFrame>
      )}
      {(kind === 'totp' || kind === 'recovery') && (
        <CodeProof kind={kind} value={value} wrong={wrong} inputRef={field} onChange={change} onComplete={submit} />
      )}
      <FieldError>{confirm.error && !isProofError(confirm.error) ? confirm.error.message : undefined}</FieldError>
      <ProofChoice kinds={kinds} current={kind} onChoose={choose} />
    </Dialog>
  )
}
