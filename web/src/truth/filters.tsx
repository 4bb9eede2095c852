import type { Answer } from '@sheaf/contract/client'
import { useMemo } from 'react'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import type { Info } from '../tree/item-tree.ts'
import { choicesOf, shapeOf } from '../tree/shape.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import type { useListAddress } from '../ui/table/paged-list.tsx'
import { pageStates } from './state.tsx'
import { truthStateWords } from './state.words.ts'
import { staleWords } from './truth.words.ts'

export type Row = Answer<'truth', 'list'>['list'][number]

interface Props {
  info: Info
  place: Pick<ReturnType<typeof useListAddress<'state' | 'owner_uid' | 'cat_id' | 'keyword'>>, 'filter' | 'find'>
  /** Their owners can be chosen. */
  rows: readonly Row[]
}

/** Search, state, owner and catalog of the list. */
export function Filters({ info, place: { filter, find }, rows }: Props) {
  const t = useWords(staleWords)
  const states = useWords(truthStateWords)
  const account = useAccount()
  const uid = account?.uid ?? ''
  const catalogs = useMemo(() => choicesOf(shapeOf({ ...info, edit_cats: null }), undefined), [info])
  const owners = new Map(rows.filter((row) => row.owner_uid !== '0').map((row) => [row.owner_uid, row.owner_name || row.owner_username]))
  owners.delete(uid)
  // The chosen owner stays in the list when no row is theirs.
  if (filter.owner_uid && filter.owner_uid !== uid && !owners.has(filter.owner_uid)) owners.set(filter.owner_uid, `#${filter.owner_uid}`)
  return (
    <div className="truth-filters">
      <SearchField label={t.find} clear={t.clear} value={filter.keyword} onFind={(keyword) => find({ keyword })} />
      <Select small aria-label={t.state} value={filter.state} onChange={(state) => find({ state })}>
        <option value="">{t.needALook}</option>
        {pageStates.map((one) => (
          <option key={one} value={one}>
            {states[one]}
          </option>
        ))}
        <option value="all">{t.all}</option>
      </Select>
      <Select small aria-label={t.owner} value={filter.owner_uid} onChange={(owner_uid) => find({ owner_uid })}>
        <option value="">{t.anyOwner}</option>
        <option value={uid}>{t.mine}</option>
        {[...owners].map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      {catalogs.length > 0 && (
        <Select small aria-label={t.catalog} value={filter.cat_id} onChange={(cat_id) => find({ cat_id })}>
          <option value="">{t.allCatalogs}</option>
          {catalogs.map(({ cat_id, path }) => (
            <option key={cat_id} value={cat_id}>
              {path}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
