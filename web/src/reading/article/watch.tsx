import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, BellRing } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { whenIdle } from '../../lib/document/idle.ts'
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

const signs = { all: BellRing, changes: BellRing, muted: BellOff, none: Bell }

/**
 * For signed-in users: whether they watch the page, and which news of it they get. The server is asked when the page is shown and the
 * browser is idle.
 */
export function Watch({ view, names }: { view: Answer<'page', 'view'>; names: WatchNames }) {
  const t = useWords(readingWords)
  const signedIn = useAccount() !== null
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const { data } = useQuery({ ...read(api.watch.info, { kind: 'page', subject_id: view.page_id }), enabled: signedIn && idle })
  const level = data?.level ?? 'none'
  const Sign = signs[level]
  const label = { all: t.watching, changes: t.watching, muted: t.muted, none: t.watch }[level]
  return (
    signedIn && (
      <Popover
        label={t.watch}
        align="start"
        button={(opener) => (
          <button type="button" className="watch" {...opener}>
            <Sign className="i" aria-hidden="true" />
            {label}
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
