import type { Answer } from '@sheaf/contract/client'
import { Settings2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import type { Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

export type Group = Answer<'itemGroup', 'getList'>[number]

/** No group: all items. */
export const ALL = '0'
const KEY = 'sheaf.item-group'

/** The input of myList and searchMine for a group. */
export const groupInput = (group: string) => (group === ALL ? {} : { item_group_id: group })

/** The chosen group, stored in this browser. While `groups` is undefined the stored id counts; a deleted group becomes ALL. */
export function useChosenGroup(groups: Group[] | undefined): [string, (id: string) => void] {
  const [chosen, setChosen] = useState(() => stored.read(KEY) ?? ALL)
  const choose = (id: string) => {
    setChosen(id)
    stored.write(KEY, id)
  }
  return [!groups || groups.some((group) => group.id === chosen) ? chosen : ALL, choose]
}

export const idsOf = (group: Group) => group.item_ids.split(',').filter(Boolean)

interface Props {
  items: Tile[]
  groups: Group[]
  chosen: string
  onChoose: (id: string) => void
}

/** Chooses all items or one group, with item counts. */
export function GroupBar({ items, groups, chosen, onChoose }: Props) {
  const t = useWords(itemsWords)
  const name = useId()
  const known = new Set(items.map((item) => item.item_id))
  const chip = (id: string, text: string, count: number) => (
    <label key={id} className={id === chosen ? 'chip on' : 'chip'}>
      <input type="radio" className="visually-hidden" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
      <span className="cut">{text}</span>
      <span className="count">{count}</span>
    </label>
  )
  return (
    <div className="group-bar grow">
      <div className="chips" role="radiogroup" aria-label={t.groups}>
        {chip(ALL, t.all, items.length)}
        {groups.map((group) => chip(group.id, group.group_name, idsOf(group).filter((id) => known.has(id)).length))}
      </div>
      <Link className="chip" to={paths.itemGroups()} data-tip={t.manageGroupsHint}>
        <Settings2 className="i" aria-hidden="true" />
        {t.manageGroups}
      </Link>
    </div>
  )
}
