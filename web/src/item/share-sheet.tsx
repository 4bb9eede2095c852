import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { shareWords } from './share.words.ts'
import { ShareContent } from './share-content.tsx'
import type { Shared } from './share-target.ts'

/** The same on phones: a sheet from the foot. */
export function ShareSheet({ share, onClose }: { share: Shared; onClose: () => void }) {
  const t = useWords(shareWords)
  return (
    <Dialog title={share.pagePath ? t.title : t.titleItem} onClose={onClose}>
      <div className="share">
        <ShareContent key={share.page_id} share={share} />
      </div>
    </Dialog>
  )
}
