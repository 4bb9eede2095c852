import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions } from '../../ui/forms/form-foot.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { NewTab } from '../../ui/icon-button.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { personText } from '../../ui/person.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { adminWords } from '../admin.words.ts'
import { FindField, type Item, ListPart, useListParams } from '../list.tsx'
import { itemsWords } from './items.words.ts'

/** Transfers any item to another user. */
function ItemTransfer({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useWords(itemsWords)
  const list = useId()
  const [username, setUsername] = useState('')
  const [wrong, setWrong] = useState<string>()
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const attorn = useSend(api.adminItem.attorn, {
    done: ({ username }) => t.transferred(item.item_name, username),
    onDone: onClose,
  })
  const meant = users.data?.find((user) => user.username === username.trim())
  const submit = () => {
    const name = username.trim()
    if (!name) return setWrong(t.newOwnerMissing)
    if (name.toLowerCase() === item.username.toLowerCase()) return setWrong(t.ownerAlready(item.username))
    setWrong(undefined)
    void attorn.send({ item_id: item.item_id, username: name })
  }
  return (
    <Dialog
      title={t.transferTitle(item.item_name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.transferDo} disabled={attorn.busy} onClose={onClose} />}
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
            <option key={user.uid} value={user.username} label={personText(user.username, user.name)} />
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
      <PageHead title={t.title} about={t.about} />
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
  const language = useLanguage()
  const owner = (item: Item) => item.username || t.noOwner
  const columns: Column<Item>[] = [
    { head: t.name, cell: (item) => <ItemLink item={item} />, isName: true },
    { head: t.owner, cell: owner, phone: (item) => t.ownerOf(owner(item)), width: '18%', look: 'muted cut', title: owner },
    { head: t.access, cell: (item) => <ItemAccess item={item} />, width: 150, look: 'tags' },
    { head: t.members, cell: ({ member_num }) => member_num, phone: ({ member_num }) => ui.count(member_num), width: 84, isNumber: true },
    { head: t.created, cell: ({ addtime }) => siteTime(addtime, language), width: 170, from: 1200, look: 'muted' },
  ]
  const actions = (item: Item) => (
    <>
      <Link className="btn quiet small" aria-label={t.settings(item.item_name)} to={paths.itemSetting(item.item_id)}>
        {t.settingsShort}
      </Link>
      <RowMenu name={item.item_name}>
        <MenuItem onSelect={() => onDo(item, 'transfer')}>{t.transfer}</MenuItem>
        <MenuItem bad onSelect={() => onDo(item, 'delete')}>
          {t.delete}
        </MenuItem>
      </RowMenu>
    </>
  )
  return (
    <Table
      name={t.title}
      look="adm-table"
      columns={columns}
      rows={items}
      keyOf={({ item_id }) => item_id}
      actions={{ head: ui.actions, cell: actions, width: 124 }}
    />
  )
}

const ItemLink = ({ item }: { item: Item }) => (
  <a
    className="adm-link cut"
    href={readBoot().base + paths.item(item)}
    target="_blank"
    rel="noreferrer"
    title={item.item_description || item.item_name}
  >
    {item.item_name}
    <NewTab />
  </a>
)

function ItemAccess({ item }: { item: Item }) {
  const t = useWords(itemsWords)
  return (
    <>
      {item.is_private === '1' ? (
        <span className="adm-lock">
          <Lock className="i" aria-hidden="true" />
          {t.private}
        </span>
      ) : (
        t.public
      )}{' '}
      {item.is_archived === '1' && <span className="tag warn">{t.archived}</span>}
    </>
  )
}

function ItemDelete({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useWords(itemsWords)
  const remove = useSend(api.adminItem.deleteItem, { done: t.deleted(item.item_name) })
  const confirm = () => remove.send({ item_id: item.item_id })
  return (
    <ConfirmDialog title={t.deleteTitle(item.item_name)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      {t.deleteText(item.username || t.noOwner)}
    </ConfirmDialog>
  )
}
