import './page-link.css'
import { useQuery } from '@tanstack/react-query'
import { FileText, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isSearchable, wordsOf } from '../../items/item-search.ts'
import { api, read } from '../../lib/api.ts'
import { useSettledText } from '../../lib/composition.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Marked } from '../../reading/tree/view.tsx'
import type { Menu } from '../../tree/item-tree.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { PanelProps } from '../session.ts'
import { focusText, insertPageLink } from '../text/insert.ts'
import { pageLinkWords } from './page-link.words.ts'

interface LinkTarget {
  page_id: string
  title: string
  /** Names of the catalogs it is in, outermost first. */
  path: string[]
}

/** Every page of a menu with its catalogs, in reading order. */
function targetsOf(menu: Pick<Menu, 'pages' | 'catalogs'>, path: string[] = []): LinkTarget[] {
  return [
    ...menu.pages.map(({ page_id, page_title }) => ({ page_id, title: page_title, path })),
    ...menu.catalogs.flatMap((catalog) => targetsOf(catalog, [...path, catalog.cat_name])),
  ]
}

const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** 0: the title starts with the query; 1: the title contains it; 2: title and catalog names together contain it. */
function rank({ title, path }: LinkTarget, words: string[], typed: string) {
  const own = flat(title)
  if (words.every((word) => own.includes(word))) return own.startsWith(typed) ? 0 : 1
  const all = flat([...path, title].join(' '))
  return words.every((word) => all.includes(word)) ? 2 : undefined
}

/** The pages that contain all these words, best match first. */
function findTargets(targets: LinkTarget[], text: string): LinkTarget[] {
  const words = wordsOf(text).map(flat)
  if (!words.length) return targets
  const ranked = targets.flatMap((target) => {
    const at = rank(target, words, flat(text.trim()))
    return at === undefined ? [] : [{ target, at }]
  })
  return ranked.sort((a, b) => a.at - b.at).map(({ target }) => target)
}

const SHOWN = 50
const SEARCH_DEBOUNCE_MS = 300

/** The typed text, once typing pauses. */
function useDebounced(text: string) {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** Pages that match by title, immediately, then pages that match by text, from the server. */
function useFound(item: PanelProps['session']['item'], page_id: string, typed: string) {
  const all = useMemo(() => targetsOf(item.menu).filter((target) => target.page_id !== page_id), [item, page_id])
  const titles = useMemo(() => findTargets(all, typed), [all, typed])
  const keyword = useDebounced(typed)
  const isSearching = keyword === typed && keyword !== '' && isSearchable(keyword)
  const search = useQuery({ ...read(api.item.search, { item_id: item.item_id, keyword }), enabled: isSearching })
  const known = new Set(titles.map((target) => target.page_id))
  const hits = isSearching ? (search.data?.pages ?? []) : []
  const texts = hits
    .filter((hit) => !known.has(hit.page_id) && hit.page_id !== page_id)
    .map(
      (hit): LinkTarget =>
        all.find((target) => target.page_id === hit.page_id) ?? { page_id: hit.page_id, title: hit.page_title, path: [] },
    )
  return { titles, texts, empty: all.length === 0, searching: isSearching && search.isFetching, failed: isSearching && search.isError }
}

/** Chooses a page of this item to link to, by typing, arrow keys and Enter. */
export function PageLinkDialog({ session, onClose }: PanelProps) {
  const t = useWords(pageLinkWords)
  const ids = useId()
  const list = useRef<HTMLDivElement>(null)
  const { item, page_id, editing } = session
  const [text, setText] = useState(() => {
    const { from, to } = editing.view.state.selection.main
    const chosen = editing.view.state.sliceDoc(from, Math.min(to, from + 100)).trim()
    return chosen.includes('\n') ? '' : chosen
  })
  const [at, setAt] = useState(0)
  const { settled, composition } = useSettledText(text)
  const typed = useDeferredValue(settled.trim())
  const { titles, texts, empty, searching, failed } = useFound(item, page_id, typed)
  const rows = [...titles.slice(0, SHOWN), ...texts.slice(0, SHOWN)]
  const active = Math.max(0, Math.min(at, rows.length - 1))

  const choose = (target: LinkTarget | undefined) => {
    if (!target) return
    const { view } = editing
    view.dispatch(view.state.update(insertPageLink(view.state, target.title, paths.page({ item_id: item.item_id }, target.page_id))))
    onClose()
    focusText(view)
  }
  const go = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const key = (event: KeyboardEvent) => {
    const last = rows.length - 1
    if (event.key === 'ArrowDown') go(active === last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') go(active === 0 ? last : active - 1)
    else if (event.key === 'Enter') choose(rows[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <label className="search pl-field">
        <Search className="i" aria-hidden="true" />
        <input
          type="search"
          role="combobox"
          aria-label={t.find}
          aria-expanded="true"
          aria-controls={`${ids}list`}
          aria-activedescendant={rows[active] && `${ids}${active}`}
          value={text}
          placeholder={t.find}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={key}
          {...composition}
        />
      </label>
      <div ref={list} id={`${ids}list`} className="pl-list scroll" role="listbox" aria-label={t.pages} tabIndex={-1}>
        {rows.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the search field has the focus and the keys
          <div
            key={target.page_id}
            id={`${ids}${index}`}
            role="option"
            aria-selected={index === active}
            className={index === active ? 'pl-row on' : 'pl-row'}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== active && setAt(index)}
            onClick={() => choose(target)}
          >
            <FileText className="i" aria-hidden="true" />
            <span className="cut pl-name">
              <Marked text={target.title} searched={typed} />
            </span>
            <span className="cut pl-way">{index >= titles.length ? t.inText : target.path.join(' / ')}</span>
          </div>
        ))}
      </div>
      <p className="pl-note" role="status">
        {searching ? t.searching : failed ? t.failed : rows.length === 0 ? (empty && !typed ? t.none : t.noMatch(typed)) : ''}
      </p>
    </Dialog>
  )
}
