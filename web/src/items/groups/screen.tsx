import '../items.css'
import './screen.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Grip, useSortable } from '../../ui/drag/sortable.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { PickList } from '../../ui/forms/pick-list.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Group, idsOf } from '../group-bar.tsx'
import type { Tile } from '../item-search.ts'
import { itemsWords } from '../items.words.ts'
import { groupWords } from './screen.words.ts'

/** Creates a group, or edits its name and items. */
function GroupDialog({ group, items, onClose }: { group: Group | null; items: Tile[]; onClose: () => void }) {
  const t = useWords(groupWords)
  const field = useId()
  const [name, setName] = useState(group?.group_name ?? '')
  const [missing, setMissing] = useState(false)
  const known = useMemo(() => new Set(items.map((item) => item.item_id)), [items])
  const initial = useMemo(() => new Set(group ? idsOf(group).filter((id) => known.has(id)) : []), [group, known])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(initial)
  const save = useSend(api.itemGroup.save, { onDone: onClose })

  /* The group's items come first, so that they are visible without a search. */
  const choices = useMemo(() => {
    const row = (item: Tile) => ({ id: item.item_id, text: item.item_name, ...(item.is_archived === '1' && { more: t.archived }) })
    return [...items.filter((item) => initial.has(item.item_id)), ...items.filter((item) => !initial.has(item.item_id))].map(row)
  }, [items, initial, t])

  const submit = () => {
    if (!name.trim()) {
      setMissing(true)
      document.getElementById(`${field}name`)?.focus()
      return
    }
    const item_ids = [...chosen].join(',')
    void save.send({ ...(group && { id: group.id }), group_name: name.trim(), item_ids })
  }
  const wrong = missing ? t.nameMissing : ''
  return (
    <Dialog
      title={group ? t.editTitle(group.group_name) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={group ? t.save : t.create} disabled={save.busy} onClose={onClose} />}
    >
      <div className="field">
        <label htmlFor={`${field}name`}>{t.name}</label>
        <input
          id={`${field}name`}
          className={wrong ? 'input err' : 'input'}
          value={name}
          maxLength={100}
          autoComplete="off"
          aria-invalid={missing}
          aria-describedby={wrong ? `${field}wrong` : undefined}
          data-autofocus
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
          }}
        />
        <FieldError id={`${field}wrong`}>{wrong}</FieldError>
      </div>
      <div className="field">
        <span className="label">{t.pick}</span>
        <PickList label={t.pick} find={t.find} choices={choices} chosen={chosen} onChange={setChosen} empty={t.nothingToPick} />
      </div>
      <FieldError>{save.error?.message}</FieldError>
    </Dialog>
  )
}

interface Props {
  group: Group
  items: Tile[]
  movable: boolean
  helpId: string
  onEdit: () => void
  onRemove: () => void
}

/** A group with the names of its items. */
function GroupRow({ group, items, movable, helpId, onEdit, onRemove }: Props) {
  const t = useWords(groupWords)
  return (
    <li className="group-row" data-sort={group.id}>
      {movable && <Grip name={group.group_name} helpId={helpId} />}
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
      <button type="button" className="btn quiet small" aria-label={t.edit(group.group_name)} aria-haspopup="dialog" onClick={onEdit}>
        {t.editShort}
      </button>
      <RowMenu name={group.group_name}>
        <MenuItem bad onSelect={onRemove}>
          {t.remove}
        </MenuItem>
      </RowMenu>
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
  const remove = useSend(api.itemGroup.delete, { done: t.removed(removing?.group_name ?? '') })
  const { queryKey } = read(api.itemGroup.getList, {})
  const save = useSend(api.itemGroup.saveSort, {
    queue: 'group order',
    failed: orderFailed,
    onFailed: () => queries.invalidateQueries({ queryKey }),
  })
  const order = (next: Group[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    void save.send({ groups: JSON.stringify(next.map((group, at) => ({ id: Number(group.id), s_number: at + 1 }))) })
  }
  const known = new Map(items.map((item) => [item.item_id, item]))
  const itemsOf = (group: Group) => idsOf(group).flatMap((id) => known.get(id) ?? [])
  const movable = groups.length > 1
  const { props, region, helpId } = useSortable({ entries: groups, idOf, nameOf, disabled: !movable, onOrder: order })
  return (
    <>
      {movable && <p className="group-tip">{t.tip}</p>}
      <ul className="group-list" aria-label={t.title} {...props}>
        {groups.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            items={itemsOf(group)}
            movable={movable}
            helpId={helpId}
            onEdit={() => onEdit(group)}
            onRemove={() => setRemoving(group)}
          />
        ))}
      </ul>
      {region}
      {removing && (
        <ConfirmDialog
          title={t.removeAsk(removing.group_name)}
          action={t.removeDo}
          danger
          onConfirm={() => remove.send({ id: removing.id })}
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
  const edit = (group: Group | null) => setAddress(group ? { edit: group.id } : {}, { replace: true })
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
        <PageHead back={{ to: paths.items(), text: t.back }} title={t.title} action={add('btn primary')} about={t.about} />
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
