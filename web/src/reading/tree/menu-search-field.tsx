import { ListFilter, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useWords } from '../../lib/words.ts'
import { readingWords } from '../reading.words.ts'
import type { MenuSearch } from './menu-search.ts'

interface Props {
  search: MenuSearch
  field: RefObject<HTMLInputElement | null>
  /** The whole menu is needed from now on. */
  onUse: () => void
  /** Down from the field: to the first line below it. */
  onDown: () => void
}

export function MenuSearchField({ search, field, onUse, onDown }: Props) {
  const t = useWords(readingWords)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && search.text.trim()) search.ask()
    else if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Escape' && search.text) search.clear()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="tsearch">
      <label className="search">
        <ListFilter className="i" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={t.filter}
          placeholder={t.filter}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={search.text}
          onFocus={onUse}
          onChange={(event) => search.setText(event.target.value)}
          onKeyDown={press}
        />
        {search.text && (
          <button
            type="button"
            className="ib s"
            aria-label={t.clear}
            data-tip={t.clear}
            data-keys="Esc"
            onClick={() => {
              search.clear()
              field.current?.focus()
            }}
          >
            <X className="i" aria-hidden="true" />
          </button>
        )}
      </label>
    </div>
  )
}
