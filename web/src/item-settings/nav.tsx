import { KeyRound, Settings2, ShieldAlert, Trash2, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { settingWords } from './screen.words.ts'

const tabs = [
  ['basic', Settings2],
  ['members', Users],
  ['advanced', ShieldAlert],
  ['api', KeyRound],
  ['recycle', Trash2],
] as const

export type SettingTab = (typeof tabs)[number][0]

/** The tab an address names; an unknown one is the first. */
export const tabOf = (given: string | null): SettingTab => tabs.find(([name]) => name === given)?.[0] ?? 'basic'

/** The parts of the settings: a side menu, below 1000 px a strip of tabs. */
export function SettingNav({ item_id, tab, only }: { item_id: string; tab: SettingTab; only?: SettingTab[] }) {
  const t = useWords(settingWords)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    /* On a phone the strip is wider than the screen. */
    nav.current?.querySelector(`[href$="tab=${tab}"]`)?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  return (
    <nav ref={nav} className="setting-nav" aria-label={t.parts}>
      {tabs
        .filter(([name]) => !only || only.includes(name))
        .map(([name, Icon]) => (
          <Link key={name} to={paths.itemSetting(item_id, name)} aria-current={name === tab ? 'page' : undefined}>
            <Icon className="i" aria-hidden="true" />
            {t[name]}
          </Link>
        ))}
    </nav>
  )
}
