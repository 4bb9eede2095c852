import { useId, useState } from 'react'
import { addressOf, api } from '../../lib/api.ts'
import { copyText } from '../../lib/copy.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { shareWords } from '../reading.words.ts'
import { absoluteUrl, type ShareTarget } from './target.ts'

const COPIED_SHOWN_MS = 1500

/** A read-only field with a link and a copy button. */
function CopyLine({ label, text }: { label: string; text: string }) {
  const t = useWords(shareWords)
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return toast(t.notCopied, 'bad')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <div className="input small">
          <input id={id} className="mono" readOnly value={text} onFocus={(event) => event.target.select()} />
        </div>
        <button type="button" className="btn small" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t.copied : t.copy}</span>
        </button>
      </div>
    </div>
  )
}

interface Props {
  page_id: string
  uniqueKey: string
  onKey: (key: string) => void
}

/** The switch of the single-page link. Turning it off needs a confirmation, because the old link stops working immediately. */
function SinglePageLink({ page_id, uniqueKey, onKey }: Props) {
  const t = useWords(shareWords)
  const id = useId()
  const [confirming, setConfirming] = useState(false)
  const { send, busy, error } = useSend(api.page.createSinglePage, {
    onDone: (answer, { isCreateSiglePage }) => onKey(isCreateSiglePage === 'true' && !Array.isArray(answer) ? answer.unique_key : ''),
  })
  const set = (on: boolean) => send({ page_id, isCreateSiglePage: on ? 'true' : 'false' })
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
          disabled={busy}
          onClick={() => (uniqueKey ? setConfirming(true) : void set(true))}
        />
      </div>
      {error && !confirming && <FieldError>{error.message}</FieldError>}
      {uniqueKey && <CopyLine label={t.anyoneLink} text={absoluteUrl(paths.pageByKey(uniqueKey))} />}
      {confirming && (
        <ConfirmDialog
          title={t.stop}
          action={t.stopAction}
          cancel={t.keep}
          danger
          onConfirm={() => set(false)}
          onClose={() => setConfirming(false)}
        >
          {t.stopHelp}
        </ConfirmDialog>
      )}
    </>
  )
}

const qrOf = (address: string) => `${addressOf('common/qrcode')}?${new URLSearchParams({ size: '3', url: address })}`

export function ShareContent({ share }: { share: ShareTarget }) {
  const t = useWords(shareWords)
  const group = useId()
  const [what, setWhat] = useState<'page' | 'item'>(share.pagePath ? 'page' : 'item')
  const [key, setKey] = useState(share.unique_key)
  const link = absoluteUrl(what === 'page' && share.pagePath ? share.pagePath : share.itemPath)
  const qr = qrOf(what === 'page' && key ? absoluteUrl(paths.pageByKey(key)) : link)
  return (
    <>
      {share.pagePath && (
        <div className="seg sh-seg" role="radiogroup" aria-label={t.what}>
          {(['page', 'item'] as const).map((one) => (
            <label key={one} className={what === one ? 'on' : undefined}>
              <input type="radio" className="visually-hidden" name={group} checked={what === one} onChange={() => setWhat(one)} />
              {t[one]}
            </label>
          ))}
        </div>
      )}
      <CopyLine label={t.link} text={link} />
      {what === 'page' && share.page_id && share.mayLink && <SinglePageLink page_id={share.page_id} uniqueKey={key} onKey={setKey} />}
      <div className="sh-qr">
        <img src={qr} width={96} height={96} alt={t.qr} />
        <p>
          {t.scan}
          <br />
          <a href={qr} download="qrcode.png">
            {t.save}
          </a>
        </p>
      </div>
    </>
  )
}
