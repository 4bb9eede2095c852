import { useQuery } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Block, SavedSwitch } from '../ui/settings/block.tsx'
import { askSettingWords } from './requests.words.ts'

/** Whether people ask for access to the item. */
export function AskSetting({ item_id }: { item_id: string }) {
  const t = useWords(askSettingWords)
  const stored = useQuery(read(api.ask.settings, { item_id }))
  const save = useSend(api.ask.saveSettings, { failed: true, queue: `asks ${item_id}` })
  if (stored.isError && !stored.data) return <ErrorNote title={t.failed} error={stored.error} onRetry={() => void stored.refetch()} />
  if (!stored.data)
    return (
      <Skeleton>
        <Bone width={160} height={14} />
        <Bone height={48} />
      </Skeleton>
    )
  const on = (save.input?.ask_access ?? stored.data.ask_access) === '1'
  return (
    <Block title={t.title} about={t.about}>
      <SavedSwitch
        label={t.on}
        help={stored.data.is_on === '0' ? t.siteOff : t.onHelp}
        on={on}
        saved={save.isDone}
        onChange={(next) => void save.send({ item_id, ask_access: next ? '1' : '0' })}
      />
    </Block>
  )
}
