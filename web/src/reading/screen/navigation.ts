import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { onResizeAcross } from '../../lib/breakpoints.ts'
import { useEveryEntry, useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { searchedState } from '../../lib/search-state.ts'
import { openedTarget, prefersReducedMotion } from '../article/links.ts'

/** Navigates to a heading of the page. It adds a history entry, so that Back returns to the previous scroll position. */
export function useHashNavigation(leave: () => { replace: boolean }) {
  const go = useNavigate()
  const { hash: here } = useLocation()
  return useCallback(
    (hash: string) => {
      const { replace } = leave()
      go(hash, { replace: replace || hash === here })
    },
    [go, leave, here],
  )
}

/** Navigation within an item: to a page and to a heading. It closes an open panel. */
export function usePageNavigation(item: string, leave: () => { replace: boolean }) {
  const go = useNavigate()
  const hrefOf = useCallback((page_id: string) => paths.page({ item_id: item }, page_id), [item])
  const open = useCallback(
    (page_id: string, searched: string) => go(hrefOf(page_id), { ...leave(), state: searchedState(searched) }),
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

/** Keyboard shortcuts: slash filters the tree, Ctrl/Cmd+E edits with permission, Escape closes the panel or leaves full screen. */
export function useReadingKeys(keys: Keys) {
  const latestKeys = useRef(keys)
  latestKeys.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { filter, edit, leave } = latestKeys.current
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

const focusTarget = { tree: '.side [role=tree]', toc: '.rail a' }

/** The state of a history entry. An open panel adds an entry, so that Back closes the panel and keeps the page. */
interface Entry {
  panel?: boolean
  /** What the entry opens or closes is next to the text, which stays where it is. */
  isInPlace?: boolean
}
const isPanelEntry = (state: unknown) => (state as Entry | null)?.panel === true
const isInPlaceEntry = (state: unknown) => (state as Entry | null)?.isInPlace === true

/** The tree drawer and the table-of-contents sheet of narrow windows. Opening moves the focus into them; closing restores it. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>('none')
  const returnFocus = useRef<HTMLElement | null>(null)
  const go = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const here = useRef({ path: '', state })
  here.current = { path: pathname + search + hash, state }

  const open = useCallback(
    (next: 'tree' | 'toc') => {
      returnFocus.current = document.activeElement as HTMLElement | null
      setPanel(next)
      const now = here.current
      if (!isPanelEntry(now.state)) go(now.path, { state: { ...now.state, panel: true } satisfies Entry })
    },
    [go],
  )
  const close = useCallback(() => {
    setPanel('none')
    if (isPanelEntry(here.current.state)) go(-1)
  }, [go])
  /** Closes the panel before a navigation, which replaces the history entry of the panel. */
  const leave = useCallback(() => {
    setPanel('none')
    return { replace: isPanelEntry(here.current.state) }
  }, [])

  /* At once: after a quick Back, the screen has never shown the entry of the panel. */
  useEveryEntry((entry) => {
    if (!isPanelEntry(entry)) setPanel('none')
  })
  /* After a reload the history entry remains, but its panel is closed. */
  useEffect(() => {
    const { path, state: entryState } = here.current
    if (isPanelEntry(entryState)) go(path, { replace: true, state: { ...entryState, panel: false } })
  }, [go])
  /* Wide windows show tree and contents without panels. */
  useEffect(() => onResizeAcross('desktop', close), [close])
  useEffect(() => {
    if (panel !== 'none') {
      document.querySelector<HTMLElement>(focusTarget[panel])?.focus()
      return
    }
    returnFocus.current?.focus({ preventScroll: true })
    returnFocus.current = null
  }, [panel])
  return { panel, open, close, leave }
}

/** The scroll position of each history entry of this tab, by location key. */
const scrollPositions = new Map<string, number>()

/**
 * Scrolls after a navigation: Back and Forward restore the position, a hash scrolls to its heading, all others go to the top. A
 * new page moves the focus to its title, unless the focus is in the tree.
 */
export function useScrollRestoration(shown: string | undefined, wanted: string | undefined, title: RefObject<HTMLElement | null>) {
  const { key, hash, state } = useLocation()
  const isInPlace = isPanelEntry(state) || isInPlaceEntry(state)
  const navigationType = useNavigationType()
  const arrived = useRef<{ key: string; page: string | undefined }>(undefined)
  /* A loading page is as short as its skeleton; its scroll position must not be stored. */
  const isLoading = useRef(false)

  useEffect(() => {
    const savePosition = () => {
      if (arrived.current && !isLoading.current) scrollPositions.set(arrived.current.key, scrollY)
    }
    addEventListener('scroll', savePosition, { passive: true })
    return () => {
      removeEventListener('scroll', savePosition)
      history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    isLoading.current = shown === undefined || shown !== wanted
    if (isLoading.current) {
      if (arrived.current && scrollY > 0) scrollTo({ top: 0 })
      return
    }
    const previous = arrived.current
    if (previous?.key === key && previous.page === shown) return
    arrived.current = { key, page: shown }
    /* Opening a panel must not scroll the text. */
    if (isInPlace) return void scrollPositions.set(key, scrollY)
    if (!previous && !hash) return
    if (previous) history.scrollRestoration = 'manual'
    const otherPage = previous !== undefined && previous.page !== shown
    const savedPosition = navigationType === 'POP' && previous ? scrollPositions.get(key) : undefined
    const target = hash ? openedTarget(hash) : null
    if (savedPosition !== undefined) scrollTo({ top: savedPosition })
    else if (target)
      target.scrollIntoView({ behavior: otherPage || !previous || prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
    else if (previous) scrollTo({ top: 0 })
    if (otherPage && !document.activeElement?.closest('[role=tree]')) title.current?.focus({ preventScroll: true })
  }, [shown, wanted, key, hash, isInPlace, navigationType, title])
}
