import './security.css'
import type { Answer } from '@sheaf/contract/client'
import { Copy, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, isError } from '../../lib/api.ts'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { CodeInput, isCode } from '../../ui/confirm/code-input.tsx'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { securityWords } from './security.words.ts'

type Begun = Answer<'secondStep', 'beginTotp'>

/** Shows a refusal, unless the person has just cancelled the confirmation. */
export const toastRefusal = (refusal: Error) => !isError(refusal, 'confirmNeeded') && toast(refusal.message, 'bad')

interface Setup {
  /** Asks the person to confirm if necessary, then opens the dialog. */
  begin: () => void
  busy: boolean
  dialogs: ReactNode
}

/** The setup of an authenticator app: confirmation, key and first code, and the recovery codes that come with it. */
export function useSetup({ isReplacing = false, onDone }: { isReplacing?: boolean; onDone?: () => void }): Setup {
  const t = useWords(securityWords)
  const [confirmed, question] = useConfirmed()
  const [begun, setBegun] = useState<Begun & { replaces: boolean }>()
  /* The account has a method as soon as the setup is finished, while the codes are still shown. */
  const replaced = useRef(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const beginning = useSend(() => confirmed(() => api.secondStep.beginTotp({})), {
    onDone: (answer) => {
      replaced.current = isReplacing
      setBegun({ ...answer, replaces: isReplacing })
    },
    onFailed: toastRefusal,
  })
  const begin = () => void beginning.send(undefined)
  const finish = () => {
    setCodes([])
    toast(replaced.current ? t.replaced : t.turnedOn)
    onDone?.()
  }
  const add = async (code: string) => {
    const answer = await confirmed(() => api.secondStep.addTotp({ code, end_others: '0' }))
    setBegun(undefined)
    if (answer.codes.length > 0) setCodes(answer.codes)
    else finish()
  }
  const dialogs = (
    <>
      {begun && (
        <SetupDialog
          // A new key begins with an empty field.
          key={begun.secret}
          begun={begun}
          isReplacing={begun.replaces}
          onAdd={add}
          onAgain={begin}
          onClose={() => setBegun(undefined)}
        />
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={finish} />}
      {question}
    </>
  )
  return { begin, busy: beginning.busy, dialogs }
}

interface Props {
  begun: Begun
  isReplacing: boolean
  onAdd: (code: string) => Promise<void>
  onAgain: () => void
  onClose: () => void
}

function SetupDialog({ begun, isReplacing, onAdd, onAgain, onClose }: Props) {
  const t = useWords(securityWords)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const adding = useSend(onAdd, { changes: api.secondStep.addTotp, onFailed: () => setCode('') })
  const { error } = adding
  const isExpired = isError(error, 'totpNotBegun')
  const wrong = isError(error, 'secondStepWrong') ? error?.message : isMissing ? t.codeMissing : undefined
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  const copy = async () => ((await copyText(begun.secret)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  const change = (next: string) => {
    setCode(next)
    setMissing(false)
    if (next && !isExpired) adding.reset()
  }
  const send = (entered = code) => {
    if (adding.busy) return
    setMissing(!isCode(entered))
    if (isCode(entered)) void adding.send(entered)
  }
  return (
    <Dialog
      title={isReplacing ? t.replaceTitle : t.setupTitle}
      onClose={onClose}
      onSubmit={isExpired ? onAgain : send}
      actions={<FormActions action={isExpired ? t.startAgain : t.turnOn} disabled={adding.busy} onClose={onClose} />}
    >
      <p>{isReplacing ? t.replaceText : t.setupText}</p>
      <div className="secure-key">
        {/* As an image, so that nothing in the answer becomes part of this document. */}
        <img src={`data:image/svg+xml,${encodeURIComponent(begun.svg)}`} alt={t.picture} />
        <div>
          {t.key}
          <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <button type="button" className="btn small" onClick={() => void copy()}>
            <Copy className="i" aria-hidden="true" />
            {t.copy}
          </button>
          <a className="btn small secure-open" href={begun.otpauth}>
            <Smartphone className="i" aria-hidden="true" />
            {t.openApp}
          </a>
        </div>
      </div>
      <CodeInput
        label={t.codeNow}
        value={code}
        wrong={wrong}
        inputRef={field}
        disabled={isExpired}
        onChange={change}
        onComplete={send}
        data-autofocus
      />
      <FieldError>{error && !wrong ? error.message : undefined}</FieldError>
    </Dialog>
  )
}
