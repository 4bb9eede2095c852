import '../items/add/add-item.css'
import './screen.css'
import { useQuery } from '@tanstack/react-query'
import { Globe, KeyRound, MessageSquareText, Server, Settings2, ShieldAlert, Trash2, Users, Webhook } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { EnvironmentPanel } from '../console/environments/panel.tsx'
import { api, isNoAccess, read } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { MemberPanel } from '../member/member-panel.tsx'
import { RecyclePanel } from '../recycle/recycle-panel.tsx'
import { UnavailableScreen } from '../ui/frame/not-found-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { SectionFrame } from '../ui/frame/section-frame.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { WebhookPanel } from '../webhook/panel.tsx'
import { SettingAdvanced } from './advanced.tsx'
import { SettingApi } from './api.tsx'
import { SettingBasics, type SettingItem } from './basics.tsx'
import { SettingPublic } from './public.tsx'
import { settingWords } from './screen.words.ts'
import { SettingTalk } from './talk.tsx'

/** The tabs in groups. */
const groups = [
  [
    'general',
    [
      ['basic', Settings2],
      ['members', Users],
      ['public', Globe],
      ['talk', MessageSquareText],
    ],
  ],
  [
    'content',
    [
      ['webhooks', Webhook],
      ['environments', Server],
      ['api', KeyRound],
      ['recycle', Trash2],
    ],
  ],
  ['ownership', [['advanced', ShieldAlert]]],
] as const

type SettingTab = (typeof groups)[number][1][number][0]

/** Items whose readers are asked. */
const hasTalk = ({ item_type }: Pick<SettingItem, 'item_type'>) => ['0', '1', '2'].includes(item_type)
/** Items whose pages can follow a source. */
const hasEnvironments = ({ item_type }: Pick<SettingItem, 'item_type'>) => item_type === '0' || item_type === '1'

/** The tab of an address; an unknown name means the first tab. */
const tabOf = (requested: string | null): SettingTab =>
  groups.flatMap<SettingTab>(([, tabs]) => tabs.map(([name]) => name)).find((name) => name === requested) ?? 'basic'

interface FrameProps {
  item_id: string
  item: SettingItem | undefined
  tab: SettingTab
  children: ReactNode
}

/** The settings with the navigation of their tabs. An archived item has one (D15). */
function SettingFrame({ item_id, item, tab, children }: FrameProps) {
  const t = useWords(settingWords)
  const isShown = (name: SettingTab) =>
    item?.is_archived === '1'
      ? name === 'advanced'
      : name === 'environments'
        ? item !== undefined && hasEnvironments(item)
        : name !== 'talk' || (item !== undefined && hasTalk(item))
  return (
    <SectionFrame
      label={t.parts}
      back={item ? { to: paths.item(item), text: item.item_name } : { to: paths.items(), text: t.toItems }}
      title={t.title}
      place={item?.item_name}
      groups={groups
        .map(([title, tabs]) => ({
          title: t[title],
          sections: tabs
            .map(([name, icon]) => ({ name, to: paths.itemSetting(item_id, name), text: t[name], icon }))
            .filter(({ name }) => isShown(name)),
        }))
        .filter(({ sections }) => sections.length > 0)}
      current={tab}
    >
      {children}
    </SectionFrame>
  )
}

const fields = [36, 58, 36, 88]

/** Placeholder while the form loads. */
const SettingSkeleton = () => (
  <Skeleton>
    <Bone width={140} height={32} />
    <Bone width={280} height={14} />
    {fields.map((height, at) => (
      <Bone key={`${at + 1}`} height={height} width="min(100%, 560px)" />
    ))}
  </Skeleton>
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
    const timer = setTimeout(() => navigate(paths.items(), { replace: true }), REDIRECT_DELAY_MS)
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
    <Screen title={item ? `${t[tab]} - ${item.item_name}` : t.title} bare>
      <SettingFrame item_id={item_id} item={item} tab={tab}>
        {item ? (
          <>
            {!archived && (
              <div hidden={tab !== 'basic'}>
                <SettingBasics item={item} />
              </div>
            )}
            {tab === 'members' && <MemberPanel item={item} />}
            {tab === 'public' && <SettingPublic item={item} />}
            {tab === 'talk' && <SettingTalk item={item} />}
            {tab === 'advanced' && <SettingAdvanced item={item} onDone={setDone} />}
            {tab === 'webhooks' && <WebhookPanel item_id={item_id} />}
            {tab === 'environments' && <EnvironmentPanel item_id={item_id} />}
            {tab === 'api' && <SettingApi item={item} />}
            {tab === 'recycle' && <RecyclePanel item={item} />}
          </>
        ) : detail.isError ? (
          <ErrorNote title={t.loadFailed} error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <SettingSkeleton />
        )}
      </SettingFrame>
    </Screen>
  )
}
