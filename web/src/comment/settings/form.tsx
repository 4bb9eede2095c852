import './settings.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useFormContext } from '../../ui/forms/form.tsx'
import { FormRadios } from '../../ui/forms/form-fields.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { Block } from '../../ui/settings/block.tsx'
import { SettingsForm } from '../../ui/settings/settings-form.tsx'
import { commentSettingWords } from '../comment.words.ts'

type Settings = Answer<'comment', 'settings'>

const valuesOf = ({ comment_from, comment_see, comment_names }: Settings) => ({ comment_from, comment_see, comment_names })

/** Those who can comment also see comments. */
const seenBy = ({ comment_from, comment_see }: Record<string, string>) => String(Math.max(Number(comment_see), Number(comment_from), 1))

/** Before the choice is saved: how many threads more people will see. */
function Opening({ stored }: { stored: Settings }) {
  const t = useWords(commentSettingWords)
  const { values } = useFormContext()
  const see = seenBy(values as Record<string, string>)
  const threads = Number(stored.threads)
  const opens = Number(see) > Number(stored.comment_see) && threads > 0
  return (
    <div role="status">
      {opens && <p className="line-note comment-opens">{see === '3' ? t.opensAll(threads) : t.opensSignedIn(threads)}</p>}
    </div>
  )
}

/** Who can comment on the pages of an item, and who sees the comments. */
export function CommentSettings({ item_id }: { item_id: string }) {
  const t = useWords(commentSettingWords)
  /* The form must open with current values. */
  const { data, isError, error, refetch } = useQuery({ ...read(api.comment.settings, { item_id }), gcTime: 0 })
  if (isError) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Skeleton>
        <Bone width={120} height={14} />
        <Bone height={112} />
        <Bone height={112} />
      </Skeleton>
    )
  return (
    <SettingsForm
      name={t.title}
      stored={valuesOf(data)}
      reload={() => api.comment.settings({ item_id }).then(valuesOf)}
      onSave={(changes, all) => {
        const see = seenBy({ ...all, ...changes })
        return api.comment.saveSettings({ item_id, ...changes, ...(see !== all.comment_see && { comment_see: see }) })
      }}
      call={api.comment.saveSettings}
      shownAfter={(values) => ({ ...values, comment_see: seenBy(values) })}
    >
      <Block title={t.title} about={t.about}>
        <FormRadios
          name="comment_from"
          label={t.from}
          stacked
          options={[
            { value: '0', label: t.fromNone },
            { value: '1', label: t.fromMembers },
            { value: '2', label: t.fromSignedIn },
          ]}
        />
        <FormRadios
          name="comment_see"
          label={t.see}
          stacked
          options={[
            { value: '1', label: t.seeMembers },
            { value: '2', label: t.seeSignedIn },
            { value: '3', label: t.seeAll, help: t.seeHelp },
          ]}
        />
        <Opening stored={data} />
        <FormRadios
          name="comment_names"
          label={t.names}
          stacked
          options={[
            { value: '0', label: t.namesInitials },
            { value: '1', label: t.namesFull },
          ]}
        />
      </Block>
    </SettingsForm>
  )
}
