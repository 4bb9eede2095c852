import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, Lock, Settings2, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { api, read, write } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions } from '../../ui/forms/form-foot.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { IconButton, IconLink, NewTab } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from '../admin.words.ts'
import { FindField, type Item, ListPart, useListParams } from '../list.tsx'
import { itemsWords } from './items.words.ts'

function ItemRow({ item, onDo }: { item: Item; onDo: (action: 'transfer' | 'delete') => void }) {
  const t = useWords(itemsWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const name = item.item_name
  const owner = item.username || t.noOwner
  return (
    <tr>
      <th scope="row">
        <a
          className="adm-link cut"
          href={readBoot().base + paths.item(item)}
          target="_blank"
          rel="noreferrer"
          title={item.item_description || name}
        >
          {name}
          <NewTab />
        </a>
      </th>
      <td className="muted cut" title={owner}>
        <span className="hide-s">{owner}</span>
        <span className="only-s">{t.ownerOf(owner)}</span>
      </td>
      <td className="tags">
        {item.is_private === '1' ? (
          <span className="adm-lock">
            <Lock className="i" aria-hidden="true" />
            {t.private}
          </span>
        ) : (
          t.public
        )}{' '}
        {item.is_archived === '1' && <span className="tag warn">{t.archived}</span>}
      </td>
      <td className="r">
        <span className="hide-s">{item.member_num}</span>
        <span className="only-s">{ui.people(item.member_num)}</span>
      </td>
      <td className="when muted">{siteTime(item.addtime, language)}</td>
      <td className="acts">
        <IconLink name={t.settings(name)} to={paths.itemSetting(item.item_id)}>
          <Settings2 className="i" aria-hidden="true" />
        </IconLink>
        <IconButton name={t.transfer(name)} onClick={() => onDo('transfer')}>
          <ArrowRightLeft className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.delete(name)} onClick={() => onDo('delete')}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

/** Transfers any item to another user. */
function ItemTransfer({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useWords(itemsWords)
  const list = useId()
  const [username, setUsername] = useState('')
  const [wrong, setWrong] = useState<string>()
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const attorn = useMutation(write(api.adminItem.attorn, 'item', 'adminUser'))
  const meant = users.data?.find((user) => user.username === username.trim())
  const submit = () => {
    if (attorn.isPending) return
    const name = username.trim()
    if (!name) return setWrong(t.newOwnerMissing)
    if (name.toLowerCase() === item.username.toLowerCase()) return setWrong(t.ownerAlready(item.username))
    setWrong(undefined)
    attorn.mutate(
      { item_id: item.item_id, username: name },
      {
        onSuccess: (row) => {
          toast(t.transferred(item.item_name, row.username))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t.transferTitle(item.item_name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.transferDo} disabled={attorn.isPending} onClose={onClose} />}
    >
      <p>{t.transferText(item.username || t.noOwner)}</p>
      <Field
        label={t.newOwner}
        name="username"
        list={list}
        value={username}
        {...(meant?.name ? { help: meant.name } : {})}
        wrong={wrong ?? attorn.error?.message}
        onChange={(event) => {
          setUsername(event.target.value)
          setWrong(undefined)
          attorn.reset()
        }}
      />
      <datalist id={list}>
        {users.data
          ?.filter((user) => user.uid !== item.uid)
          .map((user) => (
            <option key={user.uid} value={user.username} label={user.name ? `${user.username} (${user.name})` : user.username} />
          ))}
      </datalist>
    </Dialog>
  )
}

/** All items of the site, with any owner. */
export function Items() {
  const t = useWords(itemsWords)
  const place = useListParams(['item_name', 'username', 'kind'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<{ item: Item; action: 'transfer' | 'delete' }>()
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
        {(items) => <ItemTable items={items} onDo={(item, action) => setOpen({ item, action })} />}
      </ListPart>
      {open?.action === 'transfer' && <ItemTransfer item={open.item} onClose={() => setOpen(undefined)} />}
      {open?.action === 'delete' && <ItemDelete item={open.item} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function ItemTable({ items, onDo }: { items: Item[]; onDo: (item: Item, action: 'transfer' | 'delete') => void }) {
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
        <ItemRow key={item.item_id} item={item} onDo={(action) => onDo(item, action)} />
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
