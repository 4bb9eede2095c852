import { MockDialog } from '../../mock/mock-dialog.tsx'
import type { PanelProps } from '../session.ts'

/** The mock of the page that is being written. */
export function MockPanel({ sitting, onClose }: PanelProps) {
  const { item, page_id, read, save } = sitting
  return (
    <MockDialog
      item_id={item.item_id}
      isPrivate={item.is_private === 1}
      page_id={page_id}
      read={() => read().text}
      savePage={async () => {
        // What hinders the save is told where one writes.
        if ((await save()) !== 'all') onClose()
      }}
      onClose={onClose}
    />
  )
}
