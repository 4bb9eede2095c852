import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { type Shape, shapeOf } from '../tree/shape.ts'
import { catalogWords } from './catalog.words.ts'

/** The item something goes to: this one, or another that one may edit and that has room for pages. */
export function useTarget(info: Info) {
  const t = useWords(catalogWords)
  const [item_id, setItem] = useState(info.item_id)
  const isHere = item_id === info.item_id
  const items = useQuery(read(api.item.myList, {}))
  const other = useQuery({ ...read(api.item.info, { item_id, default_page_id: '' }), enabled: !isHere, staleTime: 0 })
  const others = (items.data ?? []).filter(
    (one) => one.item_id !== info.item_id && one.edit && one.is_archived !== '1' && ['0', '1'].includes(one.item_type),
  )
  const all = [info, ...others].map((one) => ({ value: one.item_id, label: one.item_name }))
  const there = isHere ? info : other.data
  const shape: Shape | undefined = useMemo(() => there && shapeOf(there), [there])
  const failed = items.error ? `${t.itemsFailed}: ${items.error.message}` : ''
  const closed = !isHere && other.error ? `${t.catalogsFailed}: ${other.error.message}` : ''
  return {
    ...{ item_id, setItem, isHere, shape },
    /** As a field takes them. */
    items: { options: all, waiting: items.isPending },
    item_name: all.find((one) => one.value === item_id)?.label ?? '',
    wrong: failed || closed,
  }
}
