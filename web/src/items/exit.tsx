import { useMutation } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import type { Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

/** A member who is not the owner leaves an item. */
export function ExitDialog({ item, onClose }: { item: Tile; onClose: () => void }) {
  const t = useWords(itemsWords)
  const exit = useMutation(write(api.item.exitItem))
  return (
    <ConfirmDialog
      title={t.exitAsk(item.item_name)}
      action={t.exitDo}
      cancel={t.stay}
      danger
      onConfirm={async () => {
        await exit.mutateAsync({ item_id: item.item_id })
        toast(t.left(item.item_name))
      }}
      onClose={onClose}
    >
      {t.exitText}
    </ConfirmDialog>
  )
}
