import type { Answer } from '@sheaf/contract/client'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { historyWords } from './history.words.ts'
import { HistoryList } from './list.tsx'

interface Props {
  item: Pick<Answer<'item', 'info'>, 'item_id' | 'item_edit' | 'is_archived'>
  page_id: string
  onClose: () => void
}

/** The history on the reading screen; restoring opens the editor with the version's text, not yet saved. */
export function HistoryDialog({ item, page_id, onClose }: Props) {
  const t = useWords(historyWords)
  const navigate = useNavigate()
  return (
    <Dialog
      title={t.history}
      onClose={onClose}
      actions={
        <button type="button" className="btn" data-autofocus onClick={onClose}>
          {t.closeDialog}
        </button>
      }
    >
      <HistoryList
        page_id={page_id}
        editable={item.item_edit && item.is_archived !== '1'}
        onRestore={async ({ page_history_id }) => navigate(paths.edit(item.item_id, page_id, { history_id: page_history_id }))}
      />
    </Dialog>
  )
}
