import type { Answer } from '@sheaf/contract/client'
import { useState } from 'react'
import { siteTime } from '../lib/format/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Select } from '../ui/forms/select.tsx'
import { teamWords } from './team.words.ts'
import { labelOf, MAY_EDIT, MAY_READ, type Right } from './team-rows.ts'

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
        <Select
          small
          className="team-select"
          aria-label={t.authorityFor(name)}
          value={right.member_group_id}
          onChange={(member_group_id) => onChange({ member_group_id })}
        >
          <option value={MAY_EDIT}>{t.mayEdit}</option>
          <option value={MAY_READ}>{t.mayRead}</option>
        </Select>
      </td>
      <td>
        <Select
          small
          className="team-select"
          aria-label={t.catalogFor(name)}
          value={right.cat_id}
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
          onChange={(cat_id) => onChange({ cat_id })}
        >
          <option value="0">{t.allCatalogs}</option>
          {right.cat_id !== '0' && !offered.some((catalog) => catalog.cat_id === right.cat_id) && (
            <option value={right.cat_id}>{path}</option>
          )}
          {offered.map((catalog) => (
            <option key={catalog.cat_id} value={catalog.cat_id}>
              {catalog.cat_name}
            </option>
          ))}
        </Select>
      </td>
      <td className="muted">{siteTime(right.addtime, language)}</td>
    </tr>
  )
}
