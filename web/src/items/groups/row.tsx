import { Pencil, Trash2 } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Grip, useMovable } from '../drag.tsx'
import type { Group } from '../groups.tsx'
import type { Tile } from '../item-search.ts'
import { itemsWords } from '../items.words.ts'
import { groupWords } from './screen.words.ts'

interface Props {
  group: Group
  items: Tile[]
  movable: boolean
  onEdit: () => void
  onRemove: () => void
}

/** A group with the names of what is in it. */
export function GroupRow({ group, items, movable, onEdit, onRemove }: Props) {
  const t = useWords(groupWords)
  const { move } = useWords(itemsWords)
  const { box, grip } = useMovable(group.id)
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
