import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { toast } from '../../ui/toast.ts'
import type { Item } from '../admin-rows.ts'
import { itemsWords } from './items.words.ts'

/** Hands an item of anybody to somebody else. */
export function ItemTransfer({ item, onClose }: { item: Item; onClose: () => void }) {
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
      actions={<FormFoot action={t.transferDo} disabled={attorn.isPending} onClose={onClose} />}
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
