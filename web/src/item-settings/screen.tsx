import '../items/add/add-item.css'
import './screen.css'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError, api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { MemberPanel } from '../member/member-panel.tsx'
import { RecyclePanel } from '../recycle/recycle-panel.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Forms } from '../ui/forms/forms.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { SettingAdvanced } from './advanced.tsx'
import { SettingApi } from './api.tsx'
import { SettingBasics } from './basics.tsx'
import { SettingDone } from './done.tsx'
import { SettingNav, type SettingTab, tabOf } from './nav.tsx'
import { SettingRefused } from './refused.tsx'
import { settingWords } from './screen.words.ts'
import { SettingSkeleton } from './skeleton.tsx'

/** Missing, deleted, forbidden: to whoever may not know they are the same (W8). */
const NOT_YOURS = [10101, 10103, 10303]
/** Of an archived item nothing else can be changed (D15). */
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
  /* What stands in the form must be true when it opens, so nothing kept from earlier counts. */
  const detail = useQuery({ ...read(api.item.detail, { item_id }), gcTime: 0 })
  const item = detail.data
  const archived = item?.is_archived === '1'
  const tab = archived ? 'advanced' : tabOf(address.get('tab'))

  if (done) return <SettingDone text={done} />
  if (!item && detail.error instanceof ApiError && NOT_YOURS.includes(detail.error.code)) return <SettingRefused />
  return (
    <Screen title={item ? `${t[tab]} - ${item.item_name}` : t.title}>
      <div className="setting-ground">
        <div className="setting">
          <div className="setting-top">
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
              <Link className="btn quiet s hide-s" to={paths.item(item)}>
                <BookOpen className="i" aria-hidden="true" />
                {t.openItem}
              </Link>
            )}
          </div>
          <SettingNav item_id={item_id} tab={tab} {...(archived && { only: ARCHIVED })} />
          <Forms>
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
          </Forms>
        </div>
      </div>
    </Screen>
  )
}
