import { useId, useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { PickList } from '../../ui/forms/pick-list.tsx'
import { useSend } from '../../ui/send.ts'
import { type Group, idsOf } from '../group-bar.tsx'
import type { Tile } from '../item-search.ts'
import { groupWords } from './screen.words.ts'

/** Creates a group, or edits its name and items. */
export function GroupDialog({ group, items, onClose }: { group: Group | null; items: Tile[]; onClose: () => void }) {
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
