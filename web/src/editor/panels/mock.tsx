import { MockDialog } from '../../mock/mock-dialog.tsx'
import type { PanelProps } from '../session.ts'

/** The mock data of the edited page. */
export function MockPanel({ session, onClose }: PanelProps) {
  const { item, page_id, read, save } = session
  return (
    <MockDialog
      item_id={item.item_id}
      isPrivate={item.is_private === 1}
      page_id={page_id}
      read={() => read().text}
      savePage={async () => {
        // The reason a save failed is shown in the editor.
        if ((await save()) !== 'all') onClose()
      }}
      onClose={onClose}
    />
  )
}
