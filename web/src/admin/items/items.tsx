import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { adminWords } from '../admin.words.ts'
import { useListParams } from '../admin-place.ts'
import type { Item } from '../admin-rows.ts'
import { FindField } from '../fields/find-field.tsx'
import { ListPart } from '../list-part.tsx'
import { itemsWords } from './items.words.ts'
import { ItemRow } from './row.tsx'
import { ItemTransfer } from './transfer.tsx'

/** All items of the site, whoever they belong to. */
export function Items() {
  const t = useWords(itemsWords)
  const place = useListParams(['item_name', 'username', 'kind'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<{ item: Item; deed: 'transfer' | 'delete' }>()
  const list = useQuery({
    ...read(api.adminItem.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ items, total }) => ({ rows: items, total }),
  })
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
      </div>
      <div className="adm-filter">
        <FindField label={t.find} value={filter.item_name} onFind={(item_name) => place.find({ item_name })} />
        <FindField label={t.findOwner} value={filter.username} onFind={(username) => place.find({ username })} />
        <Select className="adm-choice" aria-label={t.kinds} value={filter.kind} onChange={(kind) => place.find({ kind })}>
          <option value="">{t.allKinds}</option>
          <option value="public">{t.public}</option>
          <option value="private">{t.private}</option>
          <option value="archived">{t.archived}</option>
        </Select>
      </div>
      <ListPart query={list} place={place} none={<Empty title={t.none}>{t.noneText}</Empty>}>
        {(items) => <ItemTable items={items} onDo={(item, deed) => setOpen({ item, deed })} />}
      </ListPart>
      {open?.deed === 'transfer' && <ItemTransfer item={open.item} onClose={() => setOpen(undefined)} />}
      {open?.deed === 'delete' && <ItemDelete item={open.item} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function ItemTable({ items, onDo }: { items: Item[]; onDo: (item: Item, deed: 'transfer' | 'delete') => void }) {
  const t = useWords(itemsWords)
  const ui = useWords(adminWords)
  return (
    <Table
      name={t.title}
      look="adm-table items"
      columns={[t.name, t.owner, t.access, [t.members, 'r'], [t.created, 'when']]}
      actions={ui.actions}
    >
      {items.map((item) => (
        <ItemRow key={item.item_id} item={item} onDo={(deed) => onDo(item, deed)} />
      ))}
    </Table>
  )
}

function ItemDelete({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useWords(itemsWords)
  const remove = useMutation(write(api.adminItem.deleteItem, 'item', 'adminUser', 'adminOverview'))
  const confirm = async () => {
    await remove.mutateAsync({ item_id: item.item_id })
    toast(t.deleted(item.item_name))
  }
  return (
    <ConfirmDialog title={t.deleteTitle(item.item_name)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      {t.deleteText(item.username || t.noOwner)}
    </ConfirmDialog>
  )
}
