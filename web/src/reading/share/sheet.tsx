import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { shareWords } from '../reading.words.ts'
import { ShareContent } from './content.tsx'
import type { ShareTarget } from './target.ts'

/** The share panel on phones, as a bottom sheet. */
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
