import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { askWords } from './ask.words.ts'
import { AskPlace } from './place.tsx'

/** A reader asks to edit the item of this page. */
export function AskDialog({ item_id, page_id, onClose }: { item_id: string; page_id: string; onClose: () => void }) {
  const t = useWords(askWords)
  return (
    <Dialog title={t.editTitle} onClose={onClose}>
      <AskPlace
        place={{ item_id, page_id }}
        wants="edit"
        isOpen
        cancel={
          <button type="button" className="btn quiet" onClick={onClose}>
            {t.cancel}
          </button>
        }
      />
    </Dialog>
  )
}
