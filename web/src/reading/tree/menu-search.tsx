import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { isSearchable, wordsOf } from '../../items/item-search.ts'
import { api, read } from '../../lib/api.ts'
import { useSettledText } from '../../lib/composition.ts'
import { useWords } from '../../lib/words.ts'
import { filterMenu, type Info, type Menu, type Row, rowsOf } from '../../tree/item-tree.ts'
import { readingWords } from '../reading.words.ts'

interface Props {
  search: MenuSearch
  field: RefObject<HTMLInputElement | null>
  /** Called on focus: the search needs the complete menu. */
  onUse: () => void
  /** Arrow down in the field: moves the focus to the first row. */
  onDown: () => void
}

export function MenuSearchField({ search, field, onUse, onDown }: Props) {
  const t = useWords(readingWords)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && search.text.trim()) search.submit()
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
          {...search.composition}
        />
        {search.text && (
          <button
            type="button"
            className="ib small"
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

const SEARCH_DEBOUNCE_MS = 300

/**
 * State of the menu search. Each letter filters the titles in the browser. A pause or Enter sends the text to the server; its
 * ranked list then replaces the tree.
 */
export function useMenuSearch(item: string, menu: Menu) {
  const [text, setText] = useState('')
  /* The text that was last sent to the server. */
  const [keyword, setKeyword] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { settled, composition } = useSettledText(text)
  const typed = useDeferredValue(settled.trim())

  const submit = useCallback(() => setKeyword(settled.trim()), [settled])
  const clear = useCallback(() => {
    setText('')
    setKeyword('')
    setClosed(new Set())
  }, [])
  useEffect(() => {
    if (!settled || !isSearchable(settled)) return
    const timer = setTimeout(submit, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [settled, submit])

  const isSubmitted = keyword !== '' && keyword === typed
  const query = useQuery({
    ...read(api.item.info, { item_id: item, keyword }),
    enabled: isSubmitted,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
  const hits = isSubmitted && !query.isPlaceholderData ? (query.data as Info | undefined)?.menu.pages : undefined

  const rows = useMemo<Row[] | undefined>(() => {
    if (!typed) return undefined
    if (hits)
      return hits.map((page, at) => ({
        key: page.page_id,
        depth: 0,
        name: page.page_title,
        at: at + 1,
        of: hits.length,
        page_id: page.page_id,
      }))
    return rowsOf(filterMenu(menu, wordsOf(typed)), (cat_id) => !closed.has(cat_id))
  }, [typed, hits, menu, closed])

  const turn = useCallback((cat_id: string, open: boolean) => {
    setClosed((now) => {
      const next = new Set(now)
      if (open) next.delete(cat_id)
      else next.add(cat_id)
      return next
    })
  }, [])
  return {
    text,
    setText,
    composition,
    submit,
    clear,
    turn,
    rows,
    typed,
    hits,
    searching: isSubmitted && query.isFetching && !hits,
    failed: isSubmitted ? query.error : null,
  }
}

type MenuSearch = ReturnType<typeof useMenuSearch>
