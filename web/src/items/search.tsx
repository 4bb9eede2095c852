import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { isUnsettled } from '../lib/composition.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ItemIcon, Marked } from './card.tsx'
import { groupInput } from './group-bar.tsx'
import { isSearchable, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

const FIRST = 5

function HitsOfItem({ item, pages, keyword }: { item: Tile; pages: TextSearch['hits'][number]['pages']; keyword: string }) {
  const t = useWords(itemsWords)
  const [all, setAll] = useState(false)
  const shown = all ? pages : pages.slice(0, FIRST)
  return (
    <li className="inside-item">
      <h3>
        <ItemIcon item={item} small />
        <Link className="cut" to={paths.item(item)}>
          {item.item_name}
        </Link>
        <span className="count">{t.pagesFound(pages.length)}</span>
      </h3>
      <ul>
        {shown.map((page) => (
          <li key={page.page_id}>
            <Link className="inside-hit" to={paths.page(item, page.page_id)}>
              <b>
                <Marked text={page.page_title} searched={keyword} />
              </b>
              <span className="snip">
                <Marked text={page.search_content} searched={keyword} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < pages.length && (
        <button type="button" className="btn quiet small" onClick={() => setAll(true)}>
          {t.showAll(pages.length - shown.length)}
        </button>
      )}
    </li>
  )
}

/** The pages that contain the searched text, grouped by item. */
export function SearchHits({ inside: { keyword, hits, isBusy, hasMore, error, retry } }: { inside: TextSearch }) {
  const t = useWords(itemsWords)
  const total = hits.reduce((sum, { pages }) => sum + pages.length, 0)
  return (
    <section className="inside" aria-busy={isBusy} aria-label={t.inPages}>
      <div className="inside-head" role="status">
        <h2>{t.inPages}</h2>
        <span className="count">{isBusy ? t.lookingInside : error ? '' : hasMore ? t.bestFound(total) : t.pagesFound(total)}</span>
      </div>
      <ul>
        {hits.map(({ item, pages }) => (
          <HitsOfItem key={`${item.item_id} ${keyword}`} item={item} pages={pages} keyword={keyword} />
        ))}
      </ul>
      {error && (
        <p className="line-note" role="alert">
          <span>
            {t.insideFailed} {error.message}
          </span>
          <button type="button" onClick={retry}>
            {t.again}
          </button>
        </p>
      )}
    </section>
  )
}

type Page = Answer<'item', 'searchMine'>['pages'][number]

interface TextSearch {
  /** The query of the full-text search; '' if there is none. */
  keyword: string
  /** The items with hits, in the order of the list, each with its pages, best match first. */
  hits: { item: Tile; pages: Page[] }[]
  isBusy: boolean
  /** More pages match than the server lists. */
  hasMore: boolean
  error: Error | null
  retry: () => void
}

const SEARCH_DEBOUNCE_MS = 250

/** Searches the pages of these items with one request when typing pauses. */
export function useSearchInside(items: Tile[], group: string, text: string): TextSearch {
  const wanted = isSearchable(text.trim()) ? text.trim() : ''
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(wanted), wanted ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted])

  const isEnabled = wanted !== '' && keyword === wanted
  const query = useQuery({ ...read(api.item.searchMine, { keyword, ...groupInput(group) }), enabled: isEnabled })
  const pages = isEnabled ? query.data?.pages : undefined
  const hits = useMemo(
    () =>
      items
        .map((item) => ({ item, pages: (pages ?? []).filter((page) => page.item_id === item.item_id) }))
        .filter(({ pages }) => pages.length > 0),
    [items, pages],
  )
  return {
    keyword: wanted,
    hits,
    isBusy: wanted !== '' && (!isEnabled || query.isFetching),
    hasMore: isEnabled && query.data?.has_more === true,
    error: isEnabled && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

interface Props {
  typed: string
  /** `composing`: an input method is composing the text, which must not be searched yet. */
  onType: (typed: string, composing: boolean) => void
}

/** The search field: the slash key focuses it, Escape clears it. */
export function SearchBox({ typed, onType }: Props) {
  const t = useWords(itemsWords)
  const box = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers do not know <search>
    <div role="search">
      <label className="search">
        <Search className="i" aria-hidden="true" />
        <input
          ref={box}
          type="search"
          value={typed}
          placeholder={t.find}
          aria-label={t.find}
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value, isUnsettled(event))}
          onCompositionEnd={(event) => onType(event.currentTarget.value, false)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onType('', false)
          }}
        />
        {typed ? (
          <button
            type="button"
            className="ib small"
            aria-label={t.clear}
            title={t.clear}
            onClick={() => {
              onType('', false)
              box.current?.focus()
            }}
          >
            <X className="i" aria-hidden="true" />
          </button>
        ) : (
          <span className="kbd" aria-hidden="true">
            /
          </span>
        )}
      </label>
    </div>
  )
}
