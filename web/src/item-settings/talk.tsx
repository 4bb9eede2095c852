import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AskSetting } from '../ask/setting.tsx'
import { CommentSettings } from '../comment/settings/form.tsx'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ReviewSettings } from '../review/settings.tsx'
import { FormRadios } from '../ui/forms/form-fields.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Block } from '../ui/settings/block.tsx'
import { Settings } from '../ui/settings/reminder.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'
import { TeamWatches } from '../watch/teams.tsx'
import type { SettingItem } from './basics.tsx'
import { settingWords } from './screen.words.ts'
import { talkWords } from './talk.words.ts'

interface Props {
  item: SettingItem
  stored: Answer<'feedback', 'settings'>
}

/** Whom the item asks whether its pages are helpful, and who sees the figures. */
function FeedbackForm({ item: { item_id }, stored }: Props) {
  const t = useWords(talkWords)
  return (
    <SettingsForm
      name={t.feedback}
      stored={stored}
      reload={() => api.feedback.settings({ item_id })}
      onSave={(changes) => api.feedback.saveSettings({ item_id, ...changes })}
      call={api.feedback.saveSettings}
    >
      <Block title={t.feedback} about={t.feedbackAbout}>
        <FormRadios
          name="feedback_from"
          label={t.from}
          stacked
          options={[
            { value: '0', label: t.noOne },
            { value: '1', label: t.signedIn },
            { value: '2', label: t.visitors, help: t.visitorsHelp },
          ]}
        />
        <FormRadios
          name="feedback_show"
          label={t.show}
          stacked
          options={[
            { value: '0', label: t.showEditors },
            { value: '1', label: t.showReaders, help: t.showReadersHelp },
          ]}
        />
        <p className="setting-what">
          <Link to={paths.feedback(item_id)}>{t.list}</Link>
        </p>
      </Block>
    </SettingsForm>
  )
}

/** Which feedback readers can give about the pages of the item. */
export function SettingTalk({ item }: { item: SettingItem }) {
  const t = useWords(talkWords)
  const setting = useWords(settingWords)
  const { item_id } = item
  /* The forms must open with current values. */
  const feedback = useQuery({ ...read(api.feedback.settings, { item_id }), gcTime: 0 })
  return (
    <section>
      <PageHead title={setting.talk} about={t.about} />
      <Settings>
        <CommentSettings item_id={item_id} />
        {feedback.data ? (
          <FeedbackForm item={item} stored={feedback.data} />
        ) : feedback.isError ? (
          <ErrorNote title={t.failed} error={feedback.error} onRetry={() => void feedback.refetch()} />
        ) : (
          <Skeleton>
            <Bone width={120} height={14} />
            <Bone height={96} />
            <Bone width={120} height={14} />
            <Bone height={72} />
          </Skeleton>
        )}
        <AskSetting item_id={item_id} />
        <ReviewSettings item_id={item_id} />
        <TeamWatches item_id={item_id} />
      </Settings>
    </section>
  )
}
