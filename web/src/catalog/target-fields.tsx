import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { type Choice, ROOT, type Shape, shapeOf } from '../tree/shape.ts'
import { SelectField } from '../ui/forms/select.tsx'
import { catalogWords } from './catalog.words.ts'

/** The target item of a copy or move: this one, or another one that the user can edit and that has several pages. */
export function useTarget(info: Info) {
  const t = useWords(catalogWords)
  const [item_id, setItem] = useState(info.item_id)
  const isHere = item_id === info.item_id
  const items = useQuery(read(api.item.myList, {}))
  const other = useQuery({ ...read(api.item.info, { item_id, default_page_id: '' }), enabled: !isHere, staleTime: 0 })
  const others = (items.data ?? []).filter(
    (item) => item.item_id !== info.item_id && item.edit && item.is_archived !== '1' && ['0', '1'].includes(item.item_type),
  )
  const options = [info, ...others].map(({ item_id, item_name }) => ({ value: item_id, label: item_name }))
  const target = isHere ? info : other.data
  const shape: Shape | undefined = useMemo(() => target && shapeOf(target), [target])
  const failed = items.error ? `${t.itemsFailed}: ${items.error.message}` : ''
  const closed = !isHere && other.error ? `${t.catalogsFailed}: ${other.error.message}` : ''
  return {
    item_id,
    setItem,
    isHere,
    shape,
    /** Props of a ComboboxField. */
    items: { options, waiting: items.isPending },
    item_name: options.find((option) => option.value === item_id)?.label ?? '',
    wrong: failed || closed,
  }
}

interface CatalogProps extends Omit<ComponentProps<typeof SelectField>, 'children' | 'value'> {
  /** Undefined if there is no catalog to choose. */
  value: string | undefined
  choices: Choice[]
  /** The user cannot write at the top level. */
  rootless?: boolean | undefined
}

/** Chooses a catalog by its full path; targets that would create a fourth level are disabled. */
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
