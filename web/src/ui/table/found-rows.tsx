import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSettledText } from '../../lib/composition.ts'
import { Pager } from '../pager.tsx'

const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** Searches a list that is completely loaded and divides it into pages. `textOf` is the text of a row to search in. */
export function useFoundRows<Row>(all: readonly Row[], textOf: (row: Row) => string, size = Number.POSITIVE_INFINITY) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const { settled, composition } = useSettledText(typed)
  const text = useDeferredValue(settled.trim())
  const fits = (row: Row) => flat(textOf(row)).includes(flat(text))
  const found = text ? all.filter(fits) : all
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / size)))
  return {
    text,
    fits,
    isNone: found.length === 0,
    page: at,
    rows: size === Number.POSITIVE_INFINITY ? found : found.slice((at - 1) * size, at * size),
    field: (label: string) => (
      <label className="search rows-find">
        <Search className="i" aria-hidden="true" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
          {...composition}
        />
      </label>
    ),
    pager: found.length > size && <Pager page={at} size={size} total={found.length} onPage={setPage} />,
  }
}
