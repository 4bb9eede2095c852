import '../items/add/add-item.css'
import './screen.css'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, ChevronRight, KeyRound, Settings2, ShieldAlert, Trash2, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { api, isNoAccess, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { MemberPanel } from '../member/member-panel.tsx'
import { RecyclePanel } from '../recycle/recycle-panel.tsx'
import { UnavailableScreen } from '../ui/frame/not-found-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { SettingAdvanced } from './advanced.tsx'
import { SettingApi } from './api.tsx'
import { SettingBasics } from './basics.tsx'
import { settingWords } from './screen.words.ts'

const tabs = [
  ['basic', Settings2],
  ['members', Users],
  ['advanced', ShieldAlert],
  ['api', KeyRound],
  ['recycle', Trash2],
] as const

type SettingTab = (typeof tabs)[number][0]

/** The tab of an address; an unknown name means the first tab. */
const tabOf = (requested: string | null): SettingTab => tabs.find(([name]) => name === requested)?.[0] ?? 'basic'

/** The navigation of the settings: a side menu, below 1000 px a row of tabs. */
function SettingNav({ item_id, tab, only }: { item_id: string; tab: SettingTab; only?: SettingTab[] }) {
  const t = useWords(settingWords)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    /* On a phone the row of tabs is wider than the screen. */
    nav.current?.querySelector(`[href$="tab=${tab}"]`)?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  return (
    <nav ref={nav} className="side-nav setting-nav" aria-label={t.parts}>
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

const fields = [36, 58, 36, 88]

/** Placeholder while the form loads. */
const SettingSkeleton = () => (
  <div className="setting-part">
    <Skeleton>
      <Bone width={140} height={32} />
      <Bone width={280} height={14} />
      {fields.map((height, at) => (
        <div key={`${at + 1}`} className="setting-bones">
          <Bone width={96} height={14} />
          <Bone height={height} />
        </div>
      ))}
    </Skeleton>
  </div>
)

/** Shown to users who cannot manage the item, with a link back. */
function SettingRefused() {
  const t = useWords(settingWords)
  return (
    <UnavailableScreen title={t.title} heading={t.refusedTitle} to={paths.items()} linkText={t.toItems}>
      {t.refusedText}
    </UnavailableScreen>
  )
}

const REDIRECT_DELAY_MS = 2000

/** Confirms an archive, deletion or transfer and returns to the list after about two seconds (SPEC 4). */
function SettingDone({ text }: { text: string }) {
  const t = useWords(settingWords)
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.items(), { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Screen title={t.title}>
      <div className="calm" role="status">
        <Empty
          heading
          title={text}
          actions={
            <Link className="btn" to={paths.items()} replace>
              {t.goNow}
            </Link>
          }
        >
          {t.onTheWay}
        </Empty>
      </div>
    </Screen>
  )
}

/** The only tabs of an archived item (D15). */
const ARCHIVED: SettingTab[] = ['advanced']

/** /item/setting/{item_id}?tab= */
export function ItemSettingScreen() {
  const { item_id = '' } = useParams()
  return <ItemSetting key={item_id} item_id={item_id} />
}

function ItemSetting({ item_id }: { item_id: string }) {
  const t = useWords(settingWords)
  const [address] = useSearchParams()
  const [done, setDone] = useState('')
  /* The form must open with current values, so a cached response is not reused. */
  const detail = useQuery({ ...read(api.item.detail, { item_id }), gcTime: 0 })
  const item = detail.data
  const archived = item?.is_archived === '1'
  const tab = archived ? 'advanced' : tabOf(address.get('tab'))

  if (done) return <SettingDone text={done} />
  if (!item && isNoAccess(detail.error)) return <SettingRefused />
  return (
    <Screen title={item ? `${t[tab]} - ${item.item_name}` : t.title}>
      <div className="setting-ground">
        <div className="setting">
          <div className="setting-top row">
            <div className="crumbs grow">
              {item && (
                <>
                  <Link className="cut" to={paths.item(item)}>
                    {item.item_name}
                  </Link>
                  <ChevronRight className="i" aria-hidden="true" />
                </>
              )}
              <span>{t.title}</span>
            </div>
            {item && (
              <Link className="btn quiet small hide-s" to={paths.item(item)}>
                <BookOpen className="i" aria-hidden="true" />
                {t.openItem}
              </Link>
            )}
          </div>
          <SettingNav item_id={item_id} tab={tab} {...(archived && { only: ARCHIVED })} />
          {item ? (
            <div className="setting-part">
              {!archived && (
                <div hidden={tab !== 'basic'}>
                  <SettingBasics item={item} />
                </div>
              )}
              {tab === 'members' && <MemberPanel item={item} />}
              {tab === 'advanced' && <SettingAdvanced item={item} onDone={setDone} />}
              {tab === 'api' && <SettingApi item={item} />}
              {tab === 'recycle' && <RecyclePanel item={item} />}
            </div>
          ) : detail.isError ? (
            <ErrorNote title={t.loadFailed} error={detail.error} onRetry={() => void detail.refetch()} />
          ) : (
            <SettingSkeleton />
          )}
        </div>
      </div>
    </Screen>
  )
}
