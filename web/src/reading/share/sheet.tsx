import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ShareContent } from './content.tsx'
import { shareWords } from './share.words.ts'
import type { ShareTarget } from './target.ts'

/** The same on phones: a sheet from the foot. */
export function ShareSheet({ share, onClose }: { share: ShareTarget; onClose: () => void }) {
  const t = useWords(shareWords)
  return (
    <Dialog title={share.pagePath ? t.title : t.titleItem} onClose={onClose}>
      <div className="share">
        <ShareContent key={share.page_id} share={share} />
      </div>
    </Dialog>
  )
}
