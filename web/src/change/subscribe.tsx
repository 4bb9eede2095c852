import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { copyText } from '../lib/copy.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { feedWords } from './change.words.ts'
import type { Part } from './rows.ts'

function FeedAddress({ label, address }: { label: string; address: string }) {
  const t = useWords(feedWords)
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(address)) setCopied(true)
    else toast(t.notCopied, 'bad')
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row feed-address">
        <textarea id={id} className="input mono grow whole" readOnly rows={1} value={address} onFocus={(event) => event.target.select()} />
        <button type="button" className="btn" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t.copied : t.copy}</span>
        </button>
      </div>
    </div>
  )
}

/** The addresses of the feeds of an item, and how a feed reader signs in to a closed one. */
export function Subscribe({ item, onClose }: { item: NonNullable<Part['item']>; onClose: () => void }) {
  const t = useWords(feedWords)
  const account = useAccount()
  const language = useLanguage()
  const { site } = useBoot()
  const address = (form: 'atom' | 'json') => `${site}${paths.item(item)}/changes.${form}?lang=${language}`
  return (
    <Dialog title={t.title} wide onClose={onClose}>
      <p>{t.about}</p>
      <FeedAddress label={t.atom} address={address('atom')} />
      <FeedAddress label={t.json} address={address('json')} />
      <p className="help">{item.is_private === 1 ? t.closed : t.open}</p>
      {item.is_private === 1 && account && (
        <p>
          <Link to={paths.tokens()}>{t.tokens}</Link>
        </p>
      )}
      {item.can_manage === 1 && (
        <div className="field feed-webhook">
          <b className="label">{t.webhook}</b>
          <p className="help">{t.webhookAbout}</p>
          <Link className="btn" to={paths.itemSetting(item.item_id, 'webhooks')}>
            {t.toWebhooks}
          </Link>
        </div>
      )}
    </Dialog>
  )
}
