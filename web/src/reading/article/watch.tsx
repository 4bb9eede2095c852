import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Bone, Skeleton } from '../../ui/placeholder.tsx'
import { Popover } from '../../ui/popover.tsx'
import { readingWords } from '../reading.words.ts'

const WatchPanel = lazyPart(() => import('../../watch/place/panel.tsx').then((m) => m.WatchPanel))

/** Names of the item and of the catalog of the page, '' outside catalogs; whether the user manages the item. */
export interface WatchNames {
  item: string
  catalog: string
  manages: boolean
}

/** For signed-in users: which news of the page they get. Nothing is asked of the server until they open it. */
export function Watch({ view: { page_id, page_title, cat_id, item_id }, names }: { view: Answer<'page', 'view'>; names: WatchNames }) {
  const t = useWords(readingWords)
  const signedIn = useAccount() !== null
  // Only an answer that is there already.
  const { data } = useQuery({ ...read(api.watch.info, { kind: 'page', subject_id: page_id }), enabled: false })
  if (!signedIn) return null
  const item = { kind: 'item' as const, subject_id: item_id, name: names.item }
  const catalog = { kind: 'catalog' as const, subject_id: cat_id, name: names.catalog }
  const label = data === undefined || data.level === 'none' ? t.watch : data.level === 'muted' ? t.watchMuted : t.watching
  return (
    <Popover
      label={t.watch}
      align="start"
      button={(opener) => (
        <button type="button" {...opener}>
          <Bell className="i" aria-hidden="true" />
          {label}
        </button>
      )}
    >
      <Suspense
        fallback={
          <Skeleton>
            <Bone width={280} height={260} />
          </Skeleton>
        }
      >
        <WatchPanel
          places={[{ kind: 'page', subject_id: page_id, name: page_title }, ...(names.catalog ? [catalog] : []), item]}
          manages={names.manages}
        />
      </Suspense>
    </Popover>
  )
}
