import './webhook.css'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { Listing } from '../ui/table/listing.tsx'
import { TableWaiting } from '../ui/table/table.tsx'
import { WebhookForm } from './form.tsx'
import { WebhookList } from './list.tsx'
import { DeliveryLog } from './log.tsx'
import type { SavedWebhook, Webhook } from './rows.ts'
import { SecretBox } from './secret.tsx'
import { webhookWords } from './webhook.words.ts'

/** The webhooks of an item, or of the site ('0'), with the log of the chosen one. */
export function WebhookPanel({ item_id }: { item_id: string }) {
  const t = useWords(webhookWords)
  const found = useQuery({ ...read(api.webhook.getList, { item_id }), refetchOnMount: 'always' })
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<SavedWebhook | null>(null)
  const [chosen, setChosen] = useState('')
  const isSite = item_id === '0'
  const add = (
    <button type="button" className="btn primary" onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  const onSaved = (saved: SavedWebhook) => {
    setChosen(saved.webhook_id)
    if (saved.secret) setMade(saved)
  }
  const shownOf = (webhooks: Webhook[]) => webhooks.find(({ webhook_id }) => webhook_id === chosen) ?? webhooks[0]
  return (
    <>
      <PageHead title={isSite ? t.siteTitle : t.title} about={isSite ? t.siteAbout : t.about} action={add} />
      {found.data?.is_out === '0' && (
        <p className="hook-notice" role="note">
          {t.switchedOff}
        </p>
      )}
      {made && <SecretBox title={t.ready(made.name)} secret={made.secret} onDone={() => setMade(null)} />}
      <Listing
        list={{ data: found.data?.list, error: found.error, refetch: found.refetch }}
        waiting={<TableWaiting height={64} rows={3} />}
        failed={t.failed}
        empty={isSite ? <p className="rows-none">{t.siteNone}</p> : <Empty title={t.none}>{t.noneText}</Empty>}
      >
        {(webhooks) => {
          const shown = shownOf(webhooks)
          return (
            <>
              <WebhookList webhooks={webhooks} shown={shown?.webhook_id ?? ''} onShow={setChosen} />
              {shown && <DeliveryLog key={shown.webhook_id} webhook={shown} />}
            </>
          )
        }}
      </Listing>
      {adding && <WebhookForm item_id={item_id} onSaved={onSaved} onClose={() => setAdding(false)} />}
    </>
  )
}
