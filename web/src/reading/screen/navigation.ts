import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { searchedState } from '../../lib/search-state.ts'
import { prefersReducedMotion, targetOf } from '../article/links.ts'

/** To a heading of the page: an entry of its own in the history, so that Back returns to where the reader was in the text. */
export function useHashNavigation(leave: () => { replace: boolean }) {
  const go = useNavigate()
  const { hash: here } = useLocation()
  return useCallback(
    (hash: string) => {
      const { replace } = leave()
      void go(hash, { replace: replace || hash === here })
    },
    [go, leave, here],
  )
}

/** Ways within an item: to a page and to a heading; a panel that lies over the text closes with the step. */
export function usePageNavigation(item: string, leave: () => { replace: boolean }) {
  const go = useNavigate()
  const hrefOf = useCallback((page_id: string) => paths.page({ item_id: item }, page_id), [item])
  const open = useCallback(
    (page_id: string, searched: string) => void go(hrefOf(page_id), { ...leave(), state: searchedState(searched) }),
    [go, hrefOf, leave],
  )
  return { go, hrefOf, open, toHash: useHashNavigation(leave) }
}

interface Keys {
  filter: (() => void) | undefined
  edit: (() => void) | undefined
  /** Escape closes the drawer or leaves full screen. */
  leave: (() => void) | undefined
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** A slash filters the tree, Ctrl/Cmd+E edits (only with the right to), Escape leaves what covers the text. */
export function useReadingKeys(keys: Keys) {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { filter, edit, leave } = now.current
      const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const key = event.key.toLowerCase()
      const slash = key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)
      const run = slash ? filter : control && key === 'e' ? edit : key === 'escape' ? leave : undefined
      if (!run || event.defaultPrevented || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

type Panel = 'none' | 'tree' | 'toc'

const target = { tree: '.side [role=tree]', toc: '.rail a' }

/** An open panel has an entry of its own in the history, so that Back closes it and stays at the page. */
interface Entry {
  panel?: boolean
}
const isPanelEntry = (state: unknown) => (state as Entry | null)?.panel === true

/** The drawer and the sheet of narrow windows. The focus goes into them and back to where it came from. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>('none')
  const before = useRef<HTMLElement | null>(null)
  const go = useNavigate()
  const { key, pathname, search, hash, state } = useLocation()
  const here = useRef({ path: '', state })
  here.current = { path: pathname + search + hash, state }

  const open = useCallback(
    (next: 'tree' | 'toc') => {
      before.current = document.activeElement as HTMLElement | null
      setPanel(next)
      const now = here.current
      if (!isPanelEntry(now.state)) void go(now.path, { state: { ...now.state, panel: true } satisfies Entry, preventScrollReset: true })
    },
    [go],
  )
  const close = useCallback(() => {
    setPanel('none')
    if (isPanelEntry(here.current.state)) void go(-1)
  }, [go])
  /** Closed because the reader goes on; the next place takes the entry of the panel. */
  const leave = useCallback(() => {
    setPanel('none')
    return { replace: isPanelEntry(here.current.state) }
  }, [])

  useEffect(() => {
    if (key !== '' && !isPanelEntry(here.current.state)) setPanel('none')
  }, [key])
  /* After a reload the entry is there and its panel is not. */
  useEffect(() => {
    const { path, state: kept } = here.current
    if (isPanelEntry(kept)) void go(path, { replace: true, state: { ...kept, panel: false } })
  }, [go])
  /* In a wide window nothing is covered. */
  useEffect(() => {
    const wide = globalThis.matchMedia?.('(min-width: 1300px)')
    wide?.addEventListener('change', close)
    return () => wide?.removeEventListener('change', close)
  }, [close])
  useEffect(() => {
    if (panel !== 'none') {
      document.querySelector<HTMLElement>(target[panel])?.focus()
      return
    }
    before.current?.focus({ preventScroll: true })
    before.current = null
  }, [panel])
  return { panel, open, close, leave }
}

/** Where the reader was on each address of this tab's history. */
const places = new Map<string, number>()

/**
 * When another page or another heading is shown: back and forward return to where the reader was, a hash leads to its
 * heading, everything else to the top. The focus follows to the title, except when the reader walks in the tree.
 */
export function useScrollRestoration(shown: string | undefined, wanted: string | undefined, title: RefObject<HTMLElement | null>) {
  const { key, hash, state } = useLocation()
  const isPanel = isPanelEntry(state)
  const kind = useNavigationType()
  const arrived = useRef<{ key: string; page: string | undefined }>(undefined)
  /* While a page is waited for, the window is as short as its skeleton: that is nowhere the reader was. */
  const waits = useRef(false)

  useEffect(() => {
    const remember = () => {
      if (arrived.current && !waits.current) places.set(arrived.current.key, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      removeEventListener('scroll', remember)
      history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    waits.current = shown === undefined || shown !== wanted
    if (waits.current) {
      if (arrived.current && scrollY > 0) scrollTo({ top: 0 })
      return
    }
    const before = arrived.current
    if (before?.key === key && before.page === shown) return
    arrived.current = { key, page: shown }
    /* A panel that opens over the text moves nothing. */
    if (isPanel) return void places.set(key, scrollY)
    if (!before && !hash) return
    if (before) history.scrollRestoration = 'manual'
    const otherPage = before !== undefined && before.page !== shown
    const kept = kind === 'POP' && before ? places.get(key) : undefined
    const target = hash ? targetOf(hash) : null
    if (kept !== undefined) scrollTo({ top: kept })
    else if (target) target.scrollIntoView({ behavior: otherPage || !before || prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
    else if (before) scrollTo({ top: 0 })
    if (otherPage && !document.activeElement?.closest('[role=tree]')) title.current?.focus({ preventScroll: true })
  }, [shown, wanted, key, hash, isPanel, kind, title])
}
