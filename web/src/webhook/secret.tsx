import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { copyText } from '../lib/copy.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OwnPasswordDialog } from '../ui/own-password-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import type { Webhook } from './rows.ts'
import { webhookWords } from './webhook.words.ts'

/** A secret with a button that copies it. */
export function SecretBox({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const t = useWords(webhookWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(secret)) setCopied(true)
    else toast(t.notCopied, 'bad')
  }
  return (
    <section className="hook-secret" role="status">
      <b>{title}</b>
      <p>{t.secretOnce}</p>
      <div className="row">
        <textarea
          className="input mono grow whole"
          readOnly
          rows={1}
          aria-label={t.secretLabel}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn primary" data-autofocus onClick={() => void copy()}>
          {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
          {copied ? t.copied : t.copy}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {t.done}
        </button>
      </div>
    </section>
  )
}

/** Shows or replaces the secret of a webhook, after the user's own password. */
export function SecretDialog({ webhook, isNew, onClose }: { webhook: Webhook; isNew: boolean; onClose: () => void }) {
  const t = useWords(webhookWords)
  const [secret, setSecret] = useState('')
  const { webhook_id, name } = webhook
  const send = async (password: string) => {
    const call = isNew ? api.webhook.rotate : api.webhook.secret
    setSecret((await call({ webhook_id, password })).secret)
  }
  if (secret)
    return (
      <Dialog title={t.secretTitle(name)} onClose={onClose}>
        <SecretBox title={t.secretText} secret={secret} onDone={onClose} />
      </Dialog>
    )
  return (
    <OwnPasswordDialog
      title={t.secretTitle(name)}
      action={isNew ? t.rotateDo : t.show}
      label={t.password}
      missing={t.passwordMissing}
      onSend={send}
      onClose={onClose}
    >
      <p>{isNew ? t.rotateText : t.secretText}</p>
    </OwnPasswordDialog>
  )
}
