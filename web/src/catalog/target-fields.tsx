import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { type Choice, ROOT, type Shape, shapeOf } from '../tree/shape.ts'
import { SelectField } from '../ui/forms/select.tsx'
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

interface CatalogProps extends Omit<ComponentProps<typeof SelectField>, 'children' | 'value'> {
  /** Undefined where there is no place to choose. */
  value: string | undefined
  choices: Choice[]
  /** The root is not theirs to use. */
  rootless?: boolean | undefined
}

/** A catalog by its full path; where a fourth level would begin the choice says so. */
export function CatalogField({ value, choices, rootless = false, ...field }: CatalogProps) {
  const t = useWords(catalogWords)
  if (value === undefined) return <p className="help">{t.nowhere}</p>
  return (
    <SelectField value={value} {...field}>
      {!rootless && <option value={ROOT}>{t.root}</option>}
      {choices.map(({ cat_id, path, deep }) => (
        <option key={cat_id} value={cat_id} disabled={deep}>
          {deep ? t.tooDeep(path) : path}
        </option>
      ))}
    </SelectField>
  )
}
