import '../items.css'
import './screen.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, read, write } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListHead } from '../../ui/frame/list-screen.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { toast } from '../../ui/toast.tsx'
import { Grip, SortableEntries, useSortableEntry } from '../drag.tsx'
import { type Group, idsOf } from '../group-bar.tsx'
import type { Tile } from '../item-search.ts'
import { itemsWords } from '../items.words.ts'
import { GroupDialog } from './dialog.tsx'
import { groupWords } from './screen.words.ts'

interface Props {
  group: Group
  items: Tile[]
  movable: boolean
  onEdit: () => void
  onRemove: () => void
}

/** A group with the names of its items. */
function GroupRow({ group, items, movable, onEdit, onRemove }: Props) {
  const t = useWords(groupWords)
  const { move } = useWords(itemsWords)
  const { box, grip } = useSortableEntry(group.id)
  return (
    <li className="group-row" {...box}>
      {movable && <Grip name={move(group.group_name)} {...grip} />}
      <div className="grow">
        <h2 className="cut">{group.group_name}</h2>
        <p className="cut">
          {items.length ? (
            <>
              <b>{t.items(items.length)}</b>
              {items
                .slice(0, 8)
                .map((item) => item.item_name)
                .join(' · ')}
            </>
          ) : (
            t.noItems
          )}
        </p>
      </div>
      <IconButton name={t.edit(group.group_name)} onClick={onEdit}>
        <Pencil className="i" aria-hidden="true" />
      </IconButton>
      <IconButton name={t.remove(group.group_name)} onClick={onRemove}>
        <Trash2 className="i" aria-hidden="true" />
      </IconButton>
    </li>
  )
}

const idOf = (group: Group) => group.id
const nameOf = (group: Group) => group.group_name

/** The groups in the order of the bar above the items; a new order is shown and saved immediately. */
function GroupList({ groups, items, onEdit }: { groups: Group[]; items: Tile[]; onEdit: (group: Group) => void }) {
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
      <SortableEntries rows entries={groups} idOf={idOf} nameOf={nameOf} disabled={!movable} onOrder={order}>
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
      </SortableEntries>
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

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="group-row wait">
        <div className="grow">
          <Bone width="30%" height={14} />
          <Bone width="62%" height={12} />
        </div>
      </div>
    ))}
  </Skeleton>
)

/** /item/group/index; ?edit=id opens the dialog of that group. */
export function GroupScreen() {
  const t = useWords(groupWords)
  const [address, setAddress] = useSearchParams()
  const groups = useQuery(read(api.itemGroup.getList, {}))
  const items = useQuery(read(api.item.myList, {}))
  const [adding, setAdding] = useState(false)
  const editId = address.get('edit')
  const editing = groups.data?.find((group) => group.id === editId)
  const edit = (group: Group | null) => setAddress(group ? { edit: group.id } : {}, { replace: true, preventScrollReset: true })
  const failed = groups.isError ? groups : items.isError ? items : null

  const add = (className: string) => (
    <button type="button" className={className} disabled={!items.data} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <Screen title={t.title}>
      <div className="screen groups">
        <ListHead back={{ to: paths.items(), text: t.back }} title={<h1>{t.title}</h1>} action={add('btn primary')} />
        <p className="about">{t.about}</p>
        {failed ? (
          <ErrorNote title={t.failed} error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !groups.data || !items.data ? (
          <Waiting />
        ) : groups.data.length ? (
          <GroupList groups={groups.data} items={items.data} onEdit={edit} />
        ) : (
          <Empty title={t.none} actions={add('btn')}>
            {t.noneText}
          </Empty>
        )}
        {items.data && (adding || editing) && (
          <GroupDialog
            key={editing?.id ?? 'new'}
            group={editing ?? null}
            items={items.data}
            onClose={() => {
              setAdding(false)
              if (editing) edit(null)
            }}
          />
        )}
      </div>
    </Screen>
  )
}
