import { Suspense, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { Skeleton } from '../ui/placeholder.tsx'
import { Popover } from '../ui/popover.tsx'
import { isState, TruthState } from './state.tsx'
import { truthStateWords } from './state.words.ts'

const Reasons = lazyPart(() => import('./reasons.tsx').then((m) => m.Reasons))
const ProofPanel = lazyPart(() => import('./panel.tsx').then((m) => m.ProofPanel))

interface BadgeProps {
  page: { page_id: string; item_id: string; truth_state: string }
  /** The key of the single-page link that shows the page. */
  unique_key?: string | undefined
}

/** The state of a page in its line of facts. It opens to the reasons, which load then. */
export function TruthBadge({ page, unique_key }: BadgeProps) {
  const t = useWords(truthStateWords)
  const [isPanel, setPanel] = useState(false)
  const { truth_state } = page
  if (!isState(truth_state)) return null
  return (
    <>
      <Popover
        label={t.title}
        align="start"
        className="truth-pop"
        button={(opener) => (
          <button type="button" {...opener} aria-label={t.open(t[truth_state])}>
            <TruthState state={truth_state} />
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={<Skeleton lines={3} />}>
            <Reasons
              page={page}
              unique_key={unique_key}
              onPanel={() => {
                close()
                setPanel(true)
              }}
            />
          </Suspense>
        )}
      </Popover>
      {isPanel && (
        <Suspense>
          <ProofPanel page={page} onClose={() => setPanel(false)} />
        </Suspense>
      )}
    </>
  )
}
