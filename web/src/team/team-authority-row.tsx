import type { Answer } from '@sheaf/contract/client'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { siteTime } from '../lib/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { teamWords } from './team.words.ts'
import { labelOf, MAY_EDIT, MAY_READ, type Right } from './team-rows.ts'

interface PickProps {
  name: string
  value: string
  onChange: (value: string) => void
  onNear?: () => void
  children: ReactNode
}

const Pick = ({ name, value, onChange, onNear, children }: PickProps) => (
  <span className="team-select">
    <select
      className="select s"
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {children}
    </select>
    <ChevronDown className="i" aria-hidden="true" />
  </span>
)

interface Props {
  right: Right
  catalogs: Answer<'catalog', 'catListName'>
  onChange: (change: { member_group_id: string } | { cat_id: string }) => void
}

/** What one member of the team may do in the item, and where. */
export function AuthorityRow({ right, catalogs, onChange }: Props) {
  const t = useWords(teamWords)
  const language = useLanguage()
  const name = labelOf(right.member_username, right.name)
  /* Hundreds of members times hundreds of catalogs: a list is made when somebody comes near it. */
  const [near, setNear] = useState(false)
  const path = catalogs.find((catalog) => catalog.cat_id === right.cat_id)?.cat_name ?? right.cat_name
  const offered = near ? catalogs : catalogs.filter((catalog) => catalog.cat_id === right.cat_id)
  return (
    <tr>
      <th scope="row" className="cut">
        {name}
      </th>
      <td>
        <Pick name={t.authorityFor(name)} value={right.member_group_id} onChange={(member_group_id) => onChange({ member_group_id })}>
          <option value={MAY_EDIT}>{t.mayEdit}</option>
          <option value={MAY_READ}>{t.mayRead}</option>
        </Pick>
      </td>
      <td>
        <Pick name={t.catalogFor(name)} value={right.cat_id} onNear={() => setNear(true)} onChange={(cat_id) => onChange({ cat_id })}>
          <option value="0">{t.allCatalogs}</option>
          {right.cat_id !== '0' && !offered.some((catalog) => catalog.cat_id === right.cat_id) && (
            <option value={right.cat_id}>{path}</option>
          )}
          {offered.map((catalog) => (
            <option key={catalog.cat_id} value={catalog.cat_id}>
              {catalog.cat_name}
            </option>
          ))}
        </Pick>
      </td>
      <td className="muted">{siteTime(right.addtime, language)}</td>
    </tr>
  )
}
