import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { FormRadios } from '../ui/forms/form-fields.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Block } from '../ui/settings/block.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'
import { reviewSettingWords, reviewSetWords } from './review.words.ts'
import { SetPlace } from './set.tsx'

function MarkForm({ item_id, stored }: { item_id: string; stored: Answer<'review', 'settings'> }) {
  const t = useWords(reviewSettingWords)
  return (
    <SettingsForm
      name={t.title}
      stored={stored}
      reload={() => api.review.settings({ item_id })}
      onSave={(changes) => api.review.saveSettings({ item_id, ...changes })}
      call={api.review.saveSettings}
    >
      <Block title={t.title} about={t.about}>
        <FormRadios
          name="review_show"
          label={t.show}
          stacked
          options={[
            { value: '0', label: t.showEditors },
            { value: '1', label: t.showReaders, help: t.showReadersHelp },
          ]}
        />
        <p className="setting-what">
          <Link to={paths.review(item_id)}>{t.list}</Link>
        </p>
      </Block>
    </SettingsForm>
  )
}

/** For managers: who sees marks, who is responsible for the item, and how often its pages are reviewed. */
export function ReviewSettings({ item_id }: { item_id: string }) {
  const t = useWords(reviewSettingWords)
  const s = useWords(reviewSetWords)
  /* The form must open with current values. */
  const settings = useQuery({ ...read(api.review.settings, { item_id }), gcTime: 0 })
  return (
    <>
      {settings.data ? (
        <MarkForm item_id={item_id} stored={settings.data} />
      ) : settings.isError ? (
        <ErrorNote title={t.failed} error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={120} height={14} />
          <Bone height={72} />
        </Skeleton>
      )}
      <Block title={s.itemTitle} about={s.itemAbout}>
        <SetPlace
          subject={{ kind: 'item', subject_id: item_id }}
          where={{ item_id }}
          onDone={() => {}}
          actions={(busy, isChanged) => (
            <button type="submit" className="btn" aria-busy={busy} disabled={!isChanged}>
              {s.save}
            </button>
          )}
        />
      </Block>
    </>
  )
}
