import { Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { useWords } from '../../lib/words.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { Popover } from '../../ui/popover.tsx'
import { shareWords } from '../reading.words.ts'
import type { ShareTarget } from './target.ts'

const Content = lazyPart(() => import('./content.tsx').then((m) => m.ShareContent))

/** The share button in the bar. The content of its panel loads when it opens. */
export function Share({ share }: { share: ShareTarget }) {
  const t = useWords(shareWords)
  return (
    <Popover
      label={t.share}
      className="share"
      button={(opener) => (
        <button type="button" className="btn quiet small" aria-label={t.share} data-tip={t.share} {...opener}>
          <Share2 className="i" aria-hidden="true" />
          <span>{t.share}</span>
        </button>
      )}
    >
      <Suspense fallback={<Skeleton lines={6} />}>
        <div className="sh-h">{share.pagePath ? t.title : t.titleItem}</div>
        <Content key={share.page_id} share={share} />
      </Suspense>
    </Popover>
  )
}
