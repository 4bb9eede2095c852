import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, read } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { choicesOf, shapeOf } from '../../tree/shape.ts'
import { Select } from '../../ui/forms/select.tsx'
import type { useListAddress } from '../../ui/table/paged-list.tsx'
import { keyOf } from '../fields.tsx'
import { reviewWords } from '../review.words.ts'
import type { ReviewListState, Steward } from '../types.ts'
import { reviewListWords } from './list.words.ts'

interface ChipProps {
  states: readonly ReviewListState[]
  counts: Record<ReviewListState, string> | undefined
  /** The number of all pages, where it is known. */
  total: string | undefined
  state: ReviewListState | ''
  onState: (state: string) => void
}

/** How many pages have each state; a press filters by it. */
export function Chips({ states, counts, total, state, onState }: ChipProps) {
  const t = useWords(reviewListWords)
  const chip = (one: ReviewListState | '', text: string, count: string | undefined) => (
    <button key={one} type="button" className="rev-chip" aria-pressed={state === one} onClick={() => onState(one)}>
      {text}
      {count !== undefined && <span className="num">{count}</span>}
    </button>
  )
  return (
    <fieldset className="rev-chips" aria-label={t.states}>
      {chip('', t.all, total)}
      {states.map((one) => chip(one, t[one], counts?.[one]))}
    </fieldset>
  )
}

interface Props {
  info: Info | undefined
  place: Pick<ReturnType<typeof useListAddress<'state' | 'steward' | 'cat_id'>>, 'filter' | 'find'>
  stewards: readonly Steward[]
}

/** Item, catalog and person of the list. */
export function Filters({ info, place: { filter, find }, stewards }: Props) {
  const t = useWords(reviewListWords)
  const r = useWords(reviewWords)
  const go = useNavigate()
  const items = useQuery(read(api.item.myList, {}))
  const catalogs = useMemo(() => (info ? choicesOf(shapeOf({ ...info, edit_cats: null }), undefined) : []), [info])
  const nameOf = (one: Steward) => (one.team_id !== '0' ? r.team(one.team_name) : one.name || one.username)
  const own = items.data ?? []
  const isListed = !info || own.some(({ item_id }) => item_id === info.item_id)
  return (
    <div className="rev-filters">
      <Select
        small
        aria-label={t.item}
        value={info?.item_id ?? ''}
        onChange={(to) => go(paths.review(to || undefined, filter.state ? { state: filter.state } : {}))}
      >
        <option value="">{t.allItems}</option>
        {!isListed && <option value={info.item_id}>{info.item_name}</option>}
        {own.map(({ item_id, item_name }) => (
          <option key={item_id} value={item_id}>
            {item_name}
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
      <Select small aria-label={t.steward} value={filter.steward} onChange={(steward) => find({ steward })}>
        <option value="">{t.anyone}</option>
        {stewards.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {nameOf(one)}
          </option>
        ))}
      </Select>
    </div>
  )
}
