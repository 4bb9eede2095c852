import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { longDate } from '../lib/format/dates.ts'
import { read, write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { SettingApiHelp } from './api-help.tsx'
import type { SettingItem } from './basics.tsx'
import { settingWords } from './screen.words.ts'
import { SettingSecret } from './secret.tsx'

/** The key and the token with which scripts write to this item. */
export function SettingApi({ item }: { item: SettingItem }) {
  const t = useWords(settingWords)
  const language = useLanguage()
  const { item_id } = item
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const keys = useQuery(read(api.item.getKey, { item_id }))
  const reset = useMutation({ ...write(api.item.resetKey), onSuccess: () => toast(t.resetDone) })
  const used = Number(keys.data?.last_check_time ?? 0)
  return (
    <section>
      <h1>{t.api}</h1>
      <p className="setting-sub">{t.apiSub}</p>
      {keys.data ? (
        <>
          <SettingSecret name="api_key" value={keys.data.api_key} />
          <SettingSecret name="api_token" value={keys.data.api_token} shown={shown} onShow={setShown} />
          <div className="setting-keys">
            <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              {t.reset}
            </button>
            <span className="muted">
              {t.madeAt(longDate(Number(keys.data.addtime), language))}
              {used > 0 && ` · ${t.usedAt(longDate(used, language))}`}
            </span>
          </div>
          <SettingApiHelp api_key={keys.data.api_key} api_token={keys.data.api_token} shown={shown} />
        </>
      ) : keys.isError ? (
        <ErrorNote title={t.keysFailed} error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={64} height={14} />
          <Bone height={36} />
          <Bone width={80} height={14} />
          <Bone height={36} />
        </Skeleton>
      )}
      {asking && (
        <ConfirmDialog
          title={t.resetTitle}
          action={t.resetDo}
          danger
          onConfirm={() => reset.mutateAsync({ item_id })}
          onClose={() => setAsking(false)}
        >
          {t.resetText(item.item_name)}
        </ConfirmDialog>
      )}
    </section>
  )
}
