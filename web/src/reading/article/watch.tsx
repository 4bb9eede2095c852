import type { Answer } from '@sheaf/contract/client'
import { Bell } from 'lucide-react'
import { Suspense } from 'react'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
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
export function Watch({ view, names }: { view: Answer<'page', 'view'>; names: WatchNames }) {
  const t = useWords(readingWords)
  const signedIn = useAccount() !== null
  return (
    signedIn && (
      <Popover
        label={t.watch}
        align="start"
        button={(opener) => (
          <button type="button" {...opener}>
            <Bell className="i" aria-hidden="true" />
            {t.watch}
          </button>
        )}
      >
        <Suspense fallback={<Skeleton lines={6} />}>
          <WatchPanel page={view} names={names} />
        </Suspense>
      </Popover>
    )
  )
}
