import { useState } from 'react'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import type { SettingItem } from './basics.tsx'
import { type LifecycleAction, SettingLifeDialog } from './life-dialog.tsx'
import { settingWords } from './screen.words.ts'

interface Props {
  item: SettingItem
  /** What happened, in words; the item is no longer here for whoever did it. */
  onDone: (text: string) => void
}

export function SettingAdvanced({ item, onDone }: Props) {
  const t = useWords(settingWords)
  const account = useAccount()
  const [asking, setAsking] = useState<LifecycleAction | null>(null)
  const archived = item.is_archived === '1'
  const mine = account?.uid === item.uid
  const acts: [act: LifecycleAction, text: string, open: string][] = [
    ['attorn', mine ? t.attornText(item.item_name) : t.attornTextOther(item.item_name, item.username), t.attornOpen],
    ['archive', t.archiveText, t.archiveOpen],
    ['delete', t.deleteText, t.deleteOpen],
  ]
  return (
    <section>
      <h1>{t.advanced}</h1>
      <p className="setting-sub">{t.advancedSub}</p>
      {archived && <p className="line-note info setting-note">{t.archivedNote}</p>}
      <div className="setting-acts">
        {acts
          .filter(([act]) => act !== 'archive' || !archived)
          .map(([act, text, open]) => (
            <div key={act} className="setting-act">
              <div className="grow">
                <h2>{t[act]}</h2>
                <p>{text}</p>
              </div>
              <button
                type="button"
                className={act === 'delete' ? 'btn danger' : 'btn'}
                aria-haspopup="dialog"
                onClick={() => setAsking(act)}
              >
                {open}
              </button>
            </div>
          ))}
      </div>
      {asking && <SettingLifeDialog act={asking} item={item} mine={mine} onDone={onDone} onClose={() => setAsking(null)} />}
    </section>
  )
}
