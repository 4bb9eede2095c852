import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Movables } from '../drag.tsx'
import { type Group, idsOf } from '../groups.tsx'
import type { Tile } from '../item-search.ts'
import { itemsWords } from '../items.words.ts'
import { GroupRow } from './row.tsx'
import { groupWords } from './screen.words.ts'

const idOf = (group: Group) => group.id
const nameOf = (group: Group) => group.group_name

/** The groups in the order of the bar above the items; a new order is seen and saved at once. */
export function GroupList({ groups, items, onEdit }: { groups: Group[]; items: Tile[]; onEdit: (group: Group) => void }) {
  const t = useWords(groupWords)
  const { orderFailed } = useWords(itemsWords)
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<Group | null>(null)
  const remove = useMutation(write(api.itemGroup.delete, 'item'))
  const { queryKey } = read(api.itemGroup.getList, {})
  const save = useMutation({
    scope: { id: 'group order' },
    mutationFn: (order: Group[]) =>
      api.itemGroup.saveSort({ groups: JSON.stringify(order.map((group, at) => ({ id: Number(group.id), s_number: at + 1 }))) }),
    onError: (error) => {
      toast(orderFailed, 'bad', { detail: error.message })
      return queries.invalidateQueries({ queryKey })
    },
  })
  const order = (next: Group[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    save.mutate(next)
  }
  const known = new Map(items.map((item) => [item.item_id, item]))
  const itemsOf = (group: Group) => idsOf(group).flatMap((id) => known.get(id) ?? [])
  const movable = groups.length > 1
  return (
    <>
      {movable && <p className="group-tip">{t.tip}</p>}
      <Movables rows things={groups} idOf={idOf} nameOf={nameOf} disabled={!movable} onOrder={order}>
        <ul className="group-list" aria-label={t.title}>
          {groups.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              items={itemsOf(group)}
              movable={movable}
              onEdit={() => onEdit(group)}
              onRemove={() => setRemoving(group)}
            />
          ))}
        </ul>
      </Movables>
      {removing && (
        <ConfirmDialog
          title={t.removeAsk(removing.group_name)}
          action={t.removeDo}
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ id: removing.id })
            toast(t.removed(removing.group_name))
          }}
          onClose={() => setRemoving(null)}
        >
          {t.removeText(itemsOf(removing).length)}
        </ConfirmDialog>
      )}
    </>
  )
}
