import { CommentSettings } from '../comment/settings/form.tsx'
import { useWords } from '../lib/words.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Settings } from '../ui/settings/reminder.tsx'
import type { SettingItem } from './basics.tsx'
import { settingWords } from './screen.words.ts'

/** What readers can say about the pages of the item. */
export function SettingTalk({ item: { item_id } }: { item: SettingItem }) {
  const setting = useWords(settingWords)
  return (
    <section>
      <PageHead title={setting.talk} />
      <Settings>
        <CommentSettings item_id={item_id} />
      </Settings>
    </section>
  )
}
