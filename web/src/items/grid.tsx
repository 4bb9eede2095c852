import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { Movables } from './drag.tsx'
import { listOf } from './groups.tsx'
import { ItemCard } from './item-card.tsx'
import type { Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

/** A member who is not the owner leaves an item. */
function ExitDialog({ item, onClose }: { item: Tile; onClose: () => void }) {
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

const idOf = (item: Tile) => item.item_id
const nameOf = (item: Tile) => item.item_name

interface Props {
  items: Tile[]
  group: string
  searched: string
  /** Other items are on their way. */
  busy: boolean
}

/** The tiles; a new order is seen and saved at once. */
export function ItemGrid({ items, group, searched, busy }: Props) {
  const t = useWords(itemsWords)
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Tile | null>(null)
  const { queryKey } = read(api.item.myList, listOf(group))
  const save = useMutation({
    scope: { id: `item order ${group}` },
    mutationFn: (order: Tile[]) =>
      api.item.sort({ data: JSON.stringify(Object.fromEntries(order.map((item, at) => [item.item_id, at + 1]))), item_group_id: group }),
    onError: (error) => {
      toast(t.orderFailed, 'bad', { detail: error.message })
      return queries.invalidateQueries({ queryKey })
    },
  })
  const order = (next: Tile[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    save.mutate(next)
  }
  const movable = !busy && searched === '' && items.length > 1
  return (
    <>
      <Movables things={items} idOf={idOf} nameOf={nameOf} disabled={!movable} onOrder={order}>
        <ul className="item-grid" aria-label={t.title} aria-busy={busy}>
          {items.map((item) => (
            <ItemCard key={item.item_id} item={item} searched={searched} movable={movable} onExit={setLeaving} />
          ))}
        </ul>
      </Movables>
      {leaving && <ExitDialog item={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
